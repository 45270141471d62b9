import Testing

@testable import BuildEngine

/// What of a C text stands for the time of its compile.
@Suite struct ClockMacroTests {
    @Test(
        "each use where it stands first",
        arguments: [
            ("", []), ("int a;\nchar *b = __DATE__;\n", ["__DATE__ 2"]),
            ("/* \n */ __TIME__ __DATE__\n__TIME__", ["__TIME__ 2", "__DATE__ 2"]),
            ("#define WHEN \"a\" \\\n  __TIMESTAMP__", ["__TIMESTAMP__ 2"]),
            ("// __DATE__\n/* __TIME__ \n */\nchar *a = \"__DATE__ \\\" __TIME__\";", []),
            ("my__DATE__ __DATE__S __DATE", []),
            ("int a = 1'000; char b = '\"'; char *c = __DATE__;", ["__DATE__ 1"]),
            ("don't\n__DATE__ /* open", ["__DATE__ 2"]), ("\"open __DATE__", []),
        ])
    func uses(_ text: String, _ expected: [String]) {
        #expect(ClockMacro.uses(in: Array(text.utf8)).map { "\($0.name) \($0.line)" } == expected)
    }
}
