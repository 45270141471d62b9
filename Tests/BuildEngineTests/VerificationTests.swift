import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Subprocesses
import Synchronization
import Testing

@testable import BuildEngine

/// Cached results that are made again and compared.
@Suite struct VerificationTests {
    private static let all = VerificationRequest(percent: 100, seed: 1)
    private static let scratch = "/w/.mono/verify/"

    private static func compilesInScratch(_ folder: String) -> @Sendable (Command) -> Bool {
        {
            $0.folder.hasPrefix(scratch) && $0.arguments.contains("-c")
                && $0.arguments.contains { $0.hasPrefix("Sources/\(folder)/") }
        }
    }

    private static func key(_ name: String, in observer: RecordingObserver) throws -> ContentDigest {
        try #require(observer.record.reports.last { $0.action.id.name == name && $0.key != nil }?.key).digest
    }

    /// Puts another content in the place of the first output of an action's result, as if a run had made it.
    private static func plant(_ text: String, for key: ContentDigest, in cache: TieredCache) throws {
        var result = try cache.result(for: key).get().0
        result.outputs[0].digest = try cache.store(Array(text.utf8), reach: .everywhere)
        try cache.publish(result, for: key, reach: .everywhere)
    }

    /// Every file of the workspace but hints, with its content.
    private func files(of world: SmallWorld, below folder: AbsolutePath? = nil) throws -> [String: ContentDigest] {
        var found: [String: ContentDigest] = [:]
        for entry in try world.files.list(folder ?? world.root) {
            let path = (folder ?? world.root) / entry.name
            if path.string == "/w/.mono/state" { continue }
            if entry.kind == .folder {
                found.merge(try files(of: world, below: path)) { $1 }
            } else {
                found[path.string] = try world.files.digest(path)
            }
        }
        return found
    }

    @Test func honestResultsAreTheSame() throws {
        let world = try SmallWorld()
        let (first, _) = try world.build(verification: VerificationTests.all)
        #expect(first.verification?.start.results == 0)
        let before = try files(of: world)
        let (second, seen) = try world.build(verification: VerificationTests.all)
        #expect(seen.ran.isEmpty)
        #expect(second.verification?.same == second.hits && second.hits >= 8)
        #expect(second.verification?.mismatches.isEmpty == true && second.verification?.obstacles.isEmpty == true)
        #expect(try files(of: world) == before, "nothing of the workspace is disturbed, and nothing stays")
    }

    @Test func aWrongResultIsCaughtAndQuarantined() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let right = world.text(".mono/debug/app")
        let key = try VerificationTests.key("compile pkg:L", in: seen)
        try VerificationTests.plant("object of another compiler", for: key, in: world.cache())
        try world.files.remove(world.root / ".mono")

        let (summary, _) = try world.build(verification: VerificationTests.all)
        #expect(summary.succeeded, "the build cannot know")
        #expect(world.text(".mono/debug/app") != right)
        let found = try #require(summary.verification).mismatches
        #expect(found.map(\.action.id.name) == ["compile pkg:L"])
        #expect(found.map(\.key.digest) == [key])
        guard case .outputs(let outputs)? = found.first?.mismatch.fact else { Issue.record("\(found)"); return }
        #expect(outputs.map(\.name) == ["objects/l.swift.o"])
        #expect(outputs[0].difference == FileDifference(section: nil, offset: 7))
        #expect(found[0].mismatch.toolIsUnsteady == false)

        let place = try #require(found[0].mismatch.quarantine)
        #expect(try world.files.read(place / "cached/objects/l.swift.o") == Array("object of another compiler".utf8))
        #expect(try world.files.digest(place / "made/objects/l.swift.o") == outputs[0].made)
        #expect(throws: CacheMiss.absent) { try world.cache().result(for: key).get() }
        let kept = try CacheMaintenance(root: AbsolutePath("/cache"), files: world.files).quarantined()
        #expect(kept.map(\.key) == [key.hex])
        #expect(kept.first?.about.contains("compile pkg:L") == true)

