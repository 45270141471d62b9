import Disk
import Targets
import Testing

@testable import AffectedTargets

/// Files that other files name: by includes, in module maps, texts and flags.
@Suite struct AffectedIncludesTests {
    private let world = SmallWorkspace.chain

    @Test("C sources that reach out of their folder by an include")
    func upwardIncludes() throws {
        var world = world
        world.files["Sources/CLib/c.c"] =
            "#include <stdio.h>\n  # include \"../shared/x.h\"\n#import \"../../../Other/y.def\"\r\n#include \"inner..h\"\n"
        world.files["Sources/shared/x.h"] = "1"
        world.files["Sources/x.h"] = "1"
        #expect(try world.affected { $0.files["Sources/shared/x.h"] = "2" } == ["B", "CLib", "app"])
        #expect(try world.affected { $0.files["Sources/x.h"] = "2" } == [])
    }

    @Test("what included files include, outside of the package and beside; and what is not there yet")
    func furtherIncludes() throws {
        var world = world
        world.files["Sources/CLib/c.c"] = "#include \"part.inc\"\n"
        world.files["Sources/CLib/part.inc"] =
            "#define HEADER \"../shared/a.h\"\n#include HEADER\n#if __has_include(\"../maybe.h\")\n"
        world.files["Sources/shared/a.h"] = "#include \"b.h\"\n#include <deep/c.h>\n"
        world.files["Sources/shared/b.h"] = "#include \"a.h\"\n"
        world.files["Other/Sources/D/deep.h"] = "1"
        for path in ["shared/a.h", "shared/b.h", "shared/deep/c.h", "maybe.h"] {
            #expect(try world.affected { $0.files["Sources/" + path] = "2" } == ["B", "CLib", "app"], "\(path)")
        }
        #expect(try world.affected { $0.files["Sources/shared/c.h"] = "2" } == [])
        // Through the folder that a setting names, to another package.
        world.targets["CLib"].settings = [Conditional(.clangHeaderSearchPath(.c, "headers"))]
        world.files["Sources/CLib/c.c"] = "#include <x.h>\n"
        world.files["headers/x.h"] = "#include \"../Other/Sources/D/deep.h\"\n"
        #expect(try world.affected { $0.files["Other/Sources/D/deep.h"] = "2" } == ["B", "CLib", "app"])
        #expect(try world.affected { $0.files["headers/x.h"] = "2" } == ["B", "CLib", "app"])
    }

