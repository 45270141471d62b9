import BuildPlanning
import Digests
import Targets

/// Numbers that a seed fixes.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func chance(_ one: Int, in many: Int) -> Bool { Int.random(in: 0..<many, using: &self) < one }
}

/// A workspace as data: targets, their sources, who needs whom. The oracle works on this alone.
struct RandomWorkspace {
    struct Module {
        var name: String
        var isClang: Bool
        /// Indices of earlier modules.
        var needs: [Int]
        /// Name -> text.
        var sources: [String: String]
        var headers: [String: String]
    }

    static let package = PackageID("pkg")
    var modules: [Module]

    init(using numbers: inout SeededNumbers) {
        modules = []
        for index in 0..<Int.random(in: 3...9, using: &numbers) {
            let isClang = index > 0 && numbers.chance(1, in: 4)
            var module = Module(
                name: "M\(index)", isClang: isClang,
                needs: (0..<index).filter { _ in numbers.chance(2, in: 5) }, sources: [:], headers: [:])
            let suffix = isClang ? "c" : "swift"
            for file in 0..<Int.random(in: 1...3, using: &numbers) {
                module.sources["f\(file).\(suffix)"] =
                    isClang
                    ? "public \(index).\(file)\nbody 0\n"
                    // What stands in a function's body is seen by nobody else, and a part of the compile is enough.
                    // The toy compiler uses all that it sees; this word says so to a real one.
                    : "public \(index).\(file)\nfunc f() {\nbody 0\n}\nhidden 0\nlayout 0\nplain\ndistributed\n"
            }
            if isClang {
                module.headers["\(module.name).h"] = "declares 0\n"
                module.sources["f0.c"] = "include \(module.name).h\nbody 0\n"
                // A C target sees headers of C targets alone.
                module.needs = module.needs.filter { modules[$0].isClang }
            }
            modules.append(module)
        }
    }

    /// The last Swift module is the executable.
    var app: Int { modules.lastIndex { !$0.isClang } ?? 0 }

    /// Everything that a module needs, itself left out; sorted.
    func closure(of index: Int) -> [Int] {
        var found: Set<Int> = []
        var open = modules[index].needs
        while let next = open.popLast() {
            if found.insert(next).inserted { open += modules[next].needs }
        }
        return found.sorted()
    }

    func id(_ index: Int) -> TargetID { TargetID(RandomWorkspace.package, modules[index].name) }

    func graph() throws -> TargetGraph {
        try TargetGraph(
            packages: [
                Package(
                    id: RandomWorkspace.package, displayName: "pkg", identity: "pkg", folder: "pkg",
                    toolsVersion: ToolsVersion(6, 0))
            ],
            targets: modules.enumerated().map { index, module in
                let folder = "Sources/\(module.name)"
                return Target(
                    id: id(index), kind: index == app ? .executable : .library,
                    language: module.isClang ? .clang : .swift,
                    folder: folder, sources: module.sources.keys.sorted().map { "\(folder)/\($0)" },
                    headers: module.headers.keys.sorted().map { "\(folder)/include/\($0)" },
                    publicHeaders: module.isClang ? "\(folder)/include" : nil,
                    moduleMap: module.isClang ? .umbrellaFolder("\(folder)/include") : .none,
                    dependencies: module.needs.map { Conditional(.target(id($0))) })
            }, products: [Product(id: ProductID(RandomWorkspace.package, "app"), kind: .executable, targets: [id(app)])]
        )
    }

    /// Every file of the workspace: path -> text.
    var files: [String: String] {
        var files: [String: String] = [:]
        for module in modules {
            for (name, text) in module.sources { files["pkg/Sources/\(module.name)/\(name)"] = text }
            for (name, text) in module.headers { files["pkg/Sources/\(module.name)/include/\(name)"] = text }
        }
        return files
    }
}
