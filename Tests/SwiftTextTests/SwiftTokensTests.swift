import SwiftText
import Testing

/// Where strings, comments and regular expressions end, as the compiler sees it.
@Suite struct SwiftTokensTests {
    private func words(_ text: String) -> [String] {
        let source = SwiftTokens(text)
        return source.tokens.filter { $0.kind == .word }.map(source.text)
    }

    @Test(arguments: [
        // With hashes three quotes are a string of one line, where it ends in that line.
        ("#\"\"\"# a #\"\"\"#", ["a"]), ("f(#\"\"\"x\"# , a)", ["f", "a"]),
        ("#\"\"\"\n a \"\"\"\n \"\"\"# b", ["b"]), ("#\"\"\"\n\"#\n\"\"\"# b", ["b"]),
        ("##\"\"\"#\"## a", ["a"]), ("##\"\"\"# a\n\"\"\"## b", ["b"]),
        ("\"\"\"\n a\n\"\"\" b", ["b"]), ("\"\"\"# a\n\"\"\" b", ["b"]),
        // A carriage return ends a line.
        ("// a\rb", ["b"]), ("// a\r\nb", ["b"]), ("a // b", ["a"]),
        // Other blanks, which end none.
        ("a\u{0C}b\u{0B}c", ["a", "b", "c"]), ("// a\u{0C}b\u{0B}c\nd", ["d"]),
        // A backslash takes a slash its meaning.
        (#"#/a\/#"/# b // ""#, ["b"]), (#"#/\\/# b"#, ["b"]), ("#/a/b/# c", ["c"]), ("##/a/#/## b", ["b"]),
        // Strings in strings.
        (##""\(s(#"a"b"#))" c #"x"))" "# d"##, ["c", "d"]), ("\"\\(f(\"\\(g)\"))\" a", ["a"]),
    ]) func ends(text: String, expected: [String]) {
        #expect(SwiftTokens(text).isWhole)
        #expect(words(text) == expected)
    }

    @Test(arguments: [
        "\"a\rb\"", "#\"a\n\"#", "\"\"\"", "#/a", "/* /* */", #"let r = /"/; f(); let q = /"/"#, #"let r = /a\//; f()"#,
        "it's", "a\u{A0}b", "a\u{FEFF}b", "let r = /{/", "\"\\(a // b\n)\"", "\"\\(a /* ) */ )\"", "\"\\(#/)/#)\"",
        // A lone backtick, one before what no name holds, and quotes of typesetters.
        "` \"\"\"", "a `b", "`a\"b`", "let a = “\"\"\"”", "”", #"let r = c ? /a\/*b/ : /c/"#, #"let r = c ? /a\//"#,
        #"o ?? /a\/*b/"#,
        // Attributes of other spellings, and bytes that are no text.
        "@`inline` a", "@ inline a", "@/* */inline a", "a\0b", "a\u{1}b",
    ]) func notUnderstood(text: String) { #expect(!SwiftTokens(text).isWhole) }

    @Test(arguments: [
        "\u{FEFF}a", "\"it's\" // it's", "größe × 2", "a / b / c", "a /b/ c", "x /= f(\"a\")", "(a)/b",
        "let half = a/2 // half", "let r = /ab+/",
        "`a b` `größe`", "x! / 2", "c ? a/b : d", "// “it's”", "\"“\"",
    ])
    func understood(text: String) { #expect(SwiftTokens(text).isWhole) }
}
