import Disk
import Glibc
import Subprocesses
import Targets
import Testing
import Toolchains

/// The exact command lines of links and archives.
@Suite struct LinkingTests {
    private var linking = Linking(
        kind: .executable(entryPoint: "App_main"), moduleName: "App", objects: ["a.o", "b c.o"],
        autolinkFiles: ["a.autolink", "b c.autolink"],
        dynamicLibraries: [.init(folder: "../Kit.product", name: "Kit")], linkedLibraries: ["m"],
        unsafeFlags: ["-Xlinker", "-x"],
        hasCxx: true, experimentalFeatures: ["Embedded"], configuration: .debug, triple: "x86_64-unknown-linux-gnu",
        toolchain: "/t/usr", flags: BuildFlags())

    private func words(_ linking: Linking) -> [String] {
        linking.link(to: "out/App", dependencyFile: "out/link.d").map {
            $0.spelled(jobs: 1, root: "/w", temporary: "/tmp")
        }
    }

    @Test func linkersAreNamedByWordsOfTheDriverAndOfClang() {
        var linking = linking
        linking.unsafeFlags = [
            "-use-ld=mold", "-Xlinker", "-x", "-Xclang-linker", "--ld-path=/opt/ld", "-Xclang-linker", "-Bparts",
        ]
        linking.flags.swift = ["-ld-path=tools/ld", "-tools-directory", "/tools"]
        let folders = ["parts", "/tools"].flatMap { folder in
            ["clang", "clang++", "ld", "ld.gold", "ld.lld", "ld.bfd"].map { "\(folder)/\($0)" }
        }
        #expect(Set(linking.namedLinkers) == Set(["mold", "/opt/ld", "tools/ld"] + folders))
        (linking.unsafeFlags, linking.flags.swift) = (["-Xlinker", "-use-ld"], ["-DX"])
        #expect(linking.namedLinkers.isEmpty)
    }

