import Disk
import Targets
import Testing

@testable import TestRunning

/// What sources say of what tests may read.
@Suite struct RuntimeFactsTests {
    private func facts(_ text: String) -> RuntimeFacts { RuntimeFacts(Array(text.utf8)) }

    @Test("asking for one's own place", arguments: ["#filePath", "file: String = #file)", "\"\\(#filePath)\"", "__FILE__"])
    func asksForPlace(_ text: String) { #expect(facts(text).asksForPlace) }

    @Test("not asking for it", arguments: ["#fileID", "file: file", "filePath", "let file = 1", ""])
    func doesNot(_ text: String) { #expect(!facts(text).asksForPlace) }

    @Test("asking for the working folder, or naming sources from there")
    func folder() {
        #expect(facts("FileManager.default.currentDirectoryPath").asksForFolder)
        #expect(facts(#"contents(atPath: "Sources/A/a.swift")"#).asksForFolder)
        #expect(facts(#"let place = "Tests""#).asksForFolder)
        #expect(!facts("see Sources/A for more; Tests are below").asksForFolder)
    }

    @Test("steps up count where they stand together")
    func steps() {
        #expect(facts("u.deletingLastPathComponent()\n  .deletingLastPathComponent()").stepsUp == 2)
        #expect(facts(#"path + "/../../x""#).stepsUp == 2)
        #expect(facts("for i in 0..<3 {}; a...b").stepsUp == 0)
        let far = String(repeating: "// nothing\n", count: 200)
        #expect(facts("u.deletingLastPathComponent()\n" + far + "v.deletingLastPathComponent()").stepsUp == 1)
    }

    @Test("programs, and names in capitals")
    func others() {
        for text in ["let p = Process()", "try Process.run(url)", "posix_spawn(&pid)", "import Subprocess"] { #expect(facts(text).startsPrograms) }
        for text in ["ProcessInfo.processInfo", "/// Process IO and tasks", "fork the repository"] { #expect(!facts(text).startsPrograms) }
        #expect(facts(#"getenv("SOME_NAME"); case COLUMNS; aB; X"#).names == ["SOME_NAME", "COLUMNS"])
    }
}

/// How far a target's tests look around.
@Suite struct TestNeedsTests {
    private static let package = PackageID(".")

    private func needs(_ sources: [String: String], helper: String = "") throws -> TestNeeds {
        var contents = Dictionary(uniqueKeysWithValues: sources.map { ("/w/Tests/T/\($0)", $1) })
        contents["/w/Sources/Help/h.swift"] = helper
        let files = InMemoryFileSystem(contents)
        let help = Target(id: TargetID(Self.package, "Help"), kind: .library, language: .swift, folder: "Sources/Help", sources: ["Sources/Help/h.swift"])
        let test = Target(
            id: TargetID(Self.package, "T"), kind: .test, language: .swift, folder: "Tests/T", sources: sources.keys.map { "Tests/T/\($0)" }.sorted(),
            dependencies: [Conditional(.target(help.id))])
        let graph = try TargetGraph(
            packages: [Package(id: Self.package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0))],
            targets: [help, test], products: [])
        let digests = FileDigests(files: files, memory: nil)
        let path = AbsolutePath("/w/.mono/state/test-sources")
        let first = RuntimeFactsMemory(files: files, digests: digests, path: path)
        let found = TestNeeds(of: test.id, in: graph, root: AbsolutePath("/w"), .debug, first)
        first.save()
        // What is remembered says the same.
        let again = TestNeeds(of: test.id, in: graph, root: AbsolutePath("/w"), .debug, RuntimeFactsMemory(files: files, digests: digests, path: path))
        #expect(again == found)
        return found
    }

    private static let up = ".deletingLastPathComponent()"

    @Test("the further up from its own place, the more counts; out of the package, nothing is sure")
    func reach() throws {
        #expect(try needs(["a.swift": "let x = 1"]).reach == .resources)
        #expect(try needs(["a.swift": "URL(#filePath)"]).reach == .ownFolder)
        #expect(try needs(["a.swift": "URL(#filePath)" + Self.up]).reach == .ownFolder)
        #expect(try needs(["a.swift": "URL(#filePath)" + Self.up + Self.up]).reach == .package)
        #expect(try needs(["a.swift": "URL(#filePath)" + Self.up + Self.up + Self.up]).reach == .package)
        #expect(try needs(["a.swift": "URL(#filePath)" + Self.up + Self.up + Self.up + Self.up]).reach == .unknown(source: "Tests/T/a.swift"))
        #expect(try needs(["a.swift": "getcwd(nil, 0)"]).reach == .package)
        #expect(try needs(["a.swift": "getcwd(nil, 0) + \"/../x\""]).reach == .unknown(source: "Tests/T/a.swift"))
        // Steps up from what was never its own place are nobody's business.
        #expect(try needs(["a.swift": "url" + Self.up + Self.up]).reach == .resources)
    }

    @Test("what helpers say counts too: they are told the place of the test that calls them")
    func helpers() throws {
        let found = try needs(["a.swift": ""], helper: "func f(file: StaticString = #filePath) { URL(file)" + Self.up + Self.up + " }; Process()")
        #expect(found.reach == .package && found.startsPrograms)
    }

    @Test("a source that cannot be read may say anything")
    func unreadable() throws {
        let files = InMemoryFileSystem(["/w/x": ""])
        let memory = RuntimeFactsMemory(files: files, digests: FileDigests(files: files, memory: nil), path: AbsolutePath("/w/memory"))
        #expect(memory.facts(of: AbsolutePath("/w/gone.swift")).asksForFolder)
    }
}

@Suite struct TestEnvironmentTests {
    private func environment(_ user: [String: String], names: Set<String> = [], declared: [String] = []) -> TestEnvironment {
        TestEnvironment(user, names: names, declared: declared, toolchain: "/usr/swift/bin")
    }

    @Test("tests get what their code names, what is declared, and how texts look; and all of that counts")
    func counted() {
        let found = environment(["A": "1", "SECRET": "2", "TZ": "UTC", "B": "3", "HOME": "/h"], names: ["A", "UNSET"], declared: ["B", "GONE"])
        #expect(found.variables == ["A": "1", "B": "3", "TZ": "UTC", "HOME": "/h", "LANG": "C.UTF-8", "PATH": "/usr/swift/bin:/usr/local/bin:/usr/bin:/bin"])
        #expect(found.counted.map(\.name) == ["A", "B", "GONE", "TZ"])
        #expect(found.counted.map(\.value) == ["1", "3", nil, "UTC"])
    }

    @Test("what code names is the person's own, the search path and the home folder too")
    func named() {
        let found = environment(["PATH": "/my/bin", "HOME": "/h"], names: ["PATH", "HOME"])
        #expect(found.variables["PATH"] == "/my/bin" && found.counted.map(\.name) == ["HOME", "PATH"])
    }
}
