import ArtifactCache
import BuildPlanning

/// Keeps the results of tests that passed, under the key of all that they may depend on. Failures are never kept.
public struct TestResultCache: Sendable {
    private let cache: TieredCache

    public init(_ cache: TieredCache) { self.cache = cache }

    private static let name = "test-report", listing = "test-names"
    /// In bytes. A line a test: 10,000 of them take a megabyte.
    private static let largest: Int64 = 64 << 20

    /// What the tests came to when they were run, and the milliseconds that this took.
    func run(for key: ActionKey) -> (run: TestRun, wall: Int64)? {
        guard case .success(let (result, _)) = cache.result(for: key.digest),
            result.outputs.map(\.name) == [TestResultCache.name],
            let bytes = try? cache.read(result.outputs[0].digest, atMost: TestResultCache.largest),
            let content = TestReportFormat.decode(bytes)
        else { return nil }
        var run = TestRun(results: content.results, ending: .passed, wall: Double(result.wall) / 1000)
        run.warnings = content.warnings
        return (run, result.wall)
    }

    /// The places that are asked, in their order.
    var places: [CachePlace] { cache.places }

    /// The names of what programs of that key were seen to ask for; nil where none ran.
    func inputs(of key: ActionKey, in place: CachePlace) -> [String]? {
        try? cache.inputNames(for: key.digest, in: place).get()
    }

    /// Adds names to those of what programs of that key were seen to ask for. Returns all of them; nil where the cache
    /// does not take them, and the tests will run again.
    func publish(_ names: [String], of key: ActionKey) -> [String]? {
        try? cache.publishInputNames(names, for: key.digest, reach: .everywhere)
    }

    /// The names of a program's tests.
    func names(for key: ActionKey) -> [String]? {
        guard case .success(let (result, _)) = cache.result(for: key.digest),
            result.outputs.map(\.name) == [TestResultCache.listing],
            let bytes = try? cache.read(result.outputs[0].digest, atMost: TestResultCache.largest)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Failing to is no error: the program is asked again.
    func publish(_ names: [String], for key: ActionKey) {
        guard let digest = try? cache.store(Array(names.joined(separator: "\n").utf8), reach: .everywhere) else {
            return
        }
        let result = ActionResult(outputs: [.init(name: TestResultCache.listing, digest: digest)], wall: 0, cpu: 0)
        try? cache.publish(result, for: key.digest, reach: .everywhere)
    }

    /// False where the cache does not take it, and the tests will run again.
    func publish(_ run: TestRun, for key: ActionKey) -> Bool {
        guard run.passed, run.results.allSatisfy({ $0.outcome == .passed || $0.outcome == .skipped }),
            let digest = try? cache.store(
                TestReportFormat.encode(.init(results: run.results, warnings: run.warnings)), reach: .everywhere)
        else { return false }
        let result = ActionResult(
            outputs: [.init(name: TestResultCache.name, digest: digest)], wall: Int64(run.wall * 1000),
            cpu: Int64(run.cpu * 1000))
        return (try? cache.publish(result, for: key.digest, reach: .everywhere)) != nil
    }
}
