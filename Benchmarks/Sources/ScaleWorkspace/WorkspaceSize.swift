/// What is asked of a generated workspace. All that is in it follows from this, byte by byte.
public struct WorkspaceSize: Equatable, Sendable {
    /// All targets: libraries, programs and tests.
    public let targets: Int
    public let seed: Int
    /// Lines of a file in percent of those that real ones have.
    public let linesPercent: Int
    /// Sources a target, on average.
    public let meanSources: Int

    /// Counted up where the same size and seed make something else.
    public static let version = 1
    /// How many targets there can be: names have three digits for a package, and three for a library.
    public static let possible = 20...50_000
    static let targetsInPackage = 100

    public init(targets: Int, seed: Int = 1, linesPercent: Int = 10, meanSources: Int = 10) {
        (self.targets, self.seed) = (targets, seed)
        (self.linesPercent, self.meanSources) = (linesPercent, meanSources)
    }

    /// Workspaces with the same stamp are the same.
    public var stamp: String {
        "scale-bench \(WorkspaceSize.version): \(targets) targets, seed \(seed), lines \(linesPercent) %, "
            + "\(meanSources) sources a target"
    }

    var packages: Int { max(1, (targets + WorkspaceSize.targetsInPackage / 2) / WorkspaceSize.targetsInPackage) }

    func targets(of package: Int) -> Int { targets / packages + (package < targets % packages ? 1 : 0) }

    /// One for ten libraries.
    func tests(of package: Int) -> Int { targets(of: package) / 11 }

    /// All that is no test, but for one program.
    func libraries(of package: Int) -> Int { targets(of: package) - tests(of: package) - 1 }
}
