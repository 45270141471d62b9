import Testing

@testable import PackageManifests

/// What is read off a plugin's sources: who must be asked in each build.
@Suite struct PluginTextTests {
    private func isRestless(_ text: String) -> Bool {
        PluginText([Array("import Foundation".utf8), Array(text.utf8)]).isRestless
    }

    @Test(
        arguments: [
            "let now: Date = .now", "Date.init()", "time(nil)", "clock_gettime(CLOCK_REALTIME, &time)",
            "system(\"ls\")", "SystemRandomNumberGenerator()",
            "home.appending(path: \".git/HEAD\")", "names.shuffled()", "ContinuousClock()", "open(\"/dev/urandom\")",
            "Process()", "Date ()", "Process\n()",
        ])
    func restless(_ text: String) { #expect(isRestless(text)) }

    @Test(arguments: [
        "target.sourceModule", "let process = 1", "ProcessInfo.processInfo.environment[\"A\"]", "FileManager.default",
        "let date = \"\"",
    ])
    func calm(_ text: String) { #expect(!isRestless(text)) }
}
