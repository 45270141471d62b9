/// A workspace of three packages as somebody edits it: what its files say, and what follows from them.
struct EditedModules: Equatable {
    /// A library of one source, and sometimes a second one.
    struct Module: Equatable {
        /// What its function returns, before what it gets from others.
        var number = 1
        /// Modules before this one.
        var dependencies: Set<Int> = []
        /// Of its second source, where there is one.
        var extra: Int?
        /// How often its public function was renamed, and which of these names its dependents know.
        var name = 0, calledAs = 0
        /// It has a public function more, which nobody calls.
        var hasMore = false
        var isBroken = false
    }

    var modules: [Module]

    static let count = 6
    /// By module; the program lies in the last one.
    static func package(of module: Int) -> Int { module / 2 }

    init() {
        modules = (0..<Self.count).map { index in
            var module = Module(number: 10 + index)
            if index > 0 { module.dependencies.insert(index - 1) }
            if index > 2 { module.dependencies.insert(index - 3) }
            return module
        }
    }

    // MARK: Files

    static let program = "P2/Sources/App/main.swift"
    static func source(_ index: Int) -> String { "P\(package(of: index))/Sources/M\(index)/M\(index).swift" }
    static func extraSource(_ index: Int) -> String { "P\(package(of: index))/Sources/M\(index)/Extra.swift" }

    private func declared(_ index: Int) -> String { "m\(index)n\(modules[index].name)" }
    private func called(_ index: Int) -> String { "m\(index)n\(modules[index].calledAs)" }

    /// The line of a module's public function: the same wherever it stands.
    func lineOfFunction(_ index: Int) -> Int { modules[index].dependencies.count + 2 }

    /// What each file holds, by its path.
    var files: [String: String] {
        var files = [
            "mono.json": "{\"packages\": [\"P0\", \"P1\", \"P2\"]}\n", ".gitignore": ".mono\n",
            Self.program: "import M5\nimport M2\nprint(\(called(5))() + \(called(2))())\n",
        ]
        for package in 0..<3 { files["P\(package)/Package.swift"] = manifest(package) }
        for (index, module) in modules.enumerated() {
            files[Self.source(index)] = text(index, module)
            if let extra = module.extra {
                files[Self.extraSource(index)] = "func extra\(index)() -> Int { \(extra) }\n"
            }
        }
        return files
    }

    private func text(_ index: Int, _ module: Module) -> String {
        let dependencies = module.dependencies.sorted()
        var terms = ["\(module.number)"] + dependencies.map { called($0) + "()" }
        if module.extra != nil { terms.append("extra\(index)()") }
        var lines = dependencies.map { "import M\($0)" }
        lines += ["/// Of module \(index).", "public func \(declared(index))() -> Int {"]
        lines.append("    \(terms.joined(separator: " + "))")
        lines.append("}")
        if module.hasMore { lines.append("public func more\(index)(_ a: Int) -> Int { a }") }
        if module.isBroken { lines.append("func broken(") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func manifest(_ package: Int) -> String {
        let own = (0..<Self.count).filter { Self.package(of: $0) == package }
        func names(_ all: some Sequence<Int>) -> String {
            all.sorted().map { other in
                Self.package(of: other) == package
                    ? "\"M\(other)\"" : ".product(name: \"M\(other)\", package: \"P\(Self.package(of: other))\")"
            }.joined(separator: ", ")
        }
        var targets = own.map {
            ".target(name: \"M\($0)\", dependencies: [\(names(modules[$0].dependencies))])"
        }
        if package == 2 { targets.append(".executableTarget(name: \"App\", dependencies: [\(names([5, 2]))])") }
        let products = own.map { ".library(name: \"M\($0)\", targets: [\"M\($0)\"])" }
        let packages = (0..<package).map { ".package(path: \"../P\($0)\")" }
        return """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "P\(package)",
                products: [\(products.joined(separator: ", "))],
                dependencies: [\(packages.joined(separator: ", "))],
                targets: [
                    \(targets.joined(separator: ",\n        "))
                ])

            """
    }

    // MARK: What follows

    /// What the program prints.
    var output: String {
        var values: [Int] = []
        for module in modules {
            values.append(module.dependencies.reduce(module.number + (module.extra ?? 0)) { $0 + values[$1] })
        }
        return "\(values[5] + values[2])"
    }

    private func dependents(of index: Int) -> [Int] {
        modules.indices.filter { modules[$0].dependencies.contains(index) }
    }

    private func isMisnamed(_ index: Int) -> Bool { modules[index].name != modules[index].calledAs }

    var isGood: Bool {
        modules.indices.allSatisfy { index in
            !modules[index].isBroken
                && (!isMisnamed(index) || (dependents(of: index).isEmpty && ![5, 2].contains(index)))
        }
    }

    /// Whether an editor must show an error in a module's source; nil where that depends on what was good before.
    func hasError(_ index: Int) -> Bool? {
        if modules[index].isBroken { return true }
        if closure(of: modules[index].dependencies).contains(where: { modules[$0].isBroken }) { return nil }
        let inner = closure(of: modules[index].dependencies)
        // A dependency that does not compile leaves its last module.
        if inner.contains(where: { modules[$0].dependencies.contains(where: isMisnamed) }) { return nil }
        return modules[index].dependencies.contains(where: isMisnamed)
    }

    private func closure(of direct: Set<Int>) -> Set<Int> {
        direct.reduce(into: direct) { $0.formUnion(closure(of: modules[$1].dependencies)) }
    }

    /// Where a module's function is declared and called, as an index must know; only where all is good.
    func references(_ index: Int) -> [String] {
        var places = ["\(Self.source(index)):\(lineOfFunction(index))"]
        for dependent in dependents(of: index) {
            places.append("\(Self.source(dependent)):\(lineOfFunction(dependent) + 1)")
        }
        if [5, 2].contains(index) { places.append("\(Self.program):3") }
        return places.sorted()
    }

    // MARK: Edits

    /// One edit that a person makes and saves, by chance. Returns what it was.
    mutating func edit(_ chance: inout some RandomNumberGenerator) -> String {
        let index = Int.random(in: 0..<Self.count, using: &chance)
        switch Int.random(in: 0..<12, using: &chance) {
        case 0, 1, 2:
            modules[index].number += 1
            return "body of M\(index)"
        case 3:
            modules[index].hasMore.toggle()
            return "a public function of M\(index) comes or goes"
        case 4, 5:
            modules[index].extra = modules[index].extra == nil ? Int.random(in: 1...99, using: &chance) : nil
            return "a source of M\(index) comes or goes"
        case 6, 7:
            modules[index].isBroken.toggle()
            return "M\(index) is broken or repaired"
        case 8:
            modules[index].name += 1
            modules[index].calledAs = modules[index].name
            return "the function of M\(index) is renamed, with all callers"
        case 9:
            if isMisnamed(index) { modules[index].calledAs = modules[index].name } else { modules[index].name += 1 }
            return "the function of M\(index) is renamed, or its callers follow"
        default:
            guard index > 0 else { return edit(&chance) }
            let other = Int.random(in: 0..<index, using: &chance)
            modules[index].dependencies.formSymmetricDifference([other])
            return "M\(index) depends on M\(other), or does not any more"
        }
    }

    /// All that is broken is repaired.
    mutating func repair() {
        for index in modules.indices {
            modules[index].isBroken = false
            modules[index].calledAs = modules[index].name
        }
    }
}
