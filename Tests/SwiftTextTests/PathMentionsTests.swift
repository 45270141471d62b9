import SwiftText
import Testing

@Suite struct PathMentionsTests {
    private func mentions(_ text: String, fileIsPath: Bool = true) -> PathMentions {
        PathMentions(Array(text.utf8), fileIsPath: fileIsPath)
    }

    @Test(
        "code asks for the path of its own source",
        arguments: [
            "let here = #filePath", "let here: String = #file", "f(#filePath)", "f(file: #file, line: #line)",
            "if path == #filePath {}", "f(path == #file)", "f(path != #file)", "let all = [#file]",
            "let text = \"in \\(#filePath)\"", "let raw = #\"\\#(#file):\\#(#line)\"#",
            "let lines = \"\"\"\n  \\(#filePath)\n  \"\"\"", "let here = { #filePath }()",
            "#warning(\"x\")\nlet a = 1 ; print(#file)", "static var here: URL { URL(fileURLWithPath: #filePath) }",
        ])
    func inCode(_ text: String) {
        let found = mentions(text)
        #expect(found.inCode && !found.asDefault)
    }

    @Test(
        "a default is the path of the caller",
        arguments: [
            "func f(_ path: String = #filePath) {}", "init(file: FileString = #file, line: UInt = #line) {}",
            "subscript(_ path: StaticString? = #file) -> Int { 1 }", "func f(a: [Int] = [1], b: String = #file) {}",
            "func f(\n    path:\n        String\n        =\n        #filePath\n) {}",
        ])
    func asDefault(_ text: String) {
        let found = mentions(text)
        #expect(found.asDefault && !found.inCode)
    }

    @Test(
        "what is written as StaticString goes into reports",
        arguments: [
            "func f(file: StaticString = #filePath, line: UInt = #line) {}",
            "init(_ file: Swift.StaticString = #file) {}",
            "func f(file: StaticString = (#file)) {}", "func f(file: StaticString=#file) {}",
        ])
    func reports(_ text: String) { #expect(mentions(text) == PathMentions(inText: true)) }

    @Test("what is in brackets of its own may be either")
    func inBrackets() {
        #expect(
            mentions("func f(file: String = (#file)) {}") == PathMentions(inCode: true, asDefault: true, inText: true))
    }

    @Test(
        "other words, comments and texts ask for nothing",
        arguments: [
            "let here = #fileID", "#file_path", "// #filePath", "/* #file */", "let filePath = file",
            "#fileLiteral(a: 1)",
        ])
    func nothing(_ text: String) { #expect(!mentions(text).inCode && !mentions(text).asDefault) }

    @Test("a text that code is written in says so")
    func inText() {
        #expect(mentions("let code = \"f(#filePath)\"") == PathMentions(inText: true))
        #expect(mentions("let code = \"f(#fileID)\"") == PathMentions())
    }

    @Test("from Swift 6 on #file is a short name")
    func shortNames() {
        #expect(mentions("let here = #file", fileIsPath: false) == PathMentions())
        #expect(mentions("let here = #filePath", fileIsPath: false).inCode)
    }

    @Test("a source that is not understood asks")
    func unclear() {
        let all = PathMentions(inCode: true, asDefault: true, inText: true)
        #expect(mentions("// #file\nlet a = \"\"\"\nno end") == all)
        #expect(mentions("let a = \"\"\"\nno end") == PathMentions())
    }

    @Test("a union asks for what one of both does")
    func union() {
        var found = PathMentions(inCode: true)
        found.formUnion(PathMentions(asDefault: true))
        #expect(found == PathMentions(inCode: true, asDefault: true))
    }
}
