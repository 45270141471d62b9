import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import Disk
import FakeTools
import Glibc
import Subprocesses
import Targets
import Testing
import Toolchains

/// Random workspaces, random edits, injected failures, against the oracle: what is built must be what a pure evaluation
/// gives, and what runs must be exactly what never ran with the same inputs before.
///
/// `MONO_RANDOM_ROUNDS` and `MONO_RANDOM_SEED` make a campaign of it; a failure names its seed.
@Suite struct RandomGraphTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
    static let rounds = number("MONO_RANDOM_ROUNDS") ?? 6
    static let firstSeed = number("MONO_RANDOM_SEED") ?? 1

    @Test(arguments: firstSeed..<firstSeed + rounds)
    func whatIsBuiltIsWhatMustBe(seed: UInt64) throws {
        var world = World(seed: seed)
        for step in 0..<12 {
            if step > 0 { world.edit() }
            try world.buildAndCheck("seed \(seed), step \(step): \(world.lastEdit)", checksWhatRan: true)
        }
    }

    /// With entries of the cache lost or damaged, nothing is known of what runs; what is built must be right all the
    /// same.
    @Test(arguments: firstSeed..<firstSeed + rounds / 2 + 1)
    func aDamagedCacheNeverGivesAWrongBuild(seed: UInt64) throws {
        var world = World(seed: seed &+ 1_000_000)
        for step in 0..<8 {
            if step > 0 {
                world.edit()
                try world.damageCache()
            }
            try world.buildAndCheck("seed \(seed), step \(step): \(world.lastEdit)", checksWhatRan: false)
        }
    }
}

private struct World {
    let files = InMemoryFileSystem()
    let root = AbsolutePath("/work space")
    let cache = AbsolutePath("/cache")
    var numbers: SeededNumbers
    var workspace: RandomWorkspace
    var history: [RandomWorkspace] = []
    /// For each action, the inputs with which it ran or was found before.
    var seen: [String: Set<String>] = [:]
    /// Keys of links that ran on a assumption which did not hold. What they made is in the cache, and may be found
    /// there one day.
    var abandoned: Set<ActionKey> = []
    let emissionTime: UInt32
    var lastEdit = "first build"

    init(seed: UInt64) {
        emissionTime = seed % 2 == 0 ? 3000 : 0
        numbers = SeededNumbers(seed: seed)
        workspace = RandomWorkspace(using: &numbers)
        try? files.write("header", to: AbsolutePath("/usr/include/stdio.h"))
        try? files.write("crt", to: AbsolutePath("/usr/lib/crt1.o"))
    }

    mutating func edit() {
        history.append(workspace)
        let index = Int.random(in: workspace.modules.indices, using: &numbers)
        let file = workspace.modules[index].sources.keys.sorted().randomElement(using: &numbers)!
        let value = Int.random(in: 0..<4, using: &numbers)
        switch Int.random(in: 0..<16, using: &numbers) {
        case 0, 1, 2:
            lastEdit = "body of \(index)/\(file) becomes \(value)"
            setLine("body", "body \(value)", index, file)
        case 3, 4:
            lastEdit = "declaration in \(index)/\(file) becomes \(value)"
            setLine("public", "public \(index).\(value)", index, file)
        case 5:
            lastEdit = "syntax error in \(index)/\(file), or mended"
            // Where a module is emitted nobody looks into bodies.
            let line = workspace.modules[index].isClang ? "body" : "layout"
            if workspace.modules[index].sources[file]!.contains("syntax error") {
                setLine("syntax error", "\(line) 0", index, file)
            } else {
                setLine(line, "syntax error", index, file)
            }
        case 6:
            lastEdit = "back to an earlier state"
            workspace = history.randomElement(using: &numbers)!
        case 7:
            lastEdit = "header of \(index)"
            if let header = workspace.modules[index].headers.keys.sorted().first {
                workspace.modules[index].headers[header] = "declares \(value)\n"
            }
        case 8:
            lastEdit = "a file more or less in \(index)"
            let name = "extra.\(workspace.modules[index].isClang ? "c" : "swift")"
            if workspace.modules[index].sources.removeValue(forKey: name) == nil {
                workspace.modules[index].sources[name] = "public extra\nbody \(value)\n"
            }
        case 10, 11, 12:
            lastEdit = "hidden declaration in \(index)/\(file) becomes \(value)"
            setLine("hidden", "hidden \(value)", index, file)
        case 13:
            lastEdit = "hidden layout in \(index)/\(file) becomes \(value)"
            setLine("layout", "layout \(value)", index, file)
        case 14:
            lastEdit = "\(index)/\(file) sees hidden declarations, or no more"
            if workspace.modules[index].sources[file]!.contains("plain") {
                setLine("plain", "@testable import All", index, file)
            } else {
                setLine("@testable", "plain", index, file)
            }
        case 9:
            lastEdit = "the workspace's own folder removed"
            try? files.remove(root / ".mono")
        default:
            lastEdit = "a need more or less of \(index)"
            if workspace.modules[index].isClang { return }
            if index > 0 {
                let need = Int.random(in: 0..<index, using: &numbers)
                if let at = workspace.modules[index].needs.firstIndex(of: need) {
                    workspace.modules[index].needs.remove(at: at)
                } else {
                    workspace.modules[index].needs = (workspace.modules[index].needs + [need]).sorted()
                }
            }
        }
    }

