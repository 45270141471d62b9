import Targets
import Testing
import Toolchains

/// The exact command lines of compiles by clang.
@Suite struct ClangCompilationTests {
    private func words(
        _ source: String, _ configuration: BuildConfiguration = .debug, standard: String? = "gnu11",
        external: Bool = false,
        flags: BuildFlags = BuildFlags(), settings: [String] = []
    ) -> [String] {
        ClangCompilation(
            source: source, configuration: configuration, triple: "x86_64-unknown-linux-gnu",
            languageStandard: standard,
            isExternal: external, headerFolders: ["Sources/C/include", "../Other/include"],
            moduleMaps: ["../Other/include/module.modulemap"], settings: settings, flags: flags,
            compilationFolder: "Packages/C"
        ).compile(to: "out/x.o", dependencyFile: "out/x.d").map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }
    }

    @Test func aDebugCompile() {
        #expect(
            words("Sources/C/x.c", settings: ["-DONE=1", "-I", "Sources/C/private"]) == [
                "-target", "x86_64-unknown-linux-gnu", "-fno-color-diagnostics", "-O0", "-DSWIFT_PACKAGE=1",
                "-DDEBUG=1", "-fblocks",
                "-I", "Sources/C/include", "-I", "../Other/include",
                "-fmodule-map-file=../Other/include/module.modulemap",
                "-DONE=1", "-I", "Sources/C/private", "-fPIC", "-g", "-fno-omit-frame-pointer",
                "-fdebug-compilation-dir=Packages/C", "-std=gnu11", "-MD", "-MT", "dependencies", "-MF", "out/x.d",
                "-c", "Sources/C/x.c", "-o", "out/x.o",
            ])
    }

    @Test func anOptimisedCompile() {
        let words = words("Sources/C/x.c", .release)
        #expect(words.contains("-O2") && !words.contains("-O0") && !words.contains("-DDEBUG=1"))
    }

    @Test func aDependencyKeepsItsWarnings() {
        #expect(words("x.c", external: true).contains("-w") && !words("x.c").contains("-w"))
    }

    @Test func whatAPersonSays() {
        let flags = BuildFlags(swift: ["-DS"], clang: ["-DC"], cxx: ["-DX"], sanitizers: [.thread])
        #expect(words("x.c", flags: flags).contains("-DC") && !words("x.c", flags: flags).contains("-DX"))
        #expect(words("x.cpp", flags: flags).contains(["-DC", "-DX"]))
        #expect(words("x.c", flags: flags).contains("-fsanitize=thread") && !words("x.c", flags: flags).contains("-DS"))
    }

    @Test func assemblyHasNoLanguageStandard() {
        #expect(!words("x.S").contains("-std=gnu11"))
        #expect(words("x.S").contains("-MD"))
        // Without a preprocessor there is nothing to tell, and clang says so of every word.
        #expect(!words("x.s").contains("-MD") && words("x.s").contains("-Wno-unused-command-line-argument"))
    }

    @Test(arguments: [
        ("a.c", ClangCompilation.Language.c), ("a.m", .c), ("a.cc", .cxx), ("a.cpp", .cxx), ("a.cxx", .cxx),
        ("a.mm", .cxx),
        ("a.S", .assembly), ("a.s", .assembly), ("a.h", nil), ("a", nil), ("a.swift", nil),
    ])
    func languages(name: String, language: ClangCompilation.Language?) {
        #expect(ClangCompilation.language(ofFileNamed: name) == language)
    }
}
