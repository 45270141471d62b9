import Disk
import Testing

@testable import BuildEngine

/// Which files a C text asks for, whether they are there or not.
@Suite struct AskedHeadersTests {
    private func names(_ text: String) -> [String] {
        let asked = AskedHeaders(in: Array(text.utf8))
        let names = asked.names.map { $0.isQuoted ? "\"\($0.text)\"" : "<\($0.text)>" }.sorted()
        return names + (asked.hasUnknown ? ["?"] : []) + asked.macros.sorted()
    }

    @Test(
        "names that are written there",
        arguments: [
            ("#if __has_include(\"a.h\")", ["\"a.h\""]),
            ("#if __has_include ( <sys/a.h> )", ["<sys/a.h>"]),
            ("#elif defined(X) && !__has_include_next(<a.h>) || __has_include(\"b c.h\")", ["\"b c.h\"", "<a.h>"]),
            ("#if A && \\\n  __has_include(<a.h>)\r\n", ["<a.h>"]),
            ("#define YES __has_include(<a.h>)", ["<a.h>"]),
            ("#if __has_embed(\"a.bin\" limit(1))", ["\"a.bin\""]),
            ("// see __has_include(<a.h>)", ["<a.h>"]),
            ("#if __has_include/* c */ (/**/\"a.h\")", ["\"a.h\""]), ("#if __has_include\u{C}(<a.h>)", ["<a.h>"]),
            ("#if __has_inc\\\nlude(<a.h>)", ["<a.h>"]), ("#if A \\ \t\n|| __has_include(<a.h>)", ["<a.h>"]),
        ])
    func written(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }

    @Test(
        "what is no question",
        arguments: [
            "", "#ifdef __has_include", "#if defined(__has_include) && A", "#if my__has_include(\"a.h\")",
            "#if __has_includes(<a.h>)", "#define __has_include(x) 0", "# define  __has_include(x) 0",
            "#if defined __has_include", "#ifndef __has_include", "#undef __has_include", "// with __has_include",
            "#endif // __has_include", "#endif /* __has_include */", "   __has_include argument (GCC PR 80005).  */",
            "// __has_include(NAME) is for new compilers", " * the __has_include (x) of GCC", "#if __has_include(\"\")",
        ])
    func noQuestion(_ text: String) { #expect(names(text) == []) }

    @Test(
        "names that other macros make are not known",
        arguments: [
            "#if __has_include(NAME)", "#if __has_include(PLACE(a.h))", "#define HAS(x) __has_include(NAME(x))",
            "#define HAS(x) __has_include(y)", "/* c */ #if __has_include(NAME)", "#define ANY __has_include(NAME)",
            // Another name for the question.
            "#define HI __has_include", "#define HI() __has_include", "*/ #if __has_include(NAME)",
        ])
    func unknown(_ text: String) { #expect(names(text) == ["?"]) }

    @Test("a macro that passes its parameter on asks as well")
    func macros() {
        #expect(names("#define HAS(file) (A && __has_include(file))") == ["HAS"])
        #expect(names("#  define HAS( a, file ) __has_include( file )") == ["HAS"])
        let uses = AskedHeaders(in: Array("#if HAS(<a.h>)\n#if HASTE(<b.h>)".utf8), words: ["HAS"])
        #expect(uses.names == [AskedHeaders.Name(text: "a.h", isQuoted: false)] && !uses.hasUnknown)
        #expect(AskedHeaders(in: Array("#define HJ HAS".utf8), words: ["HAS"]).hasUnknown)
    }
}
