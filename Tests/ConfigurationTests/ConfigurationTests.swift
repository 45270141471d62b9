import ArtifactCache
import Configuration
import Disk
import Testing

@Suite struct ConfigurationTests {
    private let file = AbsolutePath("/w/mono.json")

    /// Reads `text` as `/w/mono.json` of a workspace with three packages and a folder that is none.
    private func read(_ text: String, home: String? = "/home/me") throws(ConfigurationError) -> WorkspaceConfiguration {
        let files = InMemoryFileSystem([
            "/w/Packages/A/Package.swift": "", "/w/Packages/B/Package.swift": "", "/w/Packages/none/README": "",
            "/w/Packages/A/Tests/Fixture/Package.swift": "", "/w/Apps/deep/C/Package.swift": "",
            "/w/.build/checkouts/D/Package.swift": "",
        ])
        return try WorkspaceConfiguration(Array(text.utf8), of: file, files: files, home: home.map { AbsolutePath($0) })
    }

    private func error(_ text: String, home: String? = "/home/me") -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try read(text, home: home)
            return nil
        } catch { return error }
    }

    private func folders(_ packages: String) throws -> [String] {
        try read("{packages: \(packages)}").packages.map { $0.folder.relative(to: AbsolutePath("/w")) }
    }

    @Test("every key is read")
    func everything() throws {
        let found = try read(
            """
            {
              // JSON5
              "packages": ["Packages/A",
                           "Packages/*"],
              cache: "../cache", sharedCache: {path: "/mnt/ci", mode: "ro"}, jobs: 4,
            }
            """)
        #expect(found.root == AbsolutePath("/w") && found.file == file)
        #expect(found.packages.map(\.folder) == [AbsolutePath("/w/Packages/A"), AbsolutePath("/w/Packages/B")])
        #expect(found.packages.map(\.line) == [3, 4])
        #expect(found.cache == AbsolutePath("/cache"))
        #expect(found.sharedCache == SharedTier(folder: AbsolutePath("/mnt/ci"), mode: .readOnly))
        #expect(found.jobs == 4)
    }

    @Test("a shared cache may be no more than a path, and paths may start at home")
    func paths() throws {
        let readers = try read(
            #"{packages: ["Packages/A"], sharedCache: "/mnt/ci:ro", remoteCache: "https://c.example/m:ro"}"#)
        #expect(readers.sharedCache == SharedTier(folder: AbsolutePath("/mnt/ci"), mode: .readOnly))
        #expect(readers.remoteCache?.mode == .readOnly && readers.remoteCache?.address == "https://c.example/m")
        let found = try read(#"{packages: ["Packages/A"], sharedCache: "~/shared", cache: "~"}"#)
        #expect(found.sharedCache == SharedTier(folder: AbsolutePath("/home/me/shared"), mode: .readWrite))
        #expect(found.cache == AbsolutePath("/home/me"))
    }

    @Test(
        "patterns name every folder with a package, and skip others, hidden folders and packages inside packages",
        arguments: [
            (#"["Packages/*"]"#, ["Packages/A", "Packages/B"]), (#"["Packages/?"]"#, ["Packages/A", "Packages/B"]),
            (#"["**"]"#, ["Apps/deep/C", "Packages/A", "Packages/B"]), (#"["Apps/**"]"#, ["Apps/deep/C"]),
            (#"["**/C"]"#, ["Apps/deep/C"]),
            (#"["*/B", "Apps/*/C"]"#, ["Apps/deep/C", "Packages/B"]), (#"["./Packages//A/"]"#, ["Packages/A"]),
            (#"["Packages/A/Tests/*"]"#, ["Packages/A/Tests/Fixture"]), (#"[".build/*/D"]"#, [".build/checkouts/D"]),
        ])
    func patterns(packages: String, expected: [String]) throws { #expect(try folders(packages) == expected) }

    @Test("a pattern that matches nothing is told, unless nothing at all is left")
    func idlePattern() throws {
        let found = try read("{packages: ['Packages/A',\n'Gone/*']}")
        #expect(found.idlePatterns == [.init(text: "Gone/*", line: 2)])
        #expect(error("{packages: ['Gone/*']}")?.fact == .noPackages)
        #expect(error("{packages: []}")?.fact == .noPackages)
    }

    @Test("a pattern whose folder waits for its first package is not told")
    func emptyFolder() throws {
        let files = InMemoryFileSystem(["/w/A/Package.swift": "", "/w/New/.gitkeep": "", "/w/Old/notes.txt": ""])
        let text = "{packages: ['A', 'New/*', 'New/**', 'Old/*', 'Gone/*']}"
        let found = try WorkspaceConfiguration(Array(text.utf8), of: file, files: files)
        #expect(found.idlePatterns.map(\.text) == ["Old/*", "Gone/*"])
    }

    @Test("a local cache keeps what mono.json says; without a word, what was used in the last 60 days")
    func cacheLimits() throws {
        func limits(_ text: String) throws -> CacheLimits { try read("{packages: ['Packages/A']\(text)}").cacheLimits }
        #expect(try limits("") == CacheLimits(days: 60))
        #expect(try limits(", cacheLimits: {}") == CacheLimits())
        #expect(try limits(", cacheLimits: false") == CacheLimits())
        #expect(try limits(", cacheLimits: {days: 7, gigabytes: 20}") == CacheLimits(days: 7, gigabytes: 20))
    }

    @Test("without `packages`, the workspace is the package beside the file")
    func alone() throws {
        let files = InMemoryFileSystem(["/w/Package.swift": ""])
        let found = try WorkspaceConfiguration(Array("{jobs: 2}".utf8), of: file, files: files)
        #expect(found.packages.map(\.folder) == [AbsolutePath("/w")])
        #expect(error("{jobs: 2}") == ConfigurationError(file: file, keyPath: "packages", line: 1, fact: .missing))
    }

    static let mistakes: [(String, String, Int, ConfigurationError.Fact)] = [
        (
            "{\n  packges: []}", "packges", 2,
            .unknownKey(known: [
                "packages", "cache", "cacheLimits", "sharedCache", "remoteCache", "remoteExecutor", "jobs", "tests",
                "architecture", "wiring", "observers",
            ])
        ),
        (
            "{packages: ['Packages/A'],\nsharedCache: {path: 'x',\n mod: 'ro'}}", "sharedCache.mod", 3,
            .unknownKey(known: ["path", "mode", "scope", "trustedKeys"])
        ),
        (
            "{packages: ['Packages/A'],\nsharedCache: {path: 'x',\n mode: 'read'}}", "sharedCache.mode", 3,
            .badValue("read", allowed: ["rw", "ro"])
        ),
        (
            "{packages: ['Packages/A'], sharedCache: {path: 'x', mode: 1}}", "sharedCache.mode", 1,
            .wrongType(expected: .string, found: .integer)
        ),
        ("{packages: ['Packages/A'], sharedCache: {mode: 'ro'}}", "sharedCache.path", 1, .missing),
        (
            "{packages: ['Packages/A'], sharedCache: 3}", "sharedCache", 1,
            .wrongType(expected: .stringOrObject, found: .integer)
        ),
        ("{packages: 'Packages/A'}", "packages", 1, .wrongType(expected: .array, found: .string)),
        ("{packages: ['Packages/A',\n{}]}", "packages[1]", 2, .wrongType(expected: .string, found: .object)),
        (
            "{packages: ['/Packages']}", "packages[0]", 1,
            .badValue("/Packages", allowed: ["a path below the workspace's folder"])
        ),
        (
            "{packages: ['a/../../b']}", "packages[0]", 1,
            .badValue("a/../../b", allowed: ["a path below the workspace's folder"])
        ),
        ("{packages: ['Packages/A'], jobs: 0}", "jobs", 1, .badValue("0", allowed: ["1 to 10000"])),
        ("{packages: ['Packages/A'], jobs: 1.5}", "jobs", 1, .wrongType(expected: .integer, found: .number)),
        ("{packages: ['Packages/A'], jobs: null}", "jobs", 1, .wrongType(expected: .integer, found: .null)),
        ("{packages: ['Packages/A'], cache: ''}", "cache", 1, .badValue("", allowed: ["a path"])),
        ("{packages: ['Packages/A'], cache: true}", "cache", 1, .wrongType(expected: .string, found: .bool)),
        (
            "{packages: ['Packages/A'], cacheLimits: {days: 0}}", "cacheLimits.days", 1,
            .badValue("0", allowed: ["1 to 1000000"])
        ),
        (
            "{packages: ['Packages/A'], cacheLimits: true}", "cacheLimits", 1,
            .wrongType(expected: .object, found: .bool)
        ),
        ("{jobs: 1, packages: ['Packages/A'],\njobs: 2}", "jobs", 2, .twice),
        ("{packages: ['Packages/A'], tests: {env: []}}", "tests.env", 1, .unknownKey(known: ["environment", "files"])),
        (
            "{packages: ['Packages/A'], tests: {environment: ['A=1']}}", "tests.environment[0]", 1,
            .badValue("A=1", allowed: ["the name of a variable"])
        ),
        (
            "{packages: ['Packages/A'], tests: {files: ['']}}", "tests.files[0]", 1,
            .badValue("", allowed: ["a path, absolute or from the workspace's folder"])
        ),
        ("['Packages/A']", "", 1, .wrongType(expected: .object, found: .array)),
        ("{packages: [\n'a' 'b']}", "", 2, .syntax(.commaOrEnd, column: 5)),
    ]

    @Test("everything wrong is told with file, key path and line", arguments: mistakes)
    func told(text: String, keyPath: String, line: Int, fact: ConfigurationError.Fact) {
        #expect(error(text) == ConfigurationError(file: file, keyPath: keyPath, line: line, fact: fact))
    }

    @Test("`~` without a home is no path")
    func homeless() {
        #expect(error("{packages: ['Packages/A'], cache: '~/x'}", home: nil)?.keyPath == "cache")
    }

    @Test(
        "one component matches one pattern",
        arguments: [
            ("Core", "*", true), ("Core", "C*e", true), ("Core", "C**e", true), ("Core", "*o*e", true),
            ("Core", "Co??", true), ("Core", "Co?", false),
            ("Core", "core", false), ("", "*", true), ("aaab", "a*ab", true), (".git", "*", false),
            (".git", ".*", true), ("x", "", false),
        ])
    func component(name: String, pattern: String, expected: Bool) {
        #expect(PathPattern.matches(name, pattern) == expected)
    }
}
