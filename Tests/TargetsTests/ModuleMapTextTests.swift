import Targets
import Testing

/// Which files a module map of clang names.
@Suite struct ModuleMapTextTests {
    private func names(_ text: String) -> [String] {
        ModuleMapText.names(in: Array(text.utf8)).map { ($0.isMap ? "map " : "") + $0.text }
    }

    @Test(arguments: [
        ("module A { header \"a.h\" umbrella \"../priv\" }", ["a.h", "../priv"]),
        (
            "extern module B \"b/module.modulemap\"\nmodule A [system] { umbrella header \"a.h\" }",
            ["map b/module.modulemap", "a.h"]
        ),
        ("module A { link \"m\" link framework \"F\" header \"a.h\" }", ["a.h"]),
        ("// header \"a.h\"\n/* header \"b.h\" */ module A {}", []),
        ("", []), ("header \"", []), ("header \"a", ["a"]), ("header \"\"", []), ("/*", []), ("header \"\u{0}\"", []),
    ])
    func named(_ text: String, _ expected: [String]) { #expect(names(text) == expected) }
}