        let (_, repaired) = try world.build()
        #expect(
            repaired.ran.contains("compile pkg:L"),
            "from the beginning: nothing that the wrong result left is built upon")
        #expect(world.text(".mono/debug/app") == right)
        #expect(try world.build(verification: VerificationTests.all).0.verification?.mismatches.isEmpty == true)
    }

    /// A compiler puts into an object what it found for another source that it compiles in the same process.
    @Test func anObjectThatIsMadeOfItsSourceAloneIsRight() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let key = try VerificationTests.key("compile pkg:L", in: seen)
        try VerificationTests.plant("made alone", for: key, in: world.cache())
        try world.files.remove(world.root / ".mono")
        world.before { [files = world.files] command in
            guard command.folder.hasPrefix(VerificationTests.scratch), command.arguments.contains("-primary-file"),
                let at = command.arguments.firstIndex(of: "-o")
            else { return nil }
            let object = AbsolutePath(command.arguments[at + 1], in: AbsolutePath(command.folder))
            try? files.write("made alone", to: object)
            return CommandResult(exit: .code(0))
        }
        let found = try #require(try world.build(verification: VerificationTests.all).0.verification)
        #expect(found.mismatches.isEmpty && found.obstacles.isEmpty && found.same == found.start.results)
        #expect((try? world.cache().result(for: key).get()) != nil)
    }

    @Test func aWrongModuleIsCaughtThoughItsInterfaceStays() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let key = try VerificationTests.key("emit-module pkg:L", in: seen)
        try VerificationTests.plant("module public l ", for: key, in: world.cache())
        try world.files.remove(world.root / ".mono")
        let found = try #require(try world.build(verification: VerificationTests.all).0.verification).mismatches
        // What was compiled against the wrong one is looked at against it.
        #expect(found.map(\.action.id.name).contains("emit-module pkg:L"))
    }

    /// As if the interface's digest had stayed when the module changed in a way that clients see.
    @Test func aResultOfAnotherInterfaceIsCaught() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let old = try world.cache().result(for: try VerificationTests.key("emit-module pkg:L", in: seen)).get().0
        try world.files.write("public l\npublic m\nbody", to: world.root / "pkg/Sources/L/l.swift")
        world.files.advance(by: 10_000_000_000)
        let (_, edited) = try world.build()
        let key = try VerificationTests.key("emit-module pkg:L", in: edited)
        var result = try world.cache().result(for: key).get().0
        #expect(result.interface != old.interface)
        let right = try #require(result.interface)
        result.interface = old.interface
        try world.cache().publish(result, for: key, reach: .everywhere)
        try world.files.remove(world.root / ".mono")

        let (summary, skipped) = try world.build(verification: VerificationTests.all)
        #expect(!skipped.ran.contains("compile pkg:A"), "its key is what it was before the edit")
        let found = try #require(summary.verification).mismatches
        #expect(found.map(\.action.id.name).sorted() == ["compile pkg:A", "emit-module pkg:L"])
        #expect(found.contains { $0.mismatch.fact == .interface(cached: old.interface, made: right) })
    }

    @Test func whatTheToolRefusesToMakeIsNoResult() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let isIt = VerificationTests.compilesInScratch("L")
        world.before { isIt($0) ? CommandResult(exit: .code(1), errors: Array("l.swift:1:1: error: no\n".utf8)) : nil }
        let (summary, seen) = try world.build(verification: VerificationTests.all)
        #expect(summary.verification?.mismatches.map(\.mismatch.fact) == [.failure(.exit(1))])
        #expect(seen.record.diagnostics.contains { $0.text.contains("error: no") })
    }

    @Test func aToolThatDiedSaysNothingOfTheResult() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let key = try VerificationTests.key("compile pkg:L", in: seen)
        let isIt = VerificationTests.compilesInScratch("L")
        world.before { isIt($0) ? CommandResult(exit: .signal(9)) : nil }
        let (summary, _) = try world.build(verification: VerificationTests.all)
        #expect(summary.verification?.mismatches.isEmpty == true)
        #expect(summary.verification?.obstacles.allSatisfy { $0.obstacle == .failure(.signal(9)) } == true)
        #expect(summary.verification?.obstacles.isEmpty == false)
        #expect((try? world.cache().result(for: key).get()) != nil)
    }

    @Test func aToolThatNeverDoesTheSameTwiceIsNamed() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let runs = Atomic(0)
        world.before { [files = world.files] command in
            guard command.folder.hasPrefix(VerificationTests.scratch),
                let at = command.arguments.firstIndex(of: "-modulewrap")
            else { return nil }
            let output = command.arguments[(command.arguments.firstIndex(of: "-o") ?? at) + 1]
            let count = runs.wrappingAdd(1, ordering: .relaxed).newValue
            try? files.write("made in run \(count)", to: AbsolutePath(command.folder) / output)
            return CommandResult(exit: .code(0))
        }
        let found = try #require(try world.build(verification: VerificationTests.all).0.verification).mismatches
        #expect(!found.isEmpty && found.allSatisfy { $0.action.kind == .wrapModule && $0.mismatch.toolIsUnsteady })
    }

    @Test func whatChangesMeanwhileIsNotHeldAgainstTheCache() throws {
        let world = try SmallWorld()
        let (_, seen) = try world.build()
        let key = try VerificationTests.key("compile pkg:L", in: seen)
        let isIt = VerificationTests.compilesInScratch("L")
        world.before { [files = world.files] command in
            guard isIt(command) else { return nil }
            try? files.write("public l\nlater", to: AbsolutePath("/w/pkg/Sources/L/l.swift"))
            return CommandResult(exit: .code(1))
        }
        let (summary, _) = try world.build(verification: VerificationTests.all)
        #expect(summary.verification?.mismatches.isEmpty == true)
        #expect(summary.verification?.obstacles.isEmpty == false)
        #expect((try? world.cache().result(for: key).get()) != nil)
    }

    @Test func stoppingLeavesNothingBehind() throws {
        let world = try SmallWorld()
        _ = try world.build()
        world.before { [cancellation = world.cancellation] command in
            guard command.folder.hasPrefix(VerificationTests.scratch) else { return nil }
            cancellation.request()
            return CommandResult(exit: .cancelled)
        }
        let (summary, _) = try world.build(verification: VerificationTests.all)
        #expect(summary.wasCancelled)
        #expect(summary.verification?.mismatches.isEmpty == true && summary.verification?.obstacles.isEmpty == true)
        #expect(!world.files.exists(AbsolutePath("/w/.mono/verify")))
    }

    @Test func aSharedTierThatIsOnlyReadIsNotBelievedAgain() throws {
        let world = try SmallWorld()
        let folder = AbsolutePath("/shared")
        let (_, seen) = try world.build(shared: SharedTier(folder: folder, mode: .readWrite))
        let key = try VerificationTests.key("compile pkg:L", in: seen)
        let shared = TieredCache(local: folder, shared: nil, files: world.files)
        try VerificationTests.plant("object of another compiler", for: key, in: shared)
        for path in ["/cache", "/w/.mono"] { try world.files.remove(AbsolutePath(path)) }

        let readOnly = SharedTier(folder: folder, mode: .readOnly)
        let (summary, _) = try world.build(verification: VerificationTests.all, shared: readOnly)
        #expect(summary.verification?.mismatches.count == 1)
        #expect(try world.build(shared: readOnly).1.ran.contains("compile pkg:L"))
        #expect(world.text(".mono/debug/app")?.contains("another compiler") == false)
    }

    /// The digest of a module's interface is kept under a key of its own, beside the results.
    @Test func aWrongRememberedInterfaceIsNotBelievedAgain() throws {
        let world = try SmallWorld()
        let folder = AbsolutePath("/shared")
        let (_, seen) = try world.build(shared: SharedTier(folder: folder, mode: .readWrite))
        let key = try VerificationTests.key("emit-module pkg:L", in: seen)
        let shared = TieredCache(local: folder, shared: nil, files: world.files)
        let right = try shared.result(for: key).get().0, wrong = ContentDigest(of: "wrong")
        var planted = 0
        for shard in try world.files.list(folder / "v1/actions") {
            for entry in try world.files.list(folder / "v1/actions/\(shard.name)") {
                let text = String(
                    decoding: try world.files.read(folder / "v1/actions/\(shard.name)/\(entry.name)"), as: UTF8.self)
                guard text.contains("interface \(right.interface!)"),
                    let name = text.split(separator: "\n").first(where: { $0.hasPrefix("key ") }),
                    let digest = ContentDigest(String(name.dropFirst(4)))
                else { continue }
                var result = try shared.result(for: digest).get().0
                result.interface = wrong
                try shared.publish(result, for: digest, reach: .local)
                planted += 1
            }
        }
        #expect(planted == 2)
        for path in ["/cache", "/w/.mono"] { try world.files.remove(AbsolutePath(path)) }

        let readOnly = SharedTier(folder: folder, mode: .readOnly)
        let found = try #require(try world.build(verification: VerificationTests.all, shared: readOnly).0.verification)
            .mismatches
        #expect(found.contains { $0.mismatch.fact == .interface(cached: wrong, made: right.interface!) })
        let (summary, repaired) = try world.build(verification: VerificationTests.all, shared: readOnly)
        #expect(repaired.ran.contains("emit-module pkg:L"))
        #expect(summary.verification?.mismatches.isEmpty == true)
        #expect(
            try world.cache(shared: readOnly).result(for: key).get().0.interface == right.interface,
            "planted \(planted)")
    }

    @Test func aSeedChoosesTheSample() {
        let keys = (0..<100).map { ActionKey(digest: ContentDigest(of: "\($0)")) }
        func sample(_ percent: Double, _ seed: UInt64) -> Set<ActionKey> {
            VerificationRequest(percent: percent, seed: seed).sample(of: keys)
        }
        #expect(sample(20, 1).count == 20)
        #expect(sample(20, 1) == sample(20, 1))
        #expect(sample(20, 1) != sample(20, 2))
        #expect(sample(0.01, 1).count == 1)
        #expect(sample(100, 1) == Set(keys))
    }

    @Test func argumentsThatNameTheWorkspaceMoveWithIt() {
        for (text, moved) in [
            ("-I/w/pc", "-I/s/1/pc"), ("/w", "/s/1"), ("/w=.", "/s/1=."), ("-Wl,-rpath,/w/lib", "-Wl,-rpath,/s/1/lib"),
            ("a:/w/b:/w", "a:/s/1/b:/s/1"),
            ("/data/w/x", "/data/w/x"), ("-I/ww", "-I/ww"), ("w/x", "w/x"), ("-I", "-I"), ("", ""),
        ] { #expect(MovedPaths.moved(text, from: "/w", to: "/s/1") == moved) }
        #expect(MovedPaths.moved("-I/usr", from: "/", to: "/s/1") == "-I/usr")
    }

    // MARK: Where files differ

    /// An object with these sections, one after the other.
    private func object(_ sections: [(name: String, content: String)]) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var names: [UInt8] = [0], body: [UInt8] = [], headers = [UInt8](repeating: 0, count: 64)
        func header(_ name: Int, _ offset: Int, _ size: Int) -> [UInt8] {
            number(name, 4) + number(1, 4) + number(0, 16) + number(64 + offset, 8) + number(size, 8) + number(0, 24)
        }
        for (name, content) in sections {
            headers += header(names.count, body.count, content.utf8.count)
            names += Array(name.utf8) + [0]
            body += Array(content.utf8)
        }
        headers += header(0, body.count, names.count)
        body += names
        let start: [UInt8] =
            [0x7F, 0x45, 0x4C, 0x46, 2, 1] + number(0, 34) + number(64 + body.count, 8) + number(0, 10)
        return start + number(64, 2) + number(sections.count + 2, 2) + number(sections.count + 1, 2) + body + headers
    }

    @Test func differencesOfObjectsNameTheSection() {
        let one = object([(".text", "code"), (".rodata", "a text")])
        #expect(FileDifference(one, one) == nil)
        #expect(
            FileDifference(one, object([(".text", "code"), (".rodata", "a test")]))
                == FileDifference(section: ".rodata", offset: 4))
        #expect(
            FileDifference(one, object([(".text", "codes"), (".rodata", "a text")]))
                == FileDifference(section: ".text", offset: 4))
        #expect(FileDifference(one, object([(".text", "code")])) == FileDifference(section: ".rodata", offset: 0))
        #expect(FileDifference(one, Array("no object".utf8)) == FileDifference(section: nil, offset: 0))
        var header = one
        header[20] = 7
        #expect(FileDifference(one, header) == FileDifference(section: nil, offset: 20))
        for length in 0..<one.count {
            #expect(FileDifference(Array(one[..<length]), one) != nil, "damaged files are no trouble")
        }
    }
}
