import Measuring

/// A generated monorepo of features whose types need each other by their initialisers, level upon level, and a program
/// that has them all.
struct GeneratedApp {
    enum Form: String, CaseIterable {
        /// mono writes the object graph.
        case wired
        /// The same source lies in the program's folder, as somebody could have written it.
        case plain
    }

    let shape: AppShape
    let folder: String
    let form: Form

    init(_ shape: AppShape, _ form: Form, in work: String) {
        (self.shape, self.folder, self.form) = (shape, "\(work)/\(form.rawValue)", form)
    }

    private func name(_ feature: Int) -> String { "Feature\(feature)" }
    private func service(_ feature: Int, _ type: Int) -> String { "Service\(feature)x\(type)" }

    /// What a type needs: three services of features that it can see, always the same ones.
    private func needs(_ feature: Int, _ type: Int) -> [(feature: Int, type: Int)] {
        let below = shape.visible(from: feature), typesInFeature = shape.typesInFeature
        guard !below.isEmpty else { return [] }
        var found: [(feature: Int, type: Int)] = []
        for step in 0..<3 {
            let pick = (feature * 7 + type * 3 + step * 11) % (below.count * typesInFeature)
            let need = (below[pick / typesInFeature], pick % typesInFeature)
            if !found.contains(where: { $0 == need }) { found.append(need) }
        }
        return found
    }

    /// How deep the program finds its deepest type.
    var depth: Int {
        var depths: [[Int]] = []
        for feature in 0..<shape.features {
            depths.append(
                (0..<shape.typesInFeature).map { type in
                    1 + (needs(feature, type).map { depths[$0.feature][$0.type] }.max() ?? 0)
                })
        }
        return depths.joined().max() ?? 0
    }

    var edited: String { "\(folder)/Sources/Feature0/Maker0x0.swift" }

    func make(graph source: String?) throws {
        try Folders.remove(folder)
        var files: [String: String] = [
            "mono.json": form == .wired ? "{\"packages\": [\".\"], \"wiring\": {}}\n" : "{\"packages\": [\".\"]}\n",
            "Package.swift": manifest, "Sources/Wiring/Wiring.swift": GeneratedApp.markers,
            "Sources/App/main.swift": main,
        ]
        if shape.scopes > 0 { files["Sources/Scopes/Scopes.swift"] = shape.declarations }
        if let source { files["Sources/App/object_graph.swift"] = source }
        for feature in 0..<shape.features {
            let name = self.name(feature)
            files["Sources/\(name)Interface/\(name).swift"] = interface(feature)
            for type in 0..<shape.typesInFeature {
                files["Sources/\(name)/Maker\(feature)x\(type).swift"] = implementation(feature, type)
            }
        }
        for (path, text) in files {
            let full = "\(folder)/\(path)"
            try Folders.make(String(full[..<full.lastIndex(of: "/")!]))
            try Folders.write(text, to: full, atomically: false)
        }
    }

    private var manifest: String {
        var targets = [".target(name: \"Wiring\")"], all: [String] = []
        let scopes = shape.scopes > 0 ? ["Scopes"] : []
        if shape.scopes > 0 {
            targets.append(".target(name: \"Scopes\", dependencies: [\"Wiring\"])")
            all.append("\"Scopes\"")
        }
        for feature in 0..<shape.features {
            let name = self.name(feature)
            let needed = Set(
                (0..<shape.typesInFeature).flatMap { needs(feature, $0).map(\.feature) }
            ).sorted()
            let interfaces = (["\(name)Interface", "Wiring"] + scopes + needed.map { self.name($0) + "Interface" }).map
            {
                "\"\($0)\""
            }
            targets.append(".target(name: \"\(name)Interface\", dependencies: [\"Wiring\"])")
            targets.append(".target(name: \"\(name)\", dependencies: [\(interfaces.joined(separator: ", "))])")
            all.append("\"\(name)\"")
        }
        targets.append(".executableTarget(name: \"App\", dependencies: [\"Wiring\", \(all.joined(separator: ", "))])")
        return
            """
            // swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"App\", targets: [\n  \
              \(targets.joined(separator: ",\n    "))\n])\n
            """
    }

