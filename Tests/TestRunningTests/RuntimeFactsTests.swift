import Disk
import Targets
import Testing

@testable import TestRunning

/// What sources say of what tests may read.
@Suite struct RuntimeFactsTests {
    private func facts(_ text: String) -> RuntimeFacts { RuntimeFacts(Array(text.utf8)) }

    @Test(
        "asking for one's own place",
        arguments: ["#filePath", "file: String = #file)", "\"\\(#filePath)\"", "__FILE__"])
    func asksForPlace(_ text: String) { #expect(facts(text).asksForPlace) }

    @Test("not asking for it", arguments: ["#fileID", "file: file", "filePath", "let file = 1", ""])
    func doesNot(_ text: String) { #expect(!facts(text).asksForPlace) }

    @Test(
        "asking for the working folder, or naming a file as from there",
        arguments: [
            "FileManager.default.currentDirectoryPath", #"String(contentsOfFile: "../outside.txt")"#,
            #"enumerator(atPath: ".")"#, #"let folder = "..""#,
            #"URL(fileURLWithPath: "./Sources")"#, #"process.arguments = ["lint", "."]; Process()"#,
            #"var root: String { return "." }"#, #"let here = ".""#, #"["data/../../outside"]"#, #"directory ?? ".""#,
        ])
    func folder(_ text: String) { #expect(facts(text).asksForFolder) }

    @Test(
        "what only looks like it: parts of texts, and what is added to a path",
        arguments: [
            #"name.split(separator: ".")"#, #"components(separatedBy: ".")"#, #"if path == "..""#, #""." == path"#,
            #"path.hasPrefix("./")"#, #"path.contains("..")"#,
            #"replacingOccurrences(of: ".", with: "_")"#, #"case ".", "x": 1"#, #"name + "." + other"#,
            #"url.appendingPathComponent("../Fixtures")"#,
            #"url.appending(path: "../Fixtures")"#, #"path + "/../x""#, #""http://host/../x""#, #""a..b""#, "0..<3",
            #"" ... ""#, #"".json""#,
            #"case .period: return ".""#, #"UInt8(ascii: ".")"#, #"("..", ".", "")"#, #"let dot = ".""#,
            #"URL(string: "../x/", relativeTo: base)"#,
            "#include \"../x/y.h\"", #"/// Paths with "../x" in them."#,
        ])
    func noFolder(_ text: String) { #expect(!facts(text).asksForFolder) }

    @Test("steps up count where they stand together")
    func steps() {
        #expect(facts("u.deletingLastPathComponent()\n  .deletingLastPathComponent()").stepsUp == 2)
        #expect(facts(#"path + "/../../x""#).stepsUp == 2)
        #expect(facts("for i in 0..<3 {}; a...b").stepsUp == 0)
        let far = String(repeating: "// nothing\n", count: 200)
        #expect(facts("u.deletingLastPathComponent()\n" + far + "v.deletingLastPathComponent()").stepsUp == 1)
    }

    private static let up = "deletingLastPathComponent()"

    @Test(
        "going up as often as it takes",
        arguments: [
            "var url = URL(#filePath); for _ in 0..<4 { url.deleteLastPathComponent() }",
            "var url = URL(#filePath)\nwhile !exists(url.appending(\"Package.swift\")) {\n  url.deleteLastPathComponent()\n}",
            "let root = (0..<4).reduce(URL(#filePath)) { url, _ in url.\(up) }",
            "extension URL { var up: URL { \(up) } }\nlet root = URL(#filePath).up.up.up.up",
            "func up(_ url: URL) -> URL { url.\(up) }\nlet root = up(up(up(URL(#filePath))))",
            "func root(_ url: URL = URL(#filePath)) -> URL { exists(url) ? url : root(url.\(up)) }",
            "URL(#filePath).path.components(separatedBy: \"/ws/\")[0]", "Path(#file).parent().parent()",
            "URL(#filePath).pathComponents.dropLast(depth)",
            "getcwd().split(separator: \"/\")",
            "func f(file: StaticString = #filePath) { \"\\(file)\".split(separator: \"/\") }",
            "func f(file: String = #filePath) { file.split(separator: \"/\") }",
            "for (;;) path = dirname(path); __FILE__; for (;;) path = dirname(path);",
        ])
    func unbounded(_ text: String) { #expect(facts(text).stepsUp == RuntimeFacts.unbounded) }

    @Test(
        "going up that can be counted",
        arguments: [
            ("for name in names { URL(#filePath).\(up).\(up) }", 2),
            ("/// For a test.\nfunc f() { URL(#filePath).\(up) }", 1),
            ("func check(for url: URL) { URL(#filePath).\(up) }", 1),
            ("let a = URL(#filePath)\nvar b = a.\(up)\nb.deleteLastPathComponent()", 2),
            (
                "func f(_ s: String, file: StaticString = #filePath, line: UInt = #line) { XCTAssertEqual(s.split(separator: x), [], file: file) }",
                0
            ),
            ("URL(#filePath).pathComponents.dropLast(3)", 3),
            ("let a = URL(#filePath)\nfunc f() { tool.url.\(up) }", 1),
            ("func f(file: StaticString = #filePath) { URL(\"\\(file)\").\(up) }", 1),
        ])
    func bounded(_ text: String, _ steps: Int) { #expect(facts(text).stepsUp == steps) }

    @Test("what is more than a place for reports of failures")
    func usesPlace() {
        for text in [
            "URL(#filePath)", "file: String = #file", "f(_ x: StaticString = #file) { x.description }",
            "source._filePath",
        ] {
            #expect(facts(text).usesPlace, "\(text)")
        }
        for text in [
            "file: StaticString = #filePath, line: UInt",
            "file: StaticString = (#file)) { g(file: file, x.description) }", "__FILE__",
        ] {
            #expect(facts(text).asksForPlace && !facts(text).usesPlace, "\(text)")
        }
    }

    @Test("programs, and names in capitals")
    func others() {
        for text in ["let p = Process()", "try Process.run(url)", "posix_spawn(&pid)", "import Subprocess"] {
            #expect(facts(text).startsPrograms)
        }
        for text in ["ProcessInfo.processInfo", "/// Process IO and tasks", "fork the repository"] {
            #expect(!facts(text).startsPrograms)
        }
        #expect(facts(#"getenv("SOME_NAME"); case COLUMNS; aB; X"#).names == ["SOME_NAME", "COLUMNS"])
    }

    @Test(
        "whole texts in quotes may be names as well, and what they begin with up to a slash; so may what stands for a variable"
    )
    func names() {
        #expect(
            facts(#"environment["http_token"]; "lib/a.swift"; "two words"; "_"; "a.swift""#).names == [
                "http_token", "lib", "a.swift",
            ])
        #expect(
            facts("FileManager.default.temporaryDirectory").names == ["TMPDIR"]
                && facts("NSTemporaryDirectory()").names == ["TMPDIR"])
    }

    @Test("any text at all is read to its end", arguments: 0..<20)
    func anyText(_ seed: UInt64) {
        // A generator of its own: the same texts each time.
        var state = seed &* 6_364_136_223_846_793_005 &+ 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "\"", "\"..\"", "\"../x", "#", "#file", "#filePath", "#include ", "/", "//", ".", "..", "(", ")", "[", "]",
            "{", "}", "=", "==", ":", "?", "!", "+", ",", "$0", "\n", " ",
            "func up", "var up: URL ", "for _ in 0..<4 ", "while ", "forEach", "deletingLastPathComponent()",
            ".dropLast(3)", ".dropLast(", ".removeLast(99999999999999999999)",
            ".split", ".components", "StaticString", "file: StaticString = ", "describing: ", "relativeTo:", "Process(",
            "getenv(\"x\")", "\\(", "é", "\u{0}", "a",
        ]
        for _ in 0..<200 {
            let text = (0..<next(60)).map { _ in pieces[next(pieces.count)] }.joined()
            let bytes = Array(text.utf8)
            #expect(RuntimeFacts(bytes).stepsUp >= 0)
            #expect(RuntimeFacts(Array(bytes.dropFirst(next(bytes.count + 1)))).stepsUp >= 0)
        }
    }
}

/// How far a target's tests look around.
@Suite struct TestNeedsTests {
    private static let package = PackageID(".")

    private func needs(_ sources: [String: String], helper: String = "") throws -> TestNeeds {
        var contents = Dictionary(uniqueKeysWithValues: sources.map { ("/w/Tests/T/\($0)", $1) })
        contents["/w/Sources/Help/h.swift"] = helper
        let files = InMemoryFileSystem(contents)
        let help = Target(
            id: TargetID(Self.package, "Help"), kind: .library, language: .swift, folder: "Sources/Help",
            sources: ["Sources/Help/h.swift"])
        let test = Target(
            id: TargetID(Self.package, "T"), kind: .test, language: .swift, folder: "Tests/T",
            sources: sources.keys.map { "Tests/T/\($0)" }.sorted(),
            dependencies: [Conditional(.target(help.id))])
        let graph = try TargetGraph(
            packages: [
                Package(
                    id: Self.package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0))
            ],
            targets: [help, test], products: [])
        let digests = FileDigests(files: files, memory: nil)
        let path = AbsolutePath("/w/.mono/state/test-sources")
        let first = RuntimeFactsMemory(
            files: files, sourceFolders: ["Sources", "Tests", "lib"], digests: digests, path: path)
        let found = TestNeeds(of: test.id, in: graph, root: AbsolutePath("/w"), .debug, first)
        first.save()
        // What is remembered says the same.
        let again = TestNeeds(
            of: test.id, in: graph, root: AbsolutePath("/w"), .debug,
            RuntimeFactsMemory(files: files, sourceFolders: ["Sources", "Tests", "lib"], digests: digests, path: path))
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
        #expect(
            try needs(["a.swift": "URL(#filePath)" + Self.up + Self.up + Self.up + Self.up]).reach
                == .unknown(source: "Tests/T/a.swift"))
        #expect(try needs(["a.swift": "getcwd(nil, 0)"]).reach == .package)
        #expect(try needs(["a.swift": "getcwd(nil, 0) + \"/../x\""]).reach == .unknown(source: "Tests/T/a.swift"))
        // Steps up from what was never its own place are nobody's business.
        #expect(try needs(["a.swift": "url" + Self.up + Self.up]).reach == .resources)
    }

    @Test("naming a folder with sources, or going up in a path that begins in the working folder")
    func relative() throws {
        for text in [#"contents(atPath: "Sources/A/a.swift")"#, #"let place = "Tests""#, #""lib/x""#, #"list(".")"#] {
            #expect(try needs(["a.swift": text]).reach == .package, "\(text)")
        }
        #expect(try needs(["a.swift": "see Sources/A for more; Tests are below; \"Help/x\""]).reach == .resources)
        #expect(try needs(["a.swift": #"read("../outside.txt")"#]).reach == .unknown(source: "Tests/T/a.swift"))
        #expect(try needs(["a.swift": #"URL(#filePath).appendingPathComponent("../Fixtures")"#]).reach == .ownFolder)
    }

    @Test("steps in one source, from a place that another asks for")
    func elsewhere() throws {
        let helper = "extension URL { var up: URL { deletingLastPathComponent() } }"
        #expect(
            try needs(["a.swift": "URL(#filePath).up.up.up.up", "b.swift": helper]).reach
                == .unknown(source: "Tests/T/b.swift"))
        #expect(
            try needs(["a.swift": "URL(#filePath).up.up.up.up"], helper: helper).reach
                == .unknown(source: "Sources/Help/h.swift"))
        // Places that only reports of failures name go nowhere.
        #expect(
            try needs(["a.swift": "func f(file: StaticString = #filePath) {}", "b.swift": helper]).reach == .ownFolder)
    }

    @Test("how far it is out of the package depends on where the source lies that goes up")
    func depth() throws {
        let ups = String(repeating: Self.up, count: 4)
        func reach(_ test: String, _ help: String) throws -> TestNeeds.Reach {
            let help = Target(
                id: TargetID(Self.package, "H"), kind: .library, language: .swift, folder: help,
                sources: [help + "/h.swift"])
            let test = Target(
                id: TargetID(Self.package, "T"), kind: .test, language: .swift, folder: test, sources: [],
                dependencies: [Conditional(.target(help.id))])
            let graph = try TargetGraph(
                packages: [
                    Package(
                        id: Self.package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0)
                    )
                ],
                targets: [help, test], products: [])
            let files = InMemoryFileSystem(["/w/\(help.sources[0])": "URL(#filePath)" + ups])
            return TestNeeds(
                of: test.id, in: graph, root: AbsolutePath("/w"), .debug,
                RuntimeFactsMemory(files: files, sourceFolders: [])
            )
            .reach
        }
        #expect(try reach("Tests/Deep/Er/T", "Tests/Support") == .unknown(source: "Tests/Support/h.swift"))
        #expect(try reach("Tests/T", "Tests/Deep/Er/Support") == .unknown(source: "Tests/Deep/Er/Support/h.swift"))
        #expect(try reach("Tests/Deep/Er/T", "Tests/Deep/Support") == .package)
    }

    @Test("what programs read that tests start counts too: they run in the same folder")
    func programs() throws {
        let tool = TargetID(Self.package, "tool"), test = TargetID(Self.package, "T"),
            product = ProductID(Self.package, "tool")
        func reach(_ text: String) throws -> TestNeeds {
            let graph = try TargetGraph(
                packages: [
                    Package(
                        id: Self.package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0)
                    )
                ],
                targets: [
                    Target(
                        id: tool, kind: .executable, language: .swift, folder: "Sources/tool",
                        sources: ["Sources/tool/main.swift"]),
                    Target(id: test, kind: .test, language: .swift, folder: "Tests/T", sources: ["Tests/T/a.swift"]),
                ], products: [Product(id: product, kind: .executable, targets: [tool])])
            let files = InMemoryFileSystem(["/w/Tests/T/a.swift": "Process()", "/w/Sources/tool/main.swift": text])
            let memory = RuntimeFactsMemory(files: files, sourceFolders: ["Sources", "Tests"])
            var needs = TestNeeds(of: test, in: graph, root: AbsolutePath("/w"), .debug, memory)
            #expect(needs.reach == .resources)
            needs.add([product], in: graph, root: AbsolutePath("/w"), .debug, memory)
            return needs
        }
        #expect(try reach("let a = 1; NAME").reach == .resources && reach("NAME").names == ["NAME"])
        #expect(try reach(#"read("Sources/Other/Other.swift")"#).reach == .package)
        #expect(try reach("getcwd() + \"/../x\"").reach == .unknown(source: "Sources/tool/main.swift"))
        let asking = try reach("URL(#filePath)")
        #expect(asking.reach == .ownFolder && asking.asking == [test, tool])
    }

    @Test("headers are code too")
    func headers() {
        let files = InMemoryFileSystem([
            "/w/c.c": "", "/w/include/c.h": "static inline char *f() { return getenv(\"header_token\"); } // Process()",
        ])
        let target = Target(
            id: TargetID(Self.package, "C"), kind: .library, language: .clang, folder: ".", sources: ["c.c"],
            headers: ["include/c.h"])
        let facts = RuntimeFactsMemory(files: files, sourceFolders: []).facts(of: target, in: AbsolutePath("/w"))
        #expect(facts.names.contains("header_token") && facts.startsPrograms)
    }

    @Test("folders with sources, by what stands first in their paths")
    func folders() throws {
        func folders(_ folder: String, _ sources: [String]) throws -> Set<String> {
            try SourcesFacts.folders(
                of: TargetGraph(
                    packages: [
                        Package(
                            id: Self.package, displayName: "P", identity: "p", folder: ".",
                            toolsVersion: ToolsVersion(6, 0))
                    ],
                    targets: [
                        Target(
                            id: TargetID(Self.package, "A"), kind: .library, language: .swift, folder: folder,
                            sources: sources)
                    ], products: []))
        }
        #expect(try folders("lib/A", ["lib/A/a.swift"]) == ["Sources", "Tests", "lib"])
        #expect(try folders(".", ["a.swift", "more/b.swift"]) == ["Sources", "Tests", "a.swift", "more"])
    }

    @Test("what helpers say counts too: they are told the place of the test that calls them")
    func helpers() throws {
        let found = try needs(
            ["a.swift": ""],
            helper: "func f(file: StaticString = #filePath) { URL(file)" + Self.up + Self.up + " }; Process()")
        #expect(found.reach == .package && found.startsPrograms)
    }

    @Test("a source that cannot be read may say anything")
    func unreadable() throws {
        let files = InMemoryFileSystem(["/w/x": ""])
        let memory = RuntimeFactsMemory(
            files: files, sourceFolders: ["Sources", "Tests", "lib"], digests: FileDigests(files: files, memory: nil),
            path: AbsolutePath("/w/memory"))
        #expect(memory.facts(of: AbsolutePath("/w/gone.swift")).asksForFolder)
    }
}

