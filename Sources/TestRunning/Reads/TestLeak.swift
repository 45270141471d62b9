import Disk
import Subprocesses

/// Something that a hermetic test does not do: its results would depend on more than is declared.
public enum TestLeak: Hashable, Sendable {
    /// It asked for a file outside of what is declared; where the input lies.
    case reads(AbsolutePath, FileAccesses.Ways)
    /// Its results cannot be kept for this reason.
    case notKept(TestReport.NotKept)
    /// Nobody watched it.
    case notWatched

    static func all(of report: TestReport, _ target: TestTarget, _ scopes: TestScopes) -> [TestLeak] {
        if report.runs.allSatisfy({ $0.results.isEmpty }), report.reads == nil { return [] }
        guard let reads = report.reads else { return [.notWatched] }
        var leaks: [TestLeak] = []
        if let obstacle = reads.obstacle ?? report.notKept { leaks.append(.notKept(obstacle)) }
        for input in reads.inputs {
            guard let path = scopes.path(of: input), !isDeclared(path, input, target) else { continue }
            leaks.append(.reads(path, input.ways))
        }
        return leaks.sorted { $0.order < $1.order }
    }

    private static func isDeclared(_ path: AbsolutePath, _ input: TestInput, _ target: TestTarget) -> Bool {
        if input.scope == .toolchain || input.scope == .machine && isOfSystem(path) { return true }
        // What lies beside the program was built with it.
        if path.isInside(target.program.path.parent) { return true }
        if target.declared.contains(where: path.isInside) { return true }
        // On the way there.
        return input.ways == .looked && target.declared.contains { $0.isInside(path) }
    }

    /// Where systems keep libraries, programs and settings.
    private static func isOfSystem(_ path: AbsolutePath) -> Bool {
        ["/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc"].contains { path.isInside(AbsolutePath($0)) }
    }

    private var order: String {
        switch self {
        case .notWatched: "0"
        case .notKept(let reason): "1 \(reason.order)"
        case .reads(let path, _): "2 \(path)"
        }
    }
}
