import Digests
import Disk
import Targets
import Testing

@testable import TestRunning

@Suite struct CommittedFactsTests {
    private static func target(_ sources: [String], in package: String = "P") -> Target {
        Target(
            id: TargetID(PackageID(package), "T"), kind: .library, language: .swift, folder: "Sources/T",
            sources: sources)
    }

    private static func facts(_ texts: String...) -> SourcesFacts {
        let names = texts.indices.map { "f\($0).swift" }
        let files = InMemoryFileSystem(Dictionary(uniqueKeysWithValues: zip(names.map { "/w/P/" + $0 }, texts)))
        return RuntimeFactsMemory(files: files, sourceFolders: ["Sources", "Tests"]).facts(
            of: target(names), in: AbsolutePath("/w/P"))
    }

    private static let up = ".deletingLastPathComponent()"

    @Test("what is read is what was written, but for names")
    func roundTrip() throws {
        let list = CommittedFacts.list(of: Self.target(["a.swift"]), in: "P")
        let all = [
            Self.facts("let a = 1"), Self.facts("Process()"),
            Self.facts("", "#filePath" + Self.up + Self.up, "#filePath"),
            Self.facts("getcwd() + \"/../../x\"", "#filePath"), Self.facts("getcwd()"),
        ]
        #expect(all.map(\.areSilent) == [true, false, false, false, false])
        #expect(
            all[2].steps == 2 && all[2].farthest == "f1.swift" && all[3].climber == "f0.swift" && all[4].climber == nil)
        var entries = Dictionary(
            uniqueKeysWithValues: all.enumerated().map { index, facts in
                ("T\(index)", CommittedFacts.Entry(list: list, facts: facts))
            })
        entries["T"] = CommittedFacts.Entry(list: list, facts: nil)
        let package = CommittedFacts.Package(lists: list, names: Array(entries.keys), targets: entries)
        #expect(package.targets == entries && !package.areSilent)
        let written = CommittedFacts(
            commit: "abc", sourceFolders: ["Sources", "Tests"], packages: [PackageID("P"): package])
        #expect(try CommittedFacts(written.bytes) == written)
        #expect((try? CommittedFacts([])) == nil && (try? CommittedFacts(Array(written.bytes.dropLast()))) == nil)
    }

    @Test("a package is silent where all its targets are known to be")
    func silent() {
        let list = CommittedFacts.list(of: Self.target([]), in: "P")
        func isSilent(_ facts: [String: SourcesFacts?]) -> Bool {
            let targets = facts.mapValues { CommittedFacts.Entry(list: list, facts: $0) }
            return CommittedFacts.Package(lists: list, names: ["A", "B"], targets: targets).areSilent
        }
        #expect(isSilent(["A": SourcesFacts(), "B": SourcesFacts()]))
        #expect(!isSilent(["A": SourcesFacts()]) && !isSilent(["A": SourcesFacts(), "B": nil]))
        #expect(!isSilent(["A": SourcesFacts(), "B": Self.facts("getcwd()")]))
    }

    @Test("the lists of a package's targets, in any order")
    func packageLists() {
        func lists(_ sources: [(String, [String])], in folder: String = "P") -> ContentDigest {
            CommittedFacts.lists(
                of: sources.map {
                    Target(id: TargetID(PackageID("P"), $0), kind: .library, language: .swift, folder: "S", sources: $1)
                }, in: folder)
        }
        let one = lists([("A", ["a"]), ("B", ["b", "c"])])
        #expect(one == lists([("B", ["b", "c"]), ("A", ["a"])]))
        let others = [
            lists([("A", ["a"]), ("B", ["b"])]), lists([("A", ["a", "b"]), ("B", ["c"])]),
            lists([("A", ["a"]), ("C", ["b", "c"])]),
            lists([("A", ["a"]), ("B", ["b", "c"])], in: "Q"), lists([("A", ["a"])]),
        ]
        #expect(Set(others + [one]).count == 6)
    }

    @Test("the list of a target's sources is its own")
    func lists() {
        let lists = [
            CommittedFacts.list(of: Self.target(["a", "b"]), in: "P"),
            CommittedFacts.list(of: Self.target(["ab"]), in: "P"),
            CommittedFacts.list(of: Self.target(["a", "b"]), in: "Q"),
            CommittedFacts.list(of: Self.target(["a", "b", "c"]), in: "P"),
            CommittedFacts.list(of: Self.target(["b"]), in: "Pa"), CommittedFacts.list(of: Self.target([]), in: "P"),
        ]
        #expect(Set(lists).count == lists.count)
    }

    @Test("of a target that is known, no source is read")
    func known() {
        let files = InMemoryFileSystem(["/w/P/a.swift": "#filePath"]), target = Self.target(["a.swift"]),
            folder = AbsolutePath("/w/P")
        let memory = RuntimeFactsMemory(files: files, sourceFolders: ["Sources", "Tests"])
        memory.know(SourcesFacts(), of: target, in: folder)
        #expect(memory.facts(of: target, in: folder).areSilent && files.filesRead.isEmpty)
        // The same name in another folder is another target.
        #expect(!memory.facts(of: target, in: AbsolutePath("/v")).areSilent)
        #expect(
            RuntimeFactsMemory(files: files, sourceFolders: ["Sources", "Tests"]).facts(of: target, in: folder)
                .asksForPlace)
    }
}