    private mutating func setLine(_ prefix: String, _ line: String, _ index: Int, _ file: String) {
        let lines = workspace.modules[index].sources[file]!.split(separator: "\n").map {
            $0.hasPrefix(prefix) ? line : String($0)
        }
        workspace.modules[index].sources[file] = lines.joined(separator: "\n") + "\n"
    }

    mutating func damageCache() throws {
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            var folder = cache
            while let entry = try? files.list(folder).randomElement(using: &numbers) {
                folder = folder / entry.name
                guard entry.kind == .file else { continue }
                var content = try files.read(folder)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: try files.remove(folder)
                case 1: try files.write(Array(content.prefix(content.count / 2)), to: folder)
                case 2 where !content.isEmpty:
                    content[Int.random(in: content.indices, using: &numbers)] ^= 1
                    try files.write(content, to: folder)
                default: try files.write([], to: folder)
                }
            }
        }
    }

    /// Makes the files of the workspace what they should be; half of the time with the modification times set back.
    private mutating func lay() throws {
        let wanted = workspace.files
        for entry in history.last.map({ $0.files }) ?? [:] where wanted[entry.key] == nil {
            try files.remove(root / entry.key)
        }
        for (path, text) in wanted.sorted(by: { $0.key < $1.key }) {
            let place = root / path
            if let old = try? files.read(place), old == Array(text.utf8) { continue }
            let before = files.status(place)?.modified
            try files.write(text, to: place)
            if let before, numbers.chance(1, in: 2) { try files.setModified(place, to: before) }
        }
        files.advance(by: Int64.random(in: 1...10_000_000_000, using: &numbers))
    }

    mutating func buildAndCheck(_ what: String, checksWhatRan: Bool) throws {
        try lay()
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        let plan = try ActionPlanner(graph: try workspace.graph(), request: request).plan()
        let digests = FileDigests(files: files, memory: root / ".mono/state/digests")
        let engine = BuildEngine(
            root: root, toolchain: FakeToolchain.toolchain, files: files, workspaceDigests: digests,
            machineDigests: FileDigests(files: files, memory: nil),
            cache: TieredCache(local: cache, shared: nil, files: files),
            commands: FakeToolchain(files: files, emissionTime: emissionTime), environment: [:],
            options: .init(
                jobs: 3, keepGoing: true, verification: VerificationRequest(percent: 100, seed: 1),
                precision: .usedParts))
        let observer = RecordingObserver()
        let summary = engine.build(
            plan, layout: BuildLayout(configuration: .debug), observers: [observer], cancellation: Cancellation())
        let oracle = Oracle(workspace)

        #expect(
            summary.succeeded == oracle.broken.isEmpty,
            "\(what): \(summary.failures.map { ($0.action.id, $0.failure) })")
        #expect(summary.unpublished == [], "\(what)")
        // Whatever was taken from the cache is what the tools make of this state of the workspace.
        #expect(summary.verification?.mismatches.map(\.action.id) ?? [] == [], "\(what)")
        if checksWhatRan { #expect(summary.verification?.obstacles.map(\.action.id) ?? [] == [], "\(what)") }
        let product = root / ".mono/debug/app"
        if let expected = oracle.executable, summary.succeeded {
            #expect(String(decoding: try files.read(product), as: UTF8.self) == expected, "\(what)")
        }

        let unreachable = oracle.unreachable(in: workspace)
        var must: [String] = []
        for (action, inputs) in oracle.inputs where !unreachable.contains(action) {
            if seen[action]?.contains(inputs) != true { must.append(action) }
        }
        let tried = observer.record.reports.filter { report in
            if case .failed = report.outcome { return true }
            return report.outcome == .ran
        }
        for report in observer.record.reports where report.outcome == .abandoned {
            if let key = report.key { abandoned.insert(key) }
        }
        let foundAbandoned = Set(
            observer.record.reports.filter { report in
                if case .hit = report.outcome, let key = report.key { return abandoned.contains(key) }
                return false
            }.map(\.action.id.name))
        if checksWhatRan {
            must.removeAll { foundAbandoned.contains($0) }
            #expect(tried.map(\.action.id.name).sorted() == must.sorted(), "\(what)")
        }
        for report in observer.record.reports {
            switch report.outcome {
            case .ran, .hit: seen[report.action.id.name, default: []].insert(oracle.inputs[report.action.id.name] ?? "")
            default: break
            }
        }
    }
}
