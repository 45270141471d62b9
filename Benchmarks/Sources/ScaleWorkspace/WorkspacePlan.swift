/// All targets of a generated workspace, with names, sources and dependencies.
public struct WorkspacePlan: Sendable {
    public enum Kind: Sendable { case library, program, tests }

    public struct Target: Sendable {
        public var kind: Kind
        public var package: Int
        public var name: String
        /// Libraries that it imports, as positions in `targets`.
        public var dependencies: [Int]
        /// Lines that each of its sources is to have.
        public var lines: [Int]
        /// Its numbers for what its sources hold.
        var seed: Draws
    }

    public let size: WorkspaceSize
    public let graph: DependencyGraph
    /// The libraries first, in the order of the graph; then programs; then tests.
    public let targets: [Target]

    public init(_ size: WorkspaceSize, shape: Shape = .measured) {
        self.size = size
        graph = DependencyGraph(size, shape: shape)
        let sources = WorkspacePlan.sources(size, shape)
        var targets: [Target] = []
        func add(_ kind: Kind, _ package: Int, _ name: String, on dependencies: [Int]) {
            let seed = Draws(seed: size.seed, purpose: 3, targets.count)
            var draws = seed
            let lines = (0..<sources[targets.count]).map { _ in
                (shape.lines.drawn(by: &draws) * size.linesPercent + 50) / 100
            }
            targets.append(
                Target(
                    kind: kind, package: package, name: name, dependencies: dependencies, lines: lines, seed: seed))
        }
        for (package, libraries) in graph.libraries.enumerated() {
            for (number, library) in libraries.enumerated() {
                add(
                    .library, package, Names.library(number, of: package),
                    on: graph.dependencies[library])
            }
        }
        for (package, libraries) in graph.libraries.enumerated() {
            // The last ones stand highest.
            add(.program, package, Names.program(of: package), on: Array(libraries.suffix(4)))
        }
        for (package, libraries) in graph.libraries.enumerated() {
            for test in 0..<size.tests(of: package) {
                let tested = libraries.lowerBound + test * libraries.count / size.tests(of: package)
                add(.tests, package, targets[tested].name + "Tests", on: [tested])
            }
        }
        self.targets = targets
    }

    /// How many sources each target has: distributed as real ones, and on average as many as are asked for.
    private static func sources(_ size: WorkspaceSize, _ shape: Shape) -> [Int] {
        var draws = Draws(seed: size.seed, purpose: 4)
        let drawn = (0..<size.targets).map { _ in shape.sources.drawnInThousandths(by: &draws) }
        let sum = drawn.reduce(0, +), wanted = size.targets * size.meanSources
        return drawn.map { max(1, ($0 * wanted + sum / 2) / sum) }
    }

    public var packages: Int { graph.libraries.count }
    public var files: Int { targets.reduce(0) { $0 + $1.lines.count } }

    /// A target and all that depends on it, as positions in `targets`.
    public func reached(from target: Int) -> Set<Int> {
        var found: Set = [target]
        // What depends on a target comes after it.
        for (number, other) in targets.enumerated() where !found.isDisjoint(with: other.dependencies) {
            found.insert(number)
        }
        return found
    }

    /// The folder of a target's sources, from the workspace's root.
    public func folder(of target: Target) -> String {
        Names.folder(of: target.package) + (target.kind == .tests ? "/Tests/" : "/Sources/") + target.name
    }

    /// The sources of a target, from the workspace's root.
    public func paths(of target: Target) -> [String] {
        let folder = folder(of: target)
        return target.lines.indices.map { "\(folder)/\(Names.source($0, of: target.kind))" }
    }
}

/// How everything in a generated workspace is called.
enum Names {
    static func package(_ package: Int) -> String { "P" + padded(package) }
    static func folder(of package: Int) -> String { "Packages/" + Names.package(package) }
    static func library(_ number: Int, of package: Int) -> String { Names.package(package) + "L" + padded(number) }
    static func program(of package: Int) -> String { Names.package(package) + "App" }
    /// The product that holds all libraries of a package.
    static func all(of package: Int) -> String { Names.package(package) + "All" }

    static func source(_ number: Int, of kind: WorkspacePlan.Kind) -> String {
        kind == .program && number == 0 ? "main.swift" : "File\(padded(number)).swift"
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
