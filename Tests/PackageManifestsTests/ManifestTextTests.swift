import Disk
import Targets
import Testing

@testable import PackageManifests

@Suite struct ManifestTextTests {
    private func text(_ source: String) -> ManifestText { ManifestText(bytes: Array(source.utf8)) }

    private func looksElsewhere(_ source: String) -> Bool {
        text(source).looksElsewhere(ManifestNames(Array(source.utf8)))
    }

    @Test("string literals are variables' names only where an environment is mentioned")
    func variables() {
        let source =
            #"if ProcessInfo.processInfo.environment["CI_MODE"] != nil { name = "not a name"; other = "A1"; path = "a/b" }"#
        #expect(text(source).variableNames == ["A1", "CI_MODE"])
        #expect(text(#"Context.environment["X"] ?? "Y""#).variableNames == ["X", "Y"])
        #expect(text(#"getenv("HOME")"#).variableNames == ["HOME"])
        #expect(text(#"let package = Package(name: "X")"#).variableNames == [])
    }

    @Test("quotes that do not pair do not hide a name")
    func quotes() {
        #expect(text(#"// it"s environment "A" "B" """#).variableNames.contains("B"))
        #expect(text(#"environment["\(x)_A"] "C""#).variableNames == ["C"])
    }

    @Test("what a manifest may look at, beside its bytes and variables, is noticed")
    func looks() {
        #expect(looksElsewhere("FileManager.default.fileExists(atPath: x)"))
        #expect(looksElsewhere("try String(contentsOfFile: x)"))
        #expect(!looksElsewhere("targets.append(contentsOf: more)"))
        #expect(!looksElsewhere("targets.insert(contentsOf: more, at: 0)"))
        for reading in [
            #"FileHandle(forReadingAtPath: "flag")"#, #"open("flag", O_RDONLY)"#, #"String.init(contentsOf: url)"#,
            #"let text: String = try .init(contentsOf: url)"#,
            "String(\n    contentsOf: url)", "let now: Date = .now", "time(nil)", "ProcessInfo.processInfo.hostName",
            "SystemRandomNumberGenerator()", "names.shuffled()",
        ] { #expect(looksElsewhere(reading), "\(reading)") }
        // Words of ordinary manifests.
        for plain in [
            ".executableTarget(", ".systemLibrary(", "defaultLocalization", "Bundled",
            #".enableExperimentalFeature("Lifetimes")"#, "runtime(", "RandomTests",
        ] {
            #expect(!looksElsewhere(plain), "\(plain)")
        }
        #expect(text(#"URL(fileURLWithPath: "vendor").path"#).asksWhereItIs)
        #expect(!looksElsewhere("import Foundation\nProcessInfo.processInfo.environment"))
        #expect(text("Context.packageDirectory").asksWhereItIs && text("#filePath").asksWhereItIs)
        #expect(text("Context.gitInformation").asksGit)
        #expect(!text("let package = Package()").asksGit)
    }

    @Test(
        "names that may look at the machine",
        arguments: [
            #"openat(AT_FDCWD, "/x", O_RDONLY) >= 0"#, #"chdir ("/x") == 0"#, #"truncate("/x", 0)"#,
            #"let opener: (UnsafePointer<CChar>, Int32) -> Int32 = Glibc.open64x"#, #"Glibc.faccessat(0, "/x", 0, 0)"#,
            #"NSTemporaryDirectory().contains("two")"#, "CommandLine.arguments.count", #"let name = "\(statx())""#,
            "let name = #\"\\#(ftw())\"#", "Data(x)", "it's",
        ])
    func strangers(_ line: String) {
        #expect(looksElsewhere("import PackageDescription\nimport Foundation\n\(line)"))
        // Nothing else is in sight.
        let alone = ManifestNames(Array("import PackageDescription\n\(line)".utf8))
        #expect(alone.stranger == nil)
    }

    @Test func ordinaryManifestsUseNoStrangers() {
        let source = #"""
            // swift-tools-version: 6.0
            import PackageDescription
            import struct Foundation.ProcessInfo
            #if canImport(Glibc)
            import Glibc
            #endif
            let isCI = ProcessInfo.processInfo.environment["CI"] != nil || getenv("CI") != nil
            func settings(_ more: [SwiftSetting] = []) -> [SwiftSetting] { [.define("A")] + more }
            struct Part { var name: String; let (a, b) = (1, 2); var sum: Int { a + b } }
            let parts = ["A", "B"].map { name in Part(name: "\(name)Part") }
            for (index, part) in parts.enumerated() { print(index, part.name, $0) }
            let package = Package(
                name: "P", targets: parts.map { .target(name: $0.name, swiftSettings: settings()) },
                swiftLanguageModes: [.v6], cxxLanguageStandard: .cxx17)
            if isCI { package.targets.removeAll { $0.name.isEmpty } }
            """#
        let names = ManifestNames(Array(source.utf8))
        #expect(names.stranger == nil && !names.takesWholeEnvironment)
    }

    @Test func anEnvironmentThatIsNotAskedByNameCountsWhole() {
        func takesWhole(_ source: String) -> Bool { ManifestNames(Array(source.utf8)).takesWholeEnvironment }
        #expect(takesWhole("Context.environment.values.contains { $0.isEmpty }"))
        #expect(takesWhole("let all = ProcessInfo.processInfo.environment\nall[\"CI\"]"))
        #expect(takesWhole("let ask = getenv"))
        #expect(!takesWhole("Context.environment[\"CI\"]") && !takesWhole("let environment = getenv(\"CI\")"))
    }

    @Test(
        "the tools version is read from the first lines",
        arguments: [
            ("// swift-tools-version: 6.1\n", ToolsVersion(6, 1)),
            ("// swift-tools-version:5.9.2\n", ToolsVersion(5, 9)),
            ("\n//swift-tools-version:5\n", ToolsVersion(5, 0)), ("// nothing\n", nil), ("", nil),
            ("// swift-tools-version\n", nil),
        ])
    func toolsVersion(source: String, version: ToolsVersion?) {
        #expect(ManifestText.toolsVersion(of: Array(source.utf8)) == version)
    }

    @Test("one text is found in another wherever it is")
    func contains() {
        for (needle, text, expected) in [
            ("a", "a", true), ("", "x", true), ("ab", "aab", true), ("abc", "ab", false), ("b", "aaab", true),
            ("x", "", false),
        ] {
            #expect(ByteSearch.contains(Array(needle.utf8), in: Array(text.utf8)) == expected)
        }
    }
}
