import Targets
import Testing
import Toolchains

/// The exact command lines of Swift compiles.
@Suite struct SwiftCompilationTests {
    private var compilation = SwiftCompilation(
        moduleName: "Kit", sources: ["Sources/Kit/A.swift", "Sources/Kit/two words.swift"], form: .library,
        configuration: .debug,
        triple: "x86_64-unknown-linux-gnu", languageMode: "6", packageName: "kit", isExternal: false,
        userModuleVersion: nil,
        traits: [], settings: [], clangFlags: [], moduleFolders: ["../.mono/build/debug/root/Base"], clangModules: [],
        flags: BuildFlags(), compilationFolder: "Kit", moduleCache: ".mono/build/debug/ModuleCache")

    private func words(_ arguments: [Argument]) -> [String] {
        arguments.map { $0.spelled(jobs: 3, root: "/w s", temporary: "/tmp") }
    }
    private var compile: [String] { words(compilation.compileIncrementally(outputFileMap: "map.json")) }

    @Test func aDebugCompile() {
        #expect(
            compile == [
                "-c", "-incremental", "-enable-batch-mode", "-j3",
                "-module-name", "Kit", "-target", "x86_64-unknown-linux-gnu", "-output-file-map", "map.json",
                "-emit-dependencies", "-Xfrontend", "-track-system-dependencies",
                "-module-cache-path", "/w s/.mono/build/debug/ModuleCache", "-no-color-diagnostics",
                "-DSWIFT_PACKAGE", "-DDEBUG", "-DSWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE",
                "-I", "../.mono/build/debug/root/Base", "-parse-as-library", "-swift-version", "6", "-g",
                "-Xcc", "-fPIC", "-Xcc", "-g", "-Xcc", "-fno-omit-frame-pointer", "-package-name", "kit",
                "-file-compilation-dir", "Kit", "-debug-prefix-map",
                "/tmp/swift-generated-sources=/tmp/swift-generated-sources",
                "-debug-prefix-map", "/w s=.",
                "-Xfrontend", "-no-clang-module-breadcrumbs", "-Xfrontend", "-no-serialize-debugging-options",
                "-Onone", "-enable-testing", "Sources/Kit/A.swift", "Sources/Kit/two words.swift",
            ])
    }

    @Test func theModuleOfADebugCompileComesFromOneFrontend() {
        let words = words(
            compilation.emitModule(
                to: "out/Kit.swiftmodule", interface: "out/Kit.swiftinterface", outputFileMap: "map.json"))
        let own = [
            "-emit-module", "-emit-module-path", "out/Kit.swiftmodule", "-whole-module-optimization",
            "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
            "-avoid-emit-module-source-info", "-Xfrontend", "-disable-incremental-imports",
            "-emit-package-module-interface-path", "out/Kit.swiftinterface",
        ]
        #expect(Array(words.prefix(own.count)) == own)
        // Everything else that the compile says, it says too; but it says nothing against interfaces.
        let rest = words.dropFirst(own.count).filter {
            !["-no-verify-emitted-module-interface", "-no-warnings-as-errors"].contains($0)
        }
        #expect(rest == Array(compile.dropFirst(4)))
        #expect(words.count == own.count + rest.count + 2)
    }

    @Test func withoutAPackageNameTheInterfaceIsTheOneForSPI() {
        compilationWith(\.packageName, nil) { compilation in
            let words = words(
                compilation.emitModule(to: "out/Kit.swiftmodule", interface: "out/i", outputFileMap: "map.json"))
            #expect(
                words.contains("-emit-private-module-interface-path")
                    && !words.contains("-emit-package-module-interface-path"))
        }
    }

    @Test func aModuleIsReadBackWithTheSearchPathsOfItsCompile() {
        #expect(
            words(compilation.dumpModule("out/Kit.swiftmodule")) == [
                "-frontend", "-emit-silgen", "out/Kit.swiftmodule", "-module-name", "Kit", "-target",
                "x86_64-unknown-linux-gnu",
                "-o", "-", "-module-cache-path", "/w s/.mono/build/debug/ModuleCache", "-swift-version", "6",
                "-I", "../.mono/build/debug/root/Base", "-Xcc", "-fPIC", "-Xcc", "-g", "-Xcc",
                "-fno-omit-frame-pointer",
            ])
    }

    @Test func anOptimisedCompileWritesTheModuleToo() {
        compilationWith(\.configuration, .release) { compilation in
            let words = words(compilation.compileWholeModule(to: "out/Kit.swiftmodule", outputFileMap: "map.json"))
            #expect(
                Array(words.prefix(8)) == [
                    "-c", "-emit-module", "-emit-module-path", "out/Kit.swiftmodule", "-whole-module-optimization",
                    "-num-threads", "3",
                    "-avoid-emit-module-source-info",
                ])
            // Any number gives the same bytes: the key says nothing of it.
            let spelled = [1, 2, 16].map { jobs in
                compilation.compileWholeModule(to: "m", outputFileMap: "map.json")[6].spelled(
                    jobs: jobs, root: "", temporary: "")
            }
            #expect(spelled == ["2", "2", "16"])
            #expect(words.suffix(3) == ["-O", "Sources/Kit/A.swift", "Sources/Kit/two words.swift"])
            #expect(!words.contains("-enable-testing") && !words.contains("-DDEBUG"))
        }
    }

    @Test(
        "what tests import as @testable is compiled for that when it is optimised, too; a debug compile always is, in the same words"
    )
    func testable() {
        func compiles(_ form: SwiftCompilation.Form, _ isTestable: Bool) -> (optimised: [String], debug: [[String]]) {
            var compilation = self.compilation
            (compilation.form, compilation.flags.isTestable) = (form, isTestable)
            let debug = [
                words(compilation.compileIncrementally(outputFileMap: "map.json")),
                words(compilation.emitModule(to: "m", interface: "i", outputFileMap: "map.json")),
            ]
            compilation.configuration = .release
            return (words(compilation.compileWholeModule(to: "m", outputFileMap: "map.json")), debug)
        }
        for form in [SwiftCompilation.Form.library, .executable(entryPoint: "App_main", isScript: true), .test] {
            let plain = compiles(form, false), testable = compiles(form, true)
            #expect(plain.debug == testable.debug)
            #expect(plain.optimised.contains("-enable-testing") == (form == .test))
            #expect(testable.optimised.filter { $0 == "-enable-testing" }.count == 1)
            #expect(
                testable.optimised.filter { $0 != "-enable-testing" }
                    == plain.optimised.filter { $0 != "-enable-testing" })
        }
    }

    /// Form, and the words that it alone brings.
    @Test(arguments: [
        (SwiftCompilation.Form.library, ["-parse-as-library"]),
        (
            .executable(entryPoint: "App_main", isScript: true),
            ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "App_main"]
        ),
        (
            .executable(entryPoint: "App_main", isScript: false),
            ["-parse-as-library", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "App_main"]
        ),
        // Before tools version 5.5.
        (.executable(entryPoint: nil, isScript: true), []),
        (.test, ["-parse-as-library", "-Xfrontend", "-enable-cross-import-overlays"]),
    ])
    func forms(form: SwiftCompilation.Form, own: [String]) {
        compilationWith(\.form, form) { compilation in
            let words = words(compilation.compileIncrementally(outputFileMap: "map.json"))
            let between = words.drop { $0 != "../.mono/build/debug/root/Base" }.dropFirst().prefix {
                $0 != "-swift-version"
            }
            #expect(Array(between) == own)
        }
    }

    @Test func theFuzzerBringsAnEntryPointOfItsOwn() {
        var compilation = self.compilation
        compilation.form = .executable(entryPoint: nil, isScript: true)
        compilation.flags.sanitizers = [.fuzzer]
        let words = words(compilation.compileIncrementally(outputFileMap: "map.json"))
        #expect(words.contains("-parse-as-library") && words.contains("-sanitize=fuzzer"))
    }

    /// Each setting alone: what it adds, where it is the workspace's own and where it is a dependency's.
    @Test(arguments: [
        (SwiftSetting.define("FAST"), ["-DFAST"], ["-DFAST"]),
        (
            .upcomingFeature("ExistentialAny"), ["-enable-upcoming-feature", "ExistentialAny"],
            ["-enable-upcoming-feature", "ExistentialAny"]
        ),
        (
            .experimentalFeature("Lifetimes"), ["-enable-experimental-feature", "Lifetimes"],
            ["-enable-experimental-feature", "Lifetimes"]
        ),
        (.languageMode("5"), [], []),
        (
            .cxxInteroperability(true), ["-cxx-interoperability-mode=default", "-Xcc", "-std=c++20"],
            ["-cxx-interoperability-mode=default", "-Xcc", "-std=c++20"]
        ),
        (.cxxInteroperability(false), [], []),
        (.strictMemorySafety, ["-strict-memory-safety"], ["-strict-memory-safety"]),
        (.defaultIsolation("MainActor"), ["-default-isolation", "MainActor"], ["-default-isolation", "MainActor"]),
        (.defaultIsolation(nil), ["-default-isolation", "nonisolated"], ["-default-isolation", "nonisolated"]),
        (.warning(nil, asError: true), ["-warnings-as-errors"], []),
        (.warning(nil, asError: false), ["-no-warnings-as-errors"], []),
        (.warning("DeprecatedDeclaration", asError: true), ["-Werror", "DeprecatedDeclaration"], []),
        (.warning("DeprecatedDeclaration", asError: false), ["-Wwarning", "DeprecatedDeclaration"], []),
        (.unsafeFlags(["-Xfrontend", "-x"]), ["-Xfrontend", "-x"], ["-Xfrontend", "-x"]),
    ])
    func settings(setting: SwiftSetting, own: [String], external: [String]) {
        var compilation = self.compilation
        compilation.settings = [setting]
        compilation.cxxLanguageStandard = "c++20"
        for (isExternal, expected) in [(false, own), (true, external)] {
            compilation.isExternal = isExternal
            let words = words(compilation.compileIncrementally(outputFileMap: "map.json"))
            let between = words.drop { $0 != "-swift-version" }.dropFirst(2).prefix { $0 != "-g" }
            #expect(Array(between) == expected)
            #expect(words.contains("-suppress-warnings") == isExternal)
        }
    }

    @Test func whatThePackageSays() {
        var compilation = self.compilation
        compilation.userModuleVersion = "1.2.3"
        compilation.packageName = nil
        compilation.traits = ["Fancy"]
        compilation.clangFlags = ["-DSEEN", "-I", "Sources/Kit/private headers"]
        compilation.clangModules = [
            .init(moduleMap: "CThing/module.modulemap", headers: "CThing/include"),
            .init(moduleMap: "CSystem/module.modulemap", headers: nil),
        ]
        let words = words(compilation.compileIncrementally(outputFileMap: "map.json"))
        for expected in [
            ["-user-module-version", "1.2.3"], ["-swift-version", "6", "-DFancy"],
            ["-Xcc", "-DSEEN", "-Xcc", "-I", "-Xcc", "Sources/Kit/private headers"],
            [
                "-Xcc", "-fmodule-map-file=CThing/module.modulemap", "-Xcc", "-I", "-Xcc", "CThing/include", "-Xcc",
                "-fmodule-map-file=CSystem/module.modulemap", "-parse-as-library",
            ],
        ] { #expect(words.contains(expected)) }
        #expect(!words.contains("-package-name"))
        // `#if Fancy` may decide what clients see, and the digest of the module reads sources.
        #expect(compilation.visibleSettings.contains("-DFancy"))
    }

    /// What a person adds comes after what the manifest says, so that it wins.
    @Test func whatAPersonSays() {
        var compilation = self.compilation
        compilation.flags = BuildFlags(
            swift: ["-DX"], clang: ["-DY"], cxx: ["-DZ"], staticStandardLibrary: true, sanitizers: [.address])
        let words = words(compilation.compileIncrementally(outputFileMap: "map.json"))
        #expect(words.contains(["-no-serialize-debugging-options", "-DX", "-Xcc", "-DY", "-Onone"]))
        #expect(words.contains(["-sanitize=address", "-static-stdlib"]))
        #expect(!words.contains("-DZ"))
    }

    /// Of several words of this kind the driver takes the last.
    @Test(arguments: ["-O", "-Onone", "-Osize", "-Ounchecked"]) func whoSaysHowToOptimiseIsHeard(word: String) {
        for (swift, settings) in [([word], []), ([], [SwiftSetting.unsafeFlags([word])])] {
            var compilation = self.compilation
            (compilation.flags.swift, compilation.settings) = (swift, settings)
            for arguments in [
                compilation.compileIncrementally(outputFileMap: "m"),
                compilation.compileWholeModule(to: "m", outputFileMap: "m"),
            ] {
                #expect(words(arguments).filter { $0.hasPrefix("-O") } == [word])
            }
            // Its frontend leaves bodies out, which no optimiser takes.
            let emission = words(compilation.emitModule(to: "m", interface: "i", outputFileMap: "m"))
            #expect(emission.last { $0.hasPrefix("-O") } == "-Onone")
        }
    }

    @Test("a table of modules is named to whatever sees modules")
    func modules() {
        var compilation = self.compilation
        compilation.moduleMap = "build/modules.json"
        let inFrontend = ["-Xfrontend", "-explicit-swift-module-map-file", "-Xfrontend", "build/modules.json"]
        #expect(words(compilation.compileIncrementally(outputFileMap: "m")).contains(inFrontend))
        #expect(words(compilation.compileWholeModule(to: "m", outputFileMap: "m")).contains(inFrontend))
        #expect(words(compilation.emitModule(to: "m", interface: "i", outputFileMap: "m")).contains(inFrontend))
        #expect(words(compilation.dumpModule("m")).contains(Array(inFrontend.filter { $0 != "-Xfrontend" })))
        let runner = words(compilation.compileTestRunner("r.swift", moduleMap: "r.json", outputFileMap: "m"))
        #expect(runner.contains(["-explicit-swift-module-map-file", "-Xfrontend", "r.json"]))
        #expect(!runner.contains("build/modules.json"))
    }

    /// "conflicting options '-warnings-as-errors' and '-suppress-warnings'"
    @Test func whereWarningsAreSilentNothingMakesErrorsOfThem() {
        var compilation = self.compilation
        compilation.flags.swift = ["-warnings-as-errors", "-DX", "-Werror", "Group", "-Wwarning", "Other"]
        let own = words(compilation.compileIncrementally(outputFileMap: "m"))
        #expect(own.contains(["-warnings-as-errors", "-DX", "-Werror", "Group", "-Wwarning", "Other"]))
        compilation.settings = [.unsafeFlags(["-warnings-as-errors", "-DY"])]
        compilation.isExternal = true
        for arguments in [
            compilation.compileIncrementally(outputFileMap: "m"),
            compilation.compileWholeModule(to: "m", outputFileMap: "m"),
            compilation.compileTestRunner("r.swift", moduleMap: "r.json", outputFileMap: "m"),
        ] {
            #expect(words(arguments).contains("-suppress-warnings") && words(arguments).contains("-DX"))
            #expect(!words(arguments).contains { $0.hasPrefix("-W") || $0 == "-warnings-as-errors" || $0 == "Group" })
        }
        compilation.isExternal = false
        #expect(
            !words(compilation.compileTestRunner("r.swift", moduleMap: "r.json", outputFileMap: "m")).contains(
                "-warnings-as-errors"))
    }

    @Test func keysHoldNoPathOfThisMachine() {
        let keyed = compilation.compileIncrementally(outputFileMap: "map.json").compactMap(\.keyed)
        #expect(
            !keyed.contains {
                $0.contains("ModuleCache") || $0.contains("=.") || $0.hasPrefix("-j") || $0.contains("color")
            })
    }

    private func compilationWith<Value>(
        _ path: WritableKeyPath<SwiftCompilation, Value>, _ value: Value, _ body: (SwiftCompilation) -> Void
    ) {
        var compilation = self.compilation
        compilation[keyPath: path] = value
        body(compilation)
    }
}
