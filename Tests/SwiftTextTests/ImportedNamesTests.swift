import SwiftText
import Testing

/// What of a source says what it imports: edits of the rest leave it as it is.
@Suite struct ImportedNamesTests {
    private func text(_ source: String) -> String {
        String(decoding: ImportedNames.text(of: Array(source.utf8)), as: UTF8.self)
    }

    private static let source = "// A header.\nimport A\nfunc f() {}\n"

    @Test(arguments: [
        "// Another header.\n\nimport  A\nfunc f() {}\n", "import A // remark\nfunc g() { f() }\n",
        "import A\nlet a = b.import\nlet `import` = \"import B\" // import C\n",
    ])
    func theSameImports(_ other: String) { #expect(text(other) == text(ImportedNamesTests.source)) }

    @Test(arguments: [
        "func f() {}\n", "import B\nfunc f() {}\n", "import A\nimport B\n", "@_exported import A\n",
        "public import A\n", "@_exported\nimport A\n", "import A.B\n", "import A\n.B\n", "import struct A.B\n",
        "#if X\nimport A\n#endif\n",
        "import A\nfunc f() {}\nimport B\n", "@testable import A", "import\nA\nimport B",
    ])
    func otherImports(_ other: String) { #expect(text(other) != text(ImportedNamesTests.source)) }

    @Test(arguments: ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"])
    func thePathOfOneDeclarationMayBeginInTheNextLine(_ kind: String) {
        #expect(text("import \(kind)\nA.X\n") != text("import \(kind)\nB.X\n"))
    }

    @Test func aConditionCounts() {
        #expect(text("#if X\nimport A\n#endif\n") != text("#if Y\nimport A\n#endif\n"))
    }

    @Test func ofWhatIsNotUnderstoodAllCounts() {
        #expect(text("import A\nlet a = \"\"\"\nx") != text("import A\nlet a = \"\"\"\ny"))
    }

    @Test func nothingIsImported() { #expect(text("func f() {}\n") == "") }
}
