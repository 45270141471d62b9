import Measuring

/// A generated program that asks for services whose interfaces alone it imports: by accessors, or by names in strings.
struct LookUpProgram {
    enum Form: String, CaseIterable {
        case accessors
        case strings
    }

    static let services = 100

    let form: Form
    let folder: String

    init(_ form: Form, in work: String) { (self.form, folder) = (form, "\(work)/look-ups-\(form.rawValue)") }

    var program: String { folder + "/.mono/release/App" }

    func make() throws {
        try Folders.remove(folder)
        let accessors = form == .accessors ? "true" : "false"
        let all = 0..<Self.services
        let files = [
            "mono.json": "{\"packages\": [\".\"], \"wiring\": {\"accessors\": \(accessors)}}\n",
            "Package.swift": Self.manifest,
            "Sources/Wiring/Wiring.swift":
                "public protocol Provided {}\npublic protocol Accessible: Provided {}\npublic protocol Shared {}\n",
            "Sources/Interface/Services.swift": "import Wiring\n\n"
                + all.map {
                    "public protocol Service\($0): Accessible, Sendable {\n    init()\n    func answer() -> Int\n}\n"
                }.joined(),
            "Sources/Implementation/Services.swift": "import Interface\nimport Wiring\n\n"
                + all.map {
                    """
                    public final class Real\($0): Service\($0), Shared {
                        public required init() {}
                        public func answer() -> Int { \($0) }
                    }

                    """
                }.joined(),
            "Sources/App/main.swift": main,
        ]
        for (path, text) in files {
            let full = "\(folder)/\(path)"
            try Folders.make(String(full[..<full.lastIndex(of: "/")!]))
            try Folders.write(text, to: full, atomically: false)
        }
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "App",
            targets: [
                .target(name: "Wiring"), .target(name: "Interface", dependencies: ["Wiring"]),
                .target(name: "Implementation", dependencies: ["Interface", "Wiring"]),
                .executableTarget(name: "App", dependencies: ["Interface", "Implementation"]),
            ])

        """

    /// How the program asks for a service.
    private func lookUp(_ service: Int) -> String {
        switch form {
        case .accessors: "service\(service)"
        case .strings:
            "(NSClassFromString(\"Implementation.Real\(service)\") as! any Service\(service).Type).init()"
        }
    }

    /// Without an argument it asks for nothing; with one it prints nanoseconds for a look-up: of the first, and of
    /// later ones.
    private var main: String {
        """
        import Foundation
        import Interface

        func time(_ count: Int64, _ work: () -> Void) -> Int64 {
            let taken = ContinuousClock().measure(work).components
            return (taken.seconds * 1_000_000_000 + taken.attoseconds / 1_000_000_000) / count
        }

        @inline(never) func askForAll() -> Int {
            var sum = 0
        \((0..<Self.services).map { "    sum += \(lookUp($0)).answer()\n" }.joined())    return sum
        }

        if CommandLine.arguments.count > 1 {
            var sum = 0
            let first = time(\(Self.services)) { sum = askForAll() }
            let later = time(\(Self.services)00) { for _ in 0..<100 { sum += askForAll() } }
            print(first, later, sum)
        }

        """
    }
}
