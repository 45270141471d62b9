import Configuration
import Targets

/// The five targets of a new feature as one package: code that builds, passes its tests and runs, to be changed into
/// what is wanted.
public struct FeatureTemplate: Sendable {
    public let name: String
    public let layer: ArchitectureSettings.Layer
    /// Set where what it does is to be part of object graphs.
    public let wiring: FeatureWiring?

    /// `name` must be a type's name in Swift (`isValid`).
    public init(name: String, layer: ArchitectureSettings.Layer, wiring: FeatureWiring? = nil) {
        (self.name, self.layer, self.wiring) = (name, layer, wiring)
    }

    /// True for what may be a module and a type, in ASCII: `Menu`, `CartV2`.
    public static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
            name.utf8.count <= 60
        else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
    }

    /// The names of its targets.
    public var targets: [String] { ["", "Interface", "Testing", "Tests", "Example"].map { name + $0 } }

    /// Paths in the package's folder, with what is to be in each file; sorted.
    public var files: [(path: String, text: String)] {
        var files: [(path: String, text: String)] = [
            ("Package.swift", manifest),
            ("Sources/\(name)Interface/\(name)Service.swift", service),
            ("Sources/\(name)/InMemory\(name).swift", inMemory),
            ("Sources/\(name)Testing/\(name)Mock.swift", mock),
            ("Sources/\(name)Example/main.swift", layer == .product ? screenExample : serviceExample),
            ("Tests/\(name)Tests/InMemory\(name)Tests.swift", serviceTests),
        ]
        if layer == .product {
            files.append(("Sources/\(name)Interface/\(name)Route.swift", route))
            files.append(("Sources/\(name)/\(name)Screen.swift", screen))
            files.append(("Tests/\(name)Tests/\(name)ScreenTests.swift", screenTests))
        }
        return files.sorted { $0.path < $1.path }
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "\(name)",
            products: [
                .library(name: "\(name)", targets: ["\(name)"]),
                .library(name: "\(name)Interface", targets: ["\(name)Interface"]),
                .library(name: "\(name)Testing", targets: ["\(name)Testing"]),
                .executable(name: "\(name)Example", targets: ["\(name)Example"]),
            ],\(wiring.map { "\n    dependencies: [.package(path: \"\($0.folder)\")]," } ?? "")
            targets: [
                // What other features see: protocols and models, and no other feature's code.
                .target(name: "\(name)Interface"\(wiring.map { ", dependencies: [\($0.dependency)]" } ?? "")),
                // What it does. Only apps depend on it.
                .target(name: "\(name)", dependencies: [\(dependencies)]),
                // Mocks and data, for tests and examples of this feature and of others.
                .target(name: "\(name)Testing", dependencies: ["\(name)Interface"]),
                .testTarget(name: "\(name)Tests", dependencies: ["\(name)", "\(name)Interface", "\(name)Testing"]),
                // A small program to try it alone.
                .executableTarget(name: "\(name)Example", dependencies: ["\(name)", "\(name)Interface", "\(name)Testing"]),
            ]
        )

        """
    }

    /// A line, where there are markers.
    private var importOfMarkers: String { wiring.map { "import \($0.module)\n" } ?? "" }

    /// Of the target that does it.
    private var dependencies: String { "\"\(name)Interface\"" + (wiring.map { ", \($0.dependency)" } ?? "") }

    /// Of its service.
    private var purpose: String {
        "What others can do with \(name)." + (wiring == nil ? "" : " A program has one implementation of it.")
    }

    private var service: String {
        """
        \(importOfMarkers)\(wiring == nil ? "" : "\n")/// \(purpose)
        public protocol \(name)Service: \(wiring == nil ? "" : "Provided, ")Sendable {
            /// All entries, in the order in which they were added.
            func entries() async throws -> [\(name)Entry]

            /// Adds an entry with that title, and returns it.
            @discardableResult
            func add(_ title: String) async throws -> \(name)Entry
        }

        public struct \(name)Entry: Hashable, Sendable, Identifiable {
            public var id: Int
            public var title: String

            public init(id: Int, title: String) {
                self.id = id
                self.title = title
            }
        }

        public enum \(name)Error: Error, Hashable, Sendable {
            /// An entry needs a title.
            case emptyTitle
        }

        """
    }

    private var route: String {
        """
        /// How other features ask for a screen of \(name), without knowing who shows it.
        public enum \(name)Route: Hashable, Sendable {
            case overview
            case entry(\(name)Entry.ID)
        }

        """
    }

    private var inMemory: String {
        """
        import \(name)Interface
        \(importOfMarkers)
        /// Keeps the entries as long as it lives\(wiring == nil ? "" : ": once for each object graph").
        public actor InMemory\(name): \(name)Service\(wiring == nil ? "" : ", Shared") {
            private var known: [\(name)Entry] = []

            public init() {}

            public func entries() -> [\(name)Entry] { known }

            @discardableResult
            public func add(_ title: String) throws -> \(name)Entry {
                guard !title.isEmpty else { throw \(name)Error.emptyTitle }
                let entry = \(name)Entry(id: (known.last?.id ?? 0) + 1, title: title)
                known.append(entry)
                return entry
            }
        }

        """
    }

    private var screen: String {
        """
        import \(name)Interface

        /// What a person sees of \(name), as lines of text.
        public struct \(name)Screen: Sendable {
            private let service: any \(name)Service

            public init(service: any \(name)Service) { self.service = service }

            public func lines(for route: \(name)Route = .overview) async throws -> [String] {
                let entries = try await service.entries()
                switch route {
                case .overview:
                    return entries.isEmpty ? ["nothing here yet"] : entries.map { "\\($0.id). \\($0.title)" }
                case .entry(let id):
                    return entries.filter { $0.id == id }.map(\\.title)
                }
            }
        }

        """
    }

    private var mock: String {
        """
        import \(name)Interface

        /// Answers what it was told to.
        public struct \(name)Mock: \(name)Service {
            private let answer: Result<[\(name)Entry], \(name)Error>

            public init(_ entries: [\(name)Entry] = \(name)Entry.samples) { answer = .success(entries) }

            public init(failing error: \(name)Error) { answer = .failure(error) }

            public func entries() async throws -> [\(name)Entry] { try answer.get() }

            public func add(_ title: String) async throws -> \(name)Entry { \(name)Entry(id: try answer.get().count + 1, title: title) }
        }

        extension \(name)Entry {
            public static var samples: [\(name)Entry] { [\(name)Entry(id: 1, title: "first"), \(name)Entry(id: 2, title: "second")] }
        }

        """
    }

    private var serviceTests: String {
        """
        import \(name)
        import \(name)Interface
        import \(name)Testing
        import Testing

        @Suite struct InMemory\(name)Tests {
            @Test func entriesKeepTheirOrder() async throws {
                let service = InMemory\(name)()
                for sample in \(name)Entry.samples { try await service.add(sample.title) }
                #expect(await service.entries() == \(name)Entry.samples)
            }

            @Test func anEntryNeedsATitle() async {
                await #expect(throws: \(name)Error.emptyTitle) { try await InMemory\(name)().add("") }
            }
        }

        """
    }

    private var screenTests: String {
        """
        import \(name)
        import \(name)Interface
        import \(name)Testing
        import Testing

        @Suite struct \(name)ScreenTests {
            @Test func showsEachEntry() async throws {
                #expect(try await \(name)Screen(service: \(name)Mock()).lines() == ["1. first", "2. second"])
                #expect(try await \(name)Screen(service: \(name)Mock()).lines(for: .entry(2)) == ["second"])
            }

            @Test func saysThatThereIsNothing() async throws {
                #expect(try await \(name)Screen(service: \(name)Mock([])).lines() == ["nothing here yet"])
            }

            @Test func handsErrorsOn() async {
                await #expect(throws: \(name)Error.emptyTitle) { try await \(name)Screen(service: \(name)Mock(failing: .emptyTitle)).lines() }
            }
        }

        """
    }

    private func example(showing lines: String) -> String {
        """
        import \(name)
        import \(name)Interface
        import \(name)Testing

        // With titles as arguments: the real thing. Without: what the mock holds.
        let titles = CommandLine.arguments.dropFirst()
        let service: any \(name)Service
        if titles.isEmpty {
            service = \(name)Mock()
        } else {
            service = InMemory\(name)()
            for title in titles { try await service.add(title) }
        }
        \(lines)

        """
    }

    private var screenExample: String {
        example(showing: "for line in try await \(name)Screen(service: service).lines() { print(line) }")
    }

    private var serviceExample: String {
        example(showing: #"for entry in try await service.entries() { print("\(entry.id). \(entry.title)") }"#)
    }
}
