import Testing

@testable import BuildEngine

/// Which files a C text includes and embeds.
@Suite struct NamedHeadersTests {
    private func names(_ text: String) -> [String] {
        let named = NamedHeaders(in: Array(text.utf8))
        func spelled(_ names: Set<NamedHeaders.Name>) -> [String] {
            names.map { $0.isQuoted ? "\"\($0.text)\"" : "<\($0.text)>" }.sorted()
        }
        return spelled(named.included) + spelled(named.embedded).map { "embed " + $0 }
            + (named.hasComputedInclude ? ["?"] : []) + (named.hasComputedEmbed ? ["embed ?"] : [])
    }

    @Test(
        "what is named",
        arguments: [
            ("#include \"a.h\"", ["\"a.h\""]), ("  # include<sys/a.h>\r\n", ["<sys/a.h>"]),
            ("#import \"a b.h\"\n#include_next <a.h>", ["\"a b.h\"", "<a.h>"]),
            ("#embed \"../a.bin\" limit(2)", ["embed \"../a.bin\""]), ("int a[] = {\n#embed <a>\n};", ["embed <a>"]),
            ("/* c */ #/**/include/* c\nd */\"a.h\"", ["\"a.h\""]), ("c */ #include \"a.h\"", ["\"a.h\""]),
            ("#inc\\\nlude \\ \t\r\n\"a\\\n.h\"", ["\"a.h\""]),
            ("%:include \"a.h\"\n??=include <b.h>", ["\"a.h\"", "<b.h>"]),
            ("\u{FEFF}#include \"a.h\"", ["\"a.h\""]),
            ("#include \"a.h\" // c\n#include \"b.h\"", ["\"a.h\"", "\"b.h\""]),
            // Where a comment ends is not looked for.
            ("// #include \"a.h\"", ["\"a.h\""]),
        ])
    func named(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

    @Test(
        "names that macros make",
        arguments: [
            ("#include NAME", ["?"]), ("#embed NAME", ["embed ?"]), ("*/ # include NAME(a.h)", ["?"]),
            ("\u{FEFF}#include NAME", ["?"]), ("int a; #include NAME", []), ("// #include NAME", []),
        ])
    func computed(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

    @Test(
        "what names nothing, or is broken",
        arguments: [
            "", "#", "#include", "#include\n\"a.h\"", "#include \"a.h", "#include <a.h\n>", "#include \"\"",
            "#includes \"a.h\"",
            "#define include \"a.h\"", "#include \"a\u{0}.h\"", "#include /*", "#include \\", "\\", "?", "%",
            "#pragma once",
            "a # b", "#include \"\(String(repeating: "a", count: 5000))\"",
        ])
    func nothing(_ text: String) { #expect(names(text) == []) }
}
