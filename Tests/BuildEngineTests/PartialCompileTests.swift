import ArtifactCache
import BuildEngine
import Digests
import Disk
import FakeTools
import Subprocesses
import Synchronization
import Testing

/// Compiles of the edited sources alone, with a toy compiler: what is started, and what state of the cache is enough.
@Suite struct PartialCompileTests {
    private let source = AbsolutePath("/w/pkg/Sources/L/l.swift")
    private let other = AbsolutePath("/w/pkg/Sources/L/m.swift")

    /// A world that was built once, with two sources in `L`.
    private func built(shared: SharedTier? = nil) throws -> SmallWorld {
        let world = try SmallWorld(moreSources: ["m.swift": "func other() {\nbody\n}"])
        try world.files.write("public l\nfunc f() {\nbody\n}", to: source)
        _ = try world.build(shared: shared)
        return world
    }

    /// The Swift compiles to objects that a build starts: the sources of those that compile some alone, or "all".
    private func compiles(_ world: SmallWorld, shared: SharedTier? = nil) throws -> [String] {
        let seen = Seen()
        world.before { command in
            let words = command.arguments
            if let index = words.firstIndex(of: "-primary-file") {
                seen.names.withLock { $0.append(words[index + 1]) }
            } else if words.contains("-incremental") {
                seen.names.withLock { $0.append("all") }
            } else if words.contains("-emit-module") {
                seen.names.withLock { $0.append("module") }
            }
            return nil
        }
        let (summary, _) = try world.build(shared: shared)
        #expect(summary.succeeded, "\(summary.failures)")
        #expect(summary.unpublished == [])
        return seen.names.withLock { $0 }.sorted()
    }

    private final class Seen: Sendable { let names = Mutex<[String]>([]) }

    @Test func aBodyIsCompiledAloneAndNoModuleIsEmitted() throws {
        let world = try built()
        try world.files.write("public l\nfunc f() {\nanother body\n}", to: source)
        #expect(try compiles(world) == ["Sources/L/l.swift"])
        #expect(world.text(".mono/debug/app")?.contains("another body") == true)
    }

    @Test func aPrivateFunctionIsCompiledAlone() throws {
        let world = try built()
        try world.files.write("public l\nfunc f() {\nbody\n}\nprivate func g() {}", to: source)
        #expect(try compiles(world) == ["Sources/L/l.swift", "module"])
    }

    @Test func whatAnotherSourceNamesIsTheCompilersToFindOut() throws {
        let world = try built()
        try world.files.write("public l\nfunc f() {\nbody\n}\nprivate func other() {}", to: source)
        #expect(try compiles(world) == ["all", "module"])
    }

    @Test func whatOthersSeeIsTheCompilersToFindOut() throws {
        let world = try built()
        try world.files.write("public l\nhidden 1\nfunc f() {\nbody\n}", to: source)
        #expect(try compiles(world) == ["all", "module"])
    }

    @Test func theDriversAnswerThatIsNotUnderstoodCostsNoMoreThanACompile() throws {
        let world = try built()
        try world.files.write("public l\nfunc f() {\nanother body\n}", to: source)
        let seen = Seen()
        world.before { command in
            if command.arguments.contains("-driver-print-jobs") {
                return CommandResult(exit: .code(0), output: Array("nothing that one knows\n".utf8))
            }
            if command.arguments.contains("-incremental") { seen.names.withLock { $0.append("all") } }
            return nil
        }
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        #expect(seen.names.withLock { $0 } == ["all"])
        #expect(world.text(".mono/debug/app")?.contains("another body") == true)
    }

    @Test func aFreshCloneStartsFromTheNewestResult() throws {
        let shared = SharedTier(folder: AbsolutePath("/shared"), mode: .readWrite)
        let world = try built(shared: shared)
        for round in ["one", "two", "three"] {
            for folder in ["/cache", "/w/.mono"] { try world.files.remove(AbsolutePath(folder)) }
            try world.files.write("public l\nfunc f() {\nbody \(round)\n}", to: source)
            #expect(try compiles(world, shared: shared) == ["Sources/L/l.swift"], "\(round)")
            #expect(world.text(".mono/debug/app")?.contains("body \(round)") == true)
        }
        // And what was made so is found.
        for folder in ["/cache", "/w/.mono"] { try world.files.remove(AbsolutePath(folder)) }
        #expect(try compiles(world, shared: shared) == [])
    }

    /// Each blob and entry in turn is damaged: whatever is lost, what is built is right.
    @Test func nothingInTheCacheIsNeeded() throws {
        let world = try built()
        let whole = try world.files.allFiles(in: AbsolutePath("/cache")).map { ($0, try world.files.read($0)) }
        let state = try world.files.allFiles(in: AbsolutePath("/w/.mono")).map { ($0, try world.files.read($0)) }
        for (index, (path, content)) in whole.enumerated() {
            for folder in ["/cache", "/w/.mono"] { try world.files.remove(AbsolutePath(folder)) }
            for (path, content) in whole + (index % 2 == 0 ? state : []) { try world.files.write(content, to: path) }
            try world.files.write(content.map { $0 ^ 1 }, to: path)
            try world.files.write("public l\nfunc f() {\nbody \(index)\n}", to: source)
            let (summary, _) = try world.build()
            #expect(summary.succeeded, "\(path): \(summary.failures)")
            #expect(world.text(".mono/debug/app")?.contains("body \(index)") == true, "\(path)")
        }
    }
}