    @Test("system libraries: what their maps name, and what that includes")
    func moduleMaps() throws {
        var world = world
        world.addTarget("Sys", .system, language: .none, files: [])
        world.targets["Sys"].moduleMap = .own("Sources/Sys/module.modulemap")
        world.targets["C"].dependencies = [Conditional(.target(TargetID(PackageID("."), "Sys")))]
        world.files["Sources/Sys/module.modulemap"] = """
            /* header "no.h" */ module Sys { // header "no.h"
              umbrella "../../all" link "no.h" header "../../one.h" header "/usr/include/stdio.h" link framework "no.h" }
            extern module More "../../more/more.modulemap"
            """
        world.files["more/more.modulemap"] = "module More { header \"m.h\" }"
        world.files["all/in/a.h"] = "#include \"../../Other/a.h\""
        world.files["one.h"] = "#include \"two.h\""
        for path in [
            "Sources/Sys/module.modulemap", "Sources/Sys/any.h", "all/new.h", "all/in/a.h", "Other/a.h", "one.h",
            "two.h", "more/more.modulemap", "more/m.h",
        ] {
            #expect(
                try world.affected { $0.files[path] = "2" }.filter { $0 != "AT" && $0 != "DT" } == ["C", "Sys"],
                "\(path)")
        }
        #expect(try world.affected { $0.files["no.h"] = "2" } == [])
    }

    @Test("names of files in texts")
    func names() {
        func names(_ text: String) -> [String] { NamedFile.inSource(Array(text.utf8)).map(\.name) }
        #expect(names("#include <a.h>\n  # import \"../b.h\"\r\n#include_next <c.h>") == ["a.h", "../b.h", "c.h"])
        #expect(names("int a;\n#\n#include\n#include \"..\n.include \"../a.s\"") == ["..", "../a.s"])
        #expect(
            names("\u{FEFF}#include \"a\"\n#define X\n#define Y <y>\n#define Z(a) 1\n#embed \"data\"\n#include \"\"")
                == ["a", "y", "data"])
        #expect(
            names("#if defined(A) && __has_include( <b.h>)\n#elif __has_include(\"c.h\")\n// #include \"no\"") == [
                "b.h", "c.h",
            ])
        #expect(names("#define HERE __has_include(<e.h>)\n#define HAS(x) 0") == ["e.h"])
        #expect(
            names("") == [] && NamedFile.inModuleMap([]) == []
                && NamedFile.inModuleMap(Array("header \"a".utf8)).map(\.name) == ["a"])
    }

    @Test("names that an assembler reads, and those that nobody knows")
    func assembled() {
        func names(_ text: String) -> [String] {
            NamedFile.inSource(Array(text.utf8)).filter { $0.isAssemblers || $0.kind == .unknown }.map {
                $0.kind == .unknown ? "?" : $0.kind == .data ? "data \($0.name)" : $0.name
            }
        }
        #expect(names("  .incbin \"a.bin\"\nlabel: .incbin \"b.bin\", 4") == ["data a.bin", "data b.bin"])
        #expect(names(#"__asm__(".incbin \"a.bin\"\n.include \"b.s\"");"#) == ["data a.bin", "b.s"])
        #expect(names(#"__asm__(".section x\n" ".incbin\t\"a.bin\"")"#) == ["?"], "a tab that the string spells")
        #expect(names(#"#define DATA(f) __asm__(".incbin \"" f "\"")"#) == ["?"])
        #expect(names(#"__asm__(".incbin \"data/" NAME "\"")"#) == ["?"])
        #expect(names(#"__asm__(".include \"" NAME "\"")"#) == ["?"])
        #expect(names(".incbin \\name") == ["?"])
        #expect(names(".INCBIN \"a.bin\"") == ["data a.bin"])
        #expect(names(#"__asm__(".inc" "bin \"a.bin\"")"#) == ["?"] && names(#"asm(R"(.include "a.s")")"#) == ["?"])
        #expect(names(#"x.include = "a"; x.incbins = 1; puts("x.include")"#) == ["?"], "a string may be assembly")
        #expect(names(#"x.include = "a"; x.incbins = 1;"#) == [])
    }

    @Test("paths in flags, and words that are none")
    func flags() throws {
        for word in [
            "-Ivendor", "-Lvendor", "-Fvendor", "-iquotevendor", "-fmodule-map-file=vendor", "vendor", "@vendor",
            "-Wl,-Tvendor", "-isystemvendor",
        ] {
            #expect(FlagWord.paths(in: word).contains("vendor") && !FlagPaths.isPure(word, after: ""), "\(word)")
        }
        for word in [
            "-O2", "-DX=a/b", "-Wall", "-Werror=return-type", "-std=c11", "-warn-long-function-bodies=100", "-lz",
            "-Xcc", "-fno-exceptions",
        ] {
            #expect(FlagPaths.isPure(word, after: ""), "\(word)")
        }
        #expect(FlagPaths.isPure("FLAG", after: "-D") && !FlagPaths.isPure("-fprofile-use", after: ""))
        var world = world
        world.targets["C"].settings = [Conditional(.swift(.unsafeFlags(["-Xcc", "-ISources/CLib/include"])))]
        // Whoever else it belongs to.
        #expect(try world.affected { $0.files["Sources/CLib/include/c.h"] = "2" } == ["B", "C", "CLib", "app"])
        world.targets["C"].settings = [Conditional(.linkerUnsafeFlags(["-Lvendor"]))]
        #expect(try world.affected { $0.files["vendor/libfoo.a"] = "2" } == ["C"])
        world.targets["C"].settings = [Conditional(.linkerUnsafeFlags(["-lfoo"]))]
        #expect(try world.affected { $0.files["vendor/libfoo.a"] = "2" } == [])
    }
}
