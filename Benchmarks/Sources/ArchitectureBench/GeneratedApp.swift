import Measuring

/// A feature of a generated app: a service that others call, and code behind it that takes the compiler a while.
struct GeneratedFeature {
    var name: String
    /// The feature whose service it calls.
    var next: String?
    /// Files of ten types each.
    var files: Int
    /// Its protocol and its model lie in a target of their own, and whoever calls it sees that one alone.
    var hasInterface: Bool
}

/// A package of features and an app that makes them all. The code is the same with interfaces and without, but for the
/// type by which a feature knows the next one.
struct GeneratedApp {
    let folder: String
    /// The lowest first.
    let features: [GeneratedFeature]

    private func feature(_ name: String) -> GeneratedFeature { features.first { $0.name == name }! }

    private static func interface(_ name: String) -> String { name + "Interface" }

    // MARK: Places

    private func target(ofInterface feature: GeneratedFeature) -> String {
        feature.hasInterface ? GeneratedApp.interface(feature.name) : feature.name
    }

    /// The protocol and the model.
    func interfaceFile(_ name: String) -> String {
        "\(folder)/Sources/\(target(ofInterface: feature(name)))/Interface.swift"
    }

    func serviceFile(_ name: String) -> String { "\(folder)/Sources/\(name)/Service.swift" }

    // MARK: Writing it

    func write() throws {
        var targets: [(kind: String, name: String, needs: [String])] = []
        for feature in features {
            let home = "\(folder)/Sources/\(feature.name)"
            try Folders.make(home)
            var needs: [String] = []
            if feature.hasInterface {
                try Folders.make("\(folder)/Sources/\(GeneratedApp.interface(feature.name))")
                targets.append(("target", GeneratedApp.interface(feature.name), []))
                needs.append(GeneratedApp.interface(feature.name))
            }
            if let next = feature.next { needs.append(target(ofInterface: self.feature(next))) }
            targets.append(("target", feature.name, needs))
            try put(GeneratedApp.interfaceSource(feature.name), interfaceFile(feature.name))
            try put(serviceSource(feature), serviceFile(feature.name))
            for index in 0..<feature.files {
                try put(GeneratedApp.rulesSource(feature.name, index), "\(home)/Rules\(index).swift")
            }
        }
        targets.append(("executableTarget", "app", features.map(\.name)))
        try Folders.make("\(folder)/Sources/app")
        try put(mainSource, "\(folder)/Sources/app/main.swift")
        var manifest =
            """
            // swift-tools-version: 6.0\nimport PackageDescription\n\nlet package = Package(\n    name: \"shop\",\n    \
            targets: [\n
            """
        for target in targets {
            manifest +=
                """
                        .\(target.kind)(name: \"\(target.name)\", dependencies: \
                [\(target.needs.map { "\"\($0)\"" }.joined(separator: ", "))]),\n
                """
        }
        try put(manifest + "    ]\n)\n", "\(folder)/Package.swift")
        try put(".build\n.mono\n", "\(folder)/.gitignore")
    }

    private func put(_ text: String, _ path: String) throws { try Folders.write(text, to: path, atomically: false) }

    static func interfaceSource(_ name: String) -> String {
        """
        /// What \(name) tells others of.
        public struct \(name)Item: Codable, Hashable, Sendable {
            public var id: Int
            public var title: String
            public var price: Double

            public init(id: Int, title: String, price: Double) { (self.id, self.title, self.price) = (id, title, price) }
        }

        public protocol \(name)Serving: Sendable {
            func items(_ count: Int) -> [\(name)Item]
            func total(_ items: [\(name)Item]) -> Double
        }

        """
    }

    private func serviceSource(_ feature: GeneratedFeature) -> String {
        let name = feature.name, next = feature.next.map(self.feature)
        var imports = feature.hasInterface ? "import \(GeneratedApp.interface(name))\n" : ""
        var made = "    public init() {}\n",
            items = "(0..<count).map { \(name)Item(id: $0, title: \"\(name) \\($0)\", price: weight(Double($0))) }"
        if let next {
            imports += "import \(target(ofInterface: next))\n"
            let type = next.hasInterface ? "any \(next.name)Serving" : next.name
            made = "    private let next: \(type)\n\n    public init(next: \(type)) { self.next = next }\n"
            items =
                """
                next.items(count).map { (item: \(next.name)Item) in \(name)Item(id: item.id, title: item.title + \" \
                \(name)\", price: weight(item.price)) }
                """
        }
        return """
            \(imports)
            public final class \(name): \(name)Serving {
            \(made)
                public func items(_ count: Int) -> [\(name)Item] { \(items) }

                public func total(_ items: [\(name)Item]) -> Double { items.reduce(0) { $0 + $1.price * \(name)Rule0x0.standard.factor } }

                private func weight(_ price: Double) -> Double { price * 1.5 + 1 }
            }

            """
    }

    /// Types as apps have them by the hundred.
    private static func rulesSource(_ name: String, _ file: Int) -> String {
        (0..<10).map { index in
            let type = "\(name)Rule\(file)x\(index)"
            return """
                struct \(type): Codable, Hashable, Sendable {
                    enum State: String, Codable, CaseIterable, Sendable { case open, held, done, gone }

                    var id: Int
                    var name: String
                    var weights: [Double]
                    var tags: Set<String>
                    var counts: [String: Int]
                    var state: State

                    static let standard = \(type)(id: \(index), name: "\(type)", weights: [1, 2, 0.5], tags: ["a", "b"], counts: ["a": 1], state: .open)

                    var factor: Double {
                        let sum = weights.enumerated().map { Double($0.offset + 1) * $0.element }.reduce(0, +)
                        let known = counts.filter { tags.contains($0.key) }.map { Double($0.value) }.reduce(1, *)
                        return sum / Double(max(1, weights.count)) + known * 0.25
                    }

                    func describe() -> String {
                        let parts = counts.sorted { $0.key < $1.key }.map { "\\($0.key)=\\($0.value)" }
                        return "\\(name) (\\(id)): \\(parts.joined(separator: ", ")); \\(State.allCases.map(\\.rawValue).joined(separator: "/")) \\(factor)"
                    }

                    func merged(with other: \(type)) -> \(type) {
                        var result = self
                        result.weights = zip(weights, other.weights).map { ($0 + $1) / 2 }
                        result.tags.formUnion(other.tags)
                        result.counts.merge(other.counts) { max($0, $1) + 1 }
                        return result
                    }
                }

                """
        }.joined(separator: "\n")
    }

    private var mainSource: String {
        let names = features.map(\.name)
        var text = names.map { "import \($0)\n" }.joined() + "\n"
        for feature in features {
            text +=
                """
                let \(feature.name.lowercased()) = \
                \(feature.name)(\(feature.next.map { "next: " + $0.lowercased() } ?? ""))\n
                """
        }
        for name in names { text += "print(\(name.lowercased()).total(\(name.lowercased()).items(3)))\n" }
        return text
    }
}