@Suite struct TestEnvironmentTests {
    private func environment(_ user: [String: String], names: Set<String> = [], declared: [String] = [])
        -> TestEnvironment
    {
        TestEnvironment(user, names: names, declared: declared, toolchain: "/usr/swift/bin")
    }

    @Test("tests get what their code names, what is declared, and how texts look; and all of that counts")
    func counted() {
        let found = environment(
            ["A": "1", "SECRET": "2", "TZ": "UTC", "B": "3", "HOME": "/h"], names: ["A", "UNSET"],
            declared: ["B", "GONE"])
        #expect(
            found.variables == [
                "A": "1", "B": "3", "TZ": "UTC", "HOME": "/h", "LANG": "C.UTF-8",
                "PATH": "/usr/swift/bin:/usr/local/bin:/usr/bin:/bin",
            ])
        #expect(found.counted.map(\.name) == ["A", "B", "GONE", "TZ"])
        #expect(found.counted.map(\.value) == ["1", "3", nil, "UTC"])
    }

    @Test("what code names is the person's own, the search path and the home folder too")
    func named() {
        let found = environment(["PATH": "/my/bin", "HOME": "/h"], names: ["PATH", "HOME"])
        #expect(found.variables["PATH"] == "/my/bin" && found.counted.map(\.name) == ["HOME", "PATH"])
    }
}
