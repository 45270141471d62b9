import Targets
import Testing

@Suite struct AssemblerReadsTests {
    private func stand(_ text: String, _ language: AssemblerReads.Language = .c) -> Bool {
        AssemblerReads.stand(in: Array(text.utf8), language)
    }

    @Test(
        "directives in texts of C",
        arguments: [
            #"__asm__(".incbin \"a.bin\"");"#, #"__asm__(".include \"a.s\"");"#,
            #"asm(".INCBIN \"a.bin\"");"#, #"asm(".Include \"a.s\"");"#,
            // Space that the string spells, and none.
            #"asm(".include\t\"a.s\"");"#, #"asm(".include\"a.s\"");"#, "asm(\".include\t\\\"a.s\\\"\");",
            #"asm(R"(.include "a.s")");"#,
            // Strings side by side are one.
            #"asm(".inc" "bin \"a.bin\"");"#, "asm(\".incl\"\n    \"ude \" \"\\\"a.s\\\"\");",
            #"asm(".include " FILE);"#, ##"#define INCLUDE(file) asm(".include \"" file "\"")"##,
            #"asm(".macro m f\n.include \f\n.endm");"#,
        ])
    func inC(_ text: String) {
        #expect(stand(text))
    }

    @Test(
        "texts of C without any",
        arguments: [
            "", ".", "#include \"a.h\"", "x.include = \"a\";", "x.incbins = 1;", "f(x.include);",
            "struct S s = { .include = 1 };", "// A comment that says what they include: \"a\"",
        ])
    func notInC(_ text: String) {
        #expect(!stand(text))
    }

    @Test func assemblyHasMacrosThatMakeTheNameAnywhere() {
        #expect(stand(".include FILE", .assembly) && !stand(".include FILE"))
        #expect(stand("label: .INCLUDE \"a.s\"", .assembly))
        #expect(!stand("    .section .rodata\n    .byte 0\n", .assembly))
    }
}