    @Test func anOrdinaryExecutable() {
        var linking = self.linking
        (linking.unsafeFlags, linking.experimentalFeatures) = ([], ["Lifetimes"])
        linking.flags.linker = ["-z", "now"]
        #expect(linking.tool == .clang)
        #expect(
            words(linking) == [
                "-pie", "-Xlinker", "--build-id", "-Xlinker", "-rpath", "-Xlinker", "/t/usr/lib/swift/linux",
                "/t/usr/lib/swift/linux/x86_64/swiftrt.o", "a.o", "b c.o", "@a.autolink", "@b c.autolink",
                "-L", "/t/usr/lib/swift/linux", "-lswiftCore", "--target=x86_64-unknown-linux-gnu", "-L",
                "../Kit.product", "-lKit", "-lm",
                "-lstdc++", "-Xlinker", "--defsym", "-Xlinker", "main=App_main", "-Xlinker", "-rpath=$ORIGIN",
                "-Xlinker", "--dependency-file=out/link.d", "-Xlinker", "-z", "-Xlinker", "now", "-o", "out/App",
            ])
        linking.kind = .dynamicLibrary
        linking.configuration = .release
        #expect(words(linking).first == "-shared" && !words(linking).contains("--defsym"))
        #expect(words(linking).contains(["-Xlinker", "--gc-sections"]))
        #expect(Linking.extractAutolink(from: ["a.o", "b.o"], to: "x.autolink") == ["a.o", "b.o", "-o", "x.autolink"])
    }

    @Test func whatIsNotOrdinaryIsTheDriversToLink() {
        var plain = linking
        (plain.unsafeFlags, plain.experimentalFeatures) = ([], [])
        for change in [
            { $0.flags.swift = ["-DX", "-use-ld=lld"] }, { $0.flags.sanitizers = [.thread] },
            { $0.flags.staticStandardLibrary = true },
            { $0.unsafeFlags = ["-nostdlib"] }, { $0.experimentalFeatures = ["Embedded"] },
            { $0.triple = "x86_64-swift-linux-musl" },
        ] as [(inout Linking) -> Void] {
            var linking = plain
            linking.flags.swift = ["-DX", "-warnings-as-errors"]
            #expect(linking.tool == .clang)
            change(&linking)
            #expect(linking.tool == .swiftc)
        }
    }

    /// The words are the driver's own: what it would start for the same link is asked of it.
    @Test func theDriverGivesClangTheSameWords() throws {
        let files = LocalFileSystem()
        let folders = String(cString: getenv("PATH")).split(separator: ":").map { AbsolutePath(String($0)) }
        let driver = try #require(
            folders.map { $0 / "swiftc" }.first { files.status($0) != nil }.flatMap(files.resolve))
        let toolchain = driver.parent.parent.string
        for kind in [Linking.Kind.executable(entryPoint: "App_main"), .dynamicLibrary] {
            var linking = self.linking
            (linking.kind, linking.unsafeFlags, linking.experimentalFeatures) = (kind, [], [])
            (linking.toolchain, linking.objects) = (toolchain, ["a.o", "b.o"])
            linking.autolinkFiles = ["a.autolink"]
            let own = words(linking)
            linking.flags.swift = ["-v"]
            #expect(linking.tool == .swiftc)
            let answer = try LocalCommandRunner().run(
                Command(
                    "\(toolchain)/bin/swiftc", words(linking).filter { $0 != "-v" } + ["-###"], folder: "/",
                    timeLimit: 60))
            let theirs = try #require(
                String(decoding: answer.output, as: UTF8.self).split(separator: "\n").last { $0.contains("bin/clang") }
            ).split(separator: " ").dropFirst()
            func canonical(_ words: [String]) -> [String] {
                // The driver's list of libraries lies in a folder of its own.
                words.map { $0.hasPrefix("@") ? "@autolink" : $0.filter { $0 != "'" } }
            }
            #expect(Set(canonical(own)) == Set(canonical(theirs.map(String.init))))
            #expect(canonical(own).count == canonical(theirs.map(String.init)).count)
        }
    }

    @Test func anExecutable() {
        #expect(linking.tool == .swiftc)
        #expect(
            words(linking) == [
                "-emit-executable", "-Xlinker", "--defsym", "-Xlinker", "main=App_main", "-o", "out/App",
                "-module-name", "App",
                "-target", "x86_64-unknown-linux-gnu", "-g", "-Xlinker", "-rpath=$ORIGIN", "-Xlinker",
                "--dependency-file=out/link.d",
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
            swift: ["-wmo", "-use-ld=lld", "-whole-module-optimization"], clang: ["-DX"], linker: ["-z", "now"],
            sanitizers: [.address])
        let words = words(linking)
        // Where there is nothing to compile, the driver takes some words for errors.
        #expect(words.suffix(5) == ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now"])
        #expect(words.contains("-sanitize=address") && !words.contains("-DX") && !words.contains("-wmo"))
    }

    @Test func foldersOfLibraries() {
        var linking = self.linking
        #expect(linking.namedLibraryFolders.isEmpty)
        linking.unsafeFlags = [
            "-Lone", "-L", "two", "-Xlinker", "-L", "-Xlinker", "three", "-Xclang-linker", "-Wl,-z,now,-Lfour", "-lx",
        ]
        linking.flags = BuildFlags(
            swift: ["-L/five", "-DX"], linker: ["-rpath", "-library-path=six", "--library-path", "seven"])
        #expect(linking.namedLibraryFolders == ["one", "two", "three", "four", "/five", "six", "seven"])
    }

    @Test func aModuleInAnObject() {
        let words = Linking.wrapModule("Kit.swiftmodule", to: "Kit.swiftmodule.o", triple: "x86_64-unknown-linux-gnu")
        #expect(
            words == [
                "-modulewrap", "Kit.swiftmodule", "-target", "x86_64-unknown-linux-gnu", "-o", "Kit.swiftmodule.o",
            ])
    }
}
