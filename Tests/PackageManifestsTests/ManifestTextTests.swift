import Disk
import Targets
import Testing

@testable import PackageManifests

@Suite struct ManifestTextTests {
    private func text(_ source: String) -> ManifestText { ManifestText(bytes: Array(source.utf8)) }

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
        #expect(text("FileManager.default.fileExists(atPath: x)").looksElsewhere)
        #expect(text("try String(contentsOfFile: x)").looksElsewhere)
        #expect(!text("targets.append(contentsOf: more)").looksElsewhere)
        #expect(!text("targets.insert(contentsOf: more, at: 0)").looksElsewhere)
        for reading in [
            #"FileHandle(forReadingAtPath: "flag")"#, #"open("flag", O_RDONLY)"#, #"String.init(contentsOf: url)"#,
            #"let text: String = try .init(contentsOf: url)"#,
            "String(\n    contentsOf: url)", "let now: Date = .now", "time(nil)", "ProcessInfo.processInfo.hostName",
            "SystemRandomNumberGenerator()", "names.shuffled()",
        ] { #expect(text(reading).looksElsewhere, "\(reading)") }
        // Words of ordinary manifests.
        for plain in [
            ".executableTarget(", ".systemLibrary(", "defaultLocalization", "Bundled",
            #".enableExperimentalFeature("Lifetimes")"#, "runtime(", "RandomTests",
        ] {
            #expect(!text(plain).looksElsewhere, "\(plain)")
        }
        #expect(text(#"URL(fileURLWithPath: "vendor").path"#).asksWhereItIs)
        #expect(!text("import Foundation\nProcessInfo.processInfo.environment").looksElsewhere)
        #expect(text("Context.packageDirectory").asksWhereItIs && text("#filePath").asksWhereItIs)
        #expect(text("Context.gitInformation").asksGit)
        #expect(!text("let package = Package()").asksGit)
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