    private static let markers = """
        public protocol Provided {}
        public protocol Collected {}
        public protocol Shared {}
        public protocol Handled {}
        public protocol Handler { associatedtype Subject: Handled }
        public protocol Scope {}
        public protocol Scoped<Home> { associatedtype Home: Scope }

        """

    private func interface(_ feature: Int) -> String {
        var text = "import Wiring\n"
        for type in 0..<shape.typesInFeature {
            text +=
                """
                \npublic protocol \(service(feature, type)): Provided {\n    func answer(_ question: String) -> Int\n  \
                  var depth: Int { get }\n}\n
                """
        }
        return text
    }

    /// Some eighty lines, as code of that size is.
    private func implementation(_ feature: Int, _ type: Int) -> String {
        let needs = needs(feature, type)
        var imports = Set(needs.map { "import \(name($0.feature))Interface" })
        imports.formUnion(["import \(name(feature))Interface", "import Wiring"])
        let scope = shape.scope(of: feature)
        if scope > 0 { imports.insert("import Scopes") }
        let home = scope > 0 ? "    public typealias Home = Scope\(scope)\n" : ""
        let labels = needs.map { "service\($0.feature)x\($0.type)" }
        let fields = zip(labels, needs).map { "    private let \($0): any \(service($1.feature, $1.type))\n" }.joined()
        let parameters = zip(labels, needs).map { "\($0): any \(service($1.feature, $1.type))" }.joined(separator: ", ")
        let assigned = labels.map { "        self.\($0) = \($0)\n" }.joined()
        let depth =
            labels.isEmpty
            ? "1" : "1 + max(\(labels.map { "\($0).depth" }.joined(separator: ", "))\(labels.count == 1 ? ", 0" : ""))"
        var methods = ""
        for index in 0..<6 {
            methods += """

                    private func step\(index)(_ words: [String]) -> [String: Int] {
                        var counts: [String: Int] = [:]
                        for (offset, word) in words.enumerated() where word.count > \(index) {
                            let key = word.lowercased().filter { $0.isLetter }
                            counts[key, default: 0] += offset % \(index + 2) == 0 ? word.utf8.count : \(feature + type)
                        }
                        let most = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.prefix(\(index + 3))
                        return Dictionary(uniqueKeysWithValues: most.map { ($0.key, $0.value &* \(index + 1)) })
                    }

                """
        }
        return """
            \(imports.sorted().joined(separator: "\n"))

            public final class Maker\(feature)x\(type): \(service(feature, type)), Shared\(scope > 0 ? ", Scoped" : "") {
            \(home)\(fields)    private var asked = 0

                public init(\(parameters)) {
            \(assigned)    }

                public var depth: Int { \(depth) }

                public func answer(_ question: String) -> Int {
                    asked += 1
                    let words = question.split(separator: " ").map(String.init)
                    return (0..<6).reduce(asked) { $0 + $1 } + step0(words).count + step5(words).values.reduce(0, +)
                }
            \(methods)}

            """
    }

    private var main: String {
        let top = (0..<shape.features).filter { shape.level($0) == shape.levels - 1 }.flatMap { feature in
            (0..<shape.typesInFeature).map { "\(shape.graph(of: feature)).\(property(feature, $0))" }
        }
        let last =
            shape.scopes > 0 ? property(0, 0) : property(shape.features - 1, shape.typesInFeature - 1)
        // Made inside of what is timed.
        let scopes = (0..<shape.scopes).map { index in
            "    let scope\(index + 1) = \(shape.entrance(index + 1))\n"
        }.joined()
        return """
            \(shape.scopes > 0 ? "import Scopes\n" : "")
            /// Nanoseconds.
            func time(_ work: () -> Void) -> Int64 {
                let taken = ContinuousClock().measure(work).components
                return taken.seconds * 1_000_000_000 + taken.attoseconds / 1_000_000_000
            }

            var graph = ObjectGraph()
            let registered = time { graph = ObjectGraph() }
            var depth = 0
            let first = time {
            \(scopes)\(top.map { "    depth = max(depth, \($0).depth)\n" }.joined())}
            let later = time { for _ in 0..<1000 { depth = max(depth, graph.\(last).depth) } }
            print(registered, first, later / 1000, depth)

            """
    }

    private func property(_ feature: Int, _ type: Int) -> String {
        let name = service(feature, type)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
