import Targets
import Testing
import Toolchains

/// The exact command lines of links and archives.
@Suite struct LinkingTests {
    private var linking = Linking(
        kind: .executable(entryPoint: "App_main"), moduleName: "App", objects: ["a.o", "b c.o"],
        dynamicLibraries: [.init(folder: "../Kit.product", name: "Kit")], linkedLibraries: ["m"], unsafeFlags: ["-Xlinker", "-x"],
        hasCxx: true, experimentalFeatures: ["Embedded"], configuration: .debug, triple: "x86_64-unknown-linux-gnu", flags: BuildFlags())

    private func words(_ linking: Linking) -> [String] {
        linking.link(to: "out/App", dependencyFile: "out/link.d").map { $0.spelled(jobs: 1, root: "/w") }
    }

    @Test func anExecutable() {
        #expect(linking.tool == .swiftc)
        #expect(
            words(linking) == [
                "-emit-executable", "-Xlinker", "--defsym", "-Xlinker", "main=App_main", "-o", "out/App", "-module-name", "App",
                "-target", "x86_64-unknown-linux-gnu", "-g", "-Xlinker", "-rpath=$ORIGIN", "-Xlinker", "--dependency-file=out/link.d",
                "a.o", "b c.o", "-L", "../Kit.product", "-lKit", "-lm", "-lstdc++",
                "-enable-experimental-feature", "Embedded", "-Xlinker", "-x",
            ])
    }

    @Test func anExecutableInCKeepsItsMain() {
        var linking = self.linking
        linking.kind = .executable(entryPoint: nil)
        #expect(!words(linking).contains("--defsym"))
    }

    @Test func anOptimisedLinkLeavesOutWhatNothingUses() {
        var linking = self.linking
        linking.configuration = .release
        #expect(words(linking).contains(["-Xlinker", "--gc-sections"]))
    }

    @Test func aDynamicLibrary() {
        var linking = self.linking
        linking.kind = .dynamicLibrary
        linking.flags.staticStandardLibrary = true
        #expect(words(linking).first == "-emit-library")
        // Or its executable's standard library and its own would be two.
        #expect(!words(linking).contains("-static-stdlib"))
        linking.kind = .executable(entryPoint: nil)
        #expect(words(linking).contains("-static-stdlib"))
    }

    @Test func aStaticLibrary() {
        var linking = self.linking
        linking.kind = .staticLibrary
        #expect(linking.tool == .archiver)
        #expect(words(linking) == ["crsD", "out/App", "a.o", "b c.o"])
    }

    @Test func whatAPersonSays() {
        var linking = self.linking
        linking.flags = BuildFlags(
            swift: ["-wmo", "-use-ld=lld", "-whole-module-optimization"], clang: ["-DX"], linker: ["-z", "now"], sanitizers: [.address])
        let words = words(linking)
        // Where there is nothing to compile, the driver takes some words for errors.
        #expect(words.suffix(5) == ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now"])
        #expect(words.contains("-sanitize=address") && !words.contains("-DX") && !words.contains("-wmo"))
    }

    @Test func aModuleInAnObject() {
        let words = Linking.wrapModule("Kit.swiftmodule", to: "Kit.swiftmodule.o", triple: "x86_64-unknown-linux-gnu")
        #expect(words == ["-modulewrap", "Kit.swiftmodule", "-o", "Kit.swiftmodule.o", "-target", "x86_64-unknown-linux-gnu"])
    }
}
