/// The marker protocols of wiring, as a package of the workspace's own: whoever has it may change it, as long as the
/// names stay.
public struct WiringTemplate: Sendable {
    public init() {}

    public static let module = "Wiring"

    /// Paths in the package's folder, with what is to be in each file; sorted.
    public var files: [(path: String, text: String)] {
        [("Package.swift", manifest), ("Sources/Wiring/Wiring.swift", source)]
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Wiring",
            products: [.library(name: "Wiring", targets: ["Wiring"])],
            targets: [.target(name: "Wiring")]
        )

        """
    }

    private var source: String {
        """
        // mono finds these protocols by their names. The rest of this file is yours.

        /// A protocol that refines this one is provided: one type of each program implements it, and whoever needs it takes an `any` of it as a
        /// parameter of its initialiser.
        public protocol Provided {}

        /// A protocol that refines this one is provided, too. With `"accessors": true` of `wiring` in `mono.json`, its
        /// module has an accessor besides, with the protocol's name and a small first letter.
        public protocol Accessible: Provided {}

        /// A protocol that refines this one is collected: a program has all of its implementations, and whoever needs them takes an array.
        public protocol Collected {}

        /// A type that conforms to this is made once for each object graph; any other is made anew for each use.
        public protocol Shared {}

        /// A type that conforms to this, a route for instance, is handled by exactly one type of each program.
        public protocol Handled {}

        /// Handles its `Subject`, which is declared in the type itself: `public typealias Subject = MenuRoute`.
        public protocol Handler<Subject> {
            associatedtype Subject: Handled
        }

        /// A value of a type that conforms to this begins a scope: a part of the object graph, with shared instances of its own.
        public protocol Scope {}

        /// Lives in a scope, which is declared in the type itself: `public typealias Home = LoggedIn`. A scope may live in another one.
        public protocol Scoped<Home> {
            associatedtype Home: Scope
        }

        """
    }

    /// `mono.json` with wiring switched on, as its first member; nil where that begins otherwise than an object does.
    public static func switchedOn(in text: String) -> String? {
        var rest = text[...]
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if first.isWhitespace {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard rest.first == "{" else { return nil }
        let after = rest.dropFirst()
        let member =
            "\n    // Programs that depend on Wiring get an object graph: 'mono wiring' shows it.\n    \"wiring\": {},"
        return text[..<after.startIndex] + member + (after.first?.isNewline == true ? "" : "\n") + after
    }
}
