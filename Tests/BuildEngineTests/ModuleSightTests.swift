import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Targets
import Testing

@testable import BuildEngine

@Suite struct ModuleSightTests {
    /// `App` sees `Middle`, which sees `Base` and `Side`.
    private let needs = ["Base": [], "Side": [], "Middle": ["Base", "Side"], "App": ["Middle"]]

    private func action(_ name: String) -> Action {
        let interfaces = (needs[name] ?? []).map { ActionID("emit \($0)") }
        return Action(
            id: ActionID("emit \(name)"), subject: .product(ProductID(PackageID("."), name)), folder: ".",
            work: .tool(.init(.emitModule(.init(output: "m"), nil), .swiftc, interfaces: interfaces)))
    }

    private func nodes(_ interfaces: [String: String], _ bytes: [String: String] = [:]) -> [String: ModuleSight.Nodes] {
        var found: [String: ModuleSight.Nodes] = [:]
        for name in ["Base", "Side", "Middle", "App"] {
            let result = ActionResult(
                outputs: [.init(name: "m", digest: ContentDigest(of: bytes[name] ?? name), isExecutable: false)],
                interface: ContentDigest(of: interfaces[name] ?? name))
            found[name] = ModuleSight.nodes(of: action(name), result) { id in
                found[String(id.name.dropFirst("emit ".count))]?.sight
            }
        }
        return found
    }

    @Test("a module that imports nothing is seen as its interface, and what lies behind one is seen through it")
    func depth() {
        let before = nodes([:]), after = nodes(["Base": "another"])
        #expect(before["Base"]?.sight.interfaces == ContentDigest(of: "Base"))
        for name in ["Base", "Middle", "App"] {
            #expect(before[name]?.sight.interfaces != after[name]?.sight.interfaces)
            #expect(before[name]?.sight.bytes == after[name]?.sight.bytes)
        }
        #expect(before["Side"]?.sight == after["Side"]?.sight)
        #expect(nodes([:])["App"]?.sight == before["App"]?.sight)
    }

    @Test("other bytes under the same interface are seen by who reads bytes alone")
    func bytes() {
        let before = nodes([:]), after = nodes([:], ["Base": "another"])
        #expect(before["App"]?.sight.interfaces == after["App"]?.sight.interfaces)
        #expect(before["App"]?.sight.bytes != after["App"]?.sight.bytes)
    }

    @Test("an action that shows nothing has no sight")
    func nothing() {
        #expect(ModuleSight.nodes(of: action("App"), ActionResult(outputs: [])) { _ in nil } == nil)
    }

    // MARK: What changed behind a sight

    private func changes(_ memory: FingerprintMemory, from old: ModuleSight.Nodes, to new: ModuleSight.Nodes)
        -> [String]
    {
        let change = RebuildReason.Change(
            component: .interface(of: ActionID("emit Middle")), old: old.sight.interfaces.description,
            new: new.sight.interfaces.description)
        return SightChanges(memory: memory).resolved([change]).map {
            "\($0.component.text): \($0.old ?? "-") \($0.new ?? "-")"
        }
    }

    @Test("a changed sight leads to the modules whose own interfaces changed; where nothing is remembered it stays")
    func resolved() throws {
        let files = InMemoryFileSystem(), memory = FingerprintMemory(files: files, folder: AbsolutePath("/state"))
        let before = nodes([:]), after = nodes(["Base": "another", "Middle": "another middle"])
        let middle = try #require(before["Middle"]), newMiddle = try #require(after["Middle"])
        let unknown = changes(memory, from: middle, to: newMiddle)
        #expect(
            unknown == ["interface of emit Middle: \(middle.sight.interfaces) \(newMiddle.sight.interfaces)"])

        for state in [before, after] {
            for (name, nodes) in state { memory.record(Fingerprint(), nodes, for: ActionID("emit \(name)")) }
        }
        func digest(_ text: String) -> ContentDigest { ContentDigest(of: text) }
        #expect(
            changes(memory, from: middle, to: newMiddle) == [
                "interface of emit Middle: \(digest("Middle")) \(digest("another middle"))",
                "interface of emit Base: \(digest("Base")) \(digest("another"))",
            ])
    }

    @Test("a module that is seen no more, or newly, is named")
    func gone() throws {
        let files = InMemoryFileSystem(), memory = FingerprintMemory(files: files, folder: AbsolutePath("/state"))
        let before = try #require(nodes([:])["Middle"])
        var after = before
        after.interfaces.imports.removeLast()
        for state in [before, after] { memory.record(Fingerprint(), state, for: ActionID("emit Middle")) }
        #expect(
            changes(memory, from: before, to: after) == ["interface of emit Side: \(ContentDigest(of: "Side")) -"])
    }

    @Test("the last states of a module are kept, and no more than some")
    func kept() throws {
        let files = InMemoryFileSystem(), memory = FingerprintMemory(files: files, folder: AbsolutePath("/state"))
        for step in 0..<40 {
            memory.record(Fingerprint(), nodes(["Base": "\(step)"])["Base"], for: ActionID("emit Base"))
        }
        let kept = memory.nodes(of: ActionID("emit Base"))
        #expect(kept.first?.own == ContentDigest(of: "39") && kept.count == 16)
        #expect(memory.last(for: ActionID("emit Base")) == Fingerprint())
    }
}
