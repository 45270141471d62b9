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

    static let features = 60, typesInFeature = 5, levels = 7
    static let types = features * typesInFeature

    let folder: String
    let form: Form

    init(_ form: Form, in work: String) { (self.folder, self.form) = ("\(work)/\(form.rawValue)", form) }

    private static func level(_ feature: Int) -> Int { feature * levels / features }
    private static func name(_ feature: Int) -> String { "Feature\(feature)" }
    private static func service(_ feature: Int, _ type: Int) -> String { "Service\(feature)x\(type)" }

    /// What a type needs: three services of the level below, always the same ones.
    private static func needs(_ feature: Int, _ type: Int) -> [(feature: Int, type: Int)] {
        let below = (0..<features).filter { level($0) == level(feature) - 1 }
        guard !below.isEmpty else { return [] }
        var found: [(feature: Int, type: Int)] = []
        for step in 0..<3 {
            let pick = (feature * 7 + type * 3 + step * 11) % (below.count * typesInFeature)
            let need = (below[pick / typesInFeature], pick % typesInFeature)
            if !found.contains(where: { $0 == need }) { found.append(need) }
        }
        return found
    }

    var edited: String { "\(folder)/Sources/Feature0/Maker0x0.swift" }

    func make(graph source: String?) throws {
        try Folders.remove(folder)
        var files: [String: String] = [
            "mono.json": form == .wired ? "{\"packages\": [\".\"], \"wiring\": {}}\n" : "{\"packages\": [\".\"]}\n",
            "Package.swift": manifest, "Sources/Wiring/Wiring.swift": GeneratedApp.markers,
            "Sources/App/main.swift": GeneratedApp.main,
        ]
        if let source { files["Sources/App/object_graph.swift"] = source }
        for feature in 0..<GeneratedApp.features {
            let name = GeneratedApp.name(feature)
            files["Sources/\(name)Interface/\(name).swift"] = GeneratedApp.interface(feature)
            for type in 0..<GeneratedApp.typesInFeature {
                files["Sources/\(name)/Maker\(feature)x\(type).swift"] = GeneratedApp.implementation(feature, type)
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
        for feature in 0..<GeneratedApp.features {
            let name = GeneratedApp.name(feature)
            let needed = Set(
                (0..<GeneratedApp.typesInFeature).flatMap { GeneratedApp.needs(feature, $0).map(\.feature) }
            ).sorted()
            let interfaces = (["\(name)Interface", "Wiring"] + needed.map { GeneratedApp.name($0) + "Interface" }).map {
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

        """

    private static func interface(_ feature: Int) -> String {
        var text = "import Wiring\n"
        for type in 0..<typesInFeature {
            text +=
                """
                \npublic protocol \(service(feature, type)): Provided {\n    func answer(_ question: String) -> Int\n  \
                  var depth: Int { get }\n}\n
                """
        }
        return text
    }

    /// Some eighty lines, as code of that size is.
    private static func implementation(_ feature: Int, _ type: Int) -> String {
        let needs = needs(feature, type)
        var imports = Set(needs.map { "import \(name($0.feature))Interface" })
        imports.formUnion(["import \(name(feature))Interface", "import Wiring"])
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

            public final class Maker\(feature)x\(type): \(service(feature, type)), Shared {
            \(fields)    private var asked = 0

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

    private static var main: String {
        let last = uncapitalised(service(features - 1, typesInFeature - 1))
        let top = (0..<features).filter { level($0) == levels - 1 }.flatMap { feature in
            (0..<typesInFeature).map { uncapitalised(service(feature, $0)) }
        }
        return """
            /// Nanoseconds.
            func time(_ work: () -> Void) -> Int64 {
                let taken = ContinuousClock().measure(work).components
                return taken.seconds * 1_000_000_000 + taken.attoseconds / 1_000_000_000
            }

            var graph = ObjectGraph()
            let registered = time { graph = ObjectGraph() }
            var depth = 0
            let first = time { depth = max(\(top.map { "graph.\($0).depth" }.joined(separator: ", "))) }
            let later = time { for _ in 0..<1000 { depth = max(depth, graph.\(last).depth) } }
            print(registered, first, later / 1000, depth)

            """
    }

    private static func uncapitalised(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
