import Digests
import Disk
import Subprocesses
import Testing
@testable import Toolchains

/// Which SDK is meant, what it says of itself, and what of it counts.
@Suite struct SwiftSDKStoreTests {
    private static let musl = "x86_64-swift-linux-musl"

    /// A store as `swift sdk install` leaves it, in any folder: one SDK for two platforms, and one for a third.
    private static func store(in folder: String, _ changes: [String: String] = [:]) -> InMemoryFileSystem {
        let bundle = "\(folder)/musl.artifactbundle", wasm = "\(folder)/wasm.artifactbundle"
        var files = [
            "\(bundle)/info.json": """
                {"schemaVersion": "1.0", "artifacts": {"static-linux": {"type": "swiftSDK", "version": "1", "variants": [{"path": "linux"}]}}}
                """,
            "\(bundle)/linux/swift-sdk.json": """
                {"schemaVersion": "4.0", "targetTriples": {
                  "x86_64-swift-linux-musl": {
                    "toolsetPaths": ["toolset.json"], "sdkRootPath": "sysroot/x86_64", "includeSearchPaths": ["include"], "librarySearchPaths": ["lib"],
                    "swiftResourcesPath": "sysroot/x86_64/usr/lib/swift", "swiftStaticResourcesPath": "sysroot/x86_64/usr/lib/swift_static"},
                  "aarch64-swift-linux-musl": {"sdkRootPath": "sysroot/aarch64"}}}
                """,
            "\(bundle)/linux/toolset.json": """
                {"schemaVersion": "1.0", "rootPath": "tools/bin",
                 "swiftCompiler": {"extraCLIOptions": ["-static-executable", "-use-ld=lld"]}, "cCompiler": {"extraCLIOptions": ["-DMUSL"]},
                 "cxxCompiler": {"extraCLIOptions": ["-stdlib=libc++"]}, "linker": {"extraCLIOptions": ["-z", "now"]}, "debugger": {"path": "lldb"}}
                """,
            "\(bundle)/linux/sysroot/x86_64/usr/include/stdio.h": "int puts(const char *);",
            "\(bundle)/linux/sysroot/aarch64/usr/include/stdio.h": "int puts(const char *);",
            "\(bundle)/linux/include/more.h": "",
            "\(wasm)/info.json": """
                {"schemaVersion": "1.0", "artifacts": {"wasm": {"type": "swiftSDK", "version": "1", "variants": [{"path": "all/sdk.json"}]},
                 "of-a-mac": {"type": "swiftSDK", "version": "1", "variants": [{"path": "all/sdk.json", "supportedTriples": ["arm64-apple-macosx"]}]},
                 "tool": {"type": "executable", "version": "1", "variants": [{"path": "x"}]}}}
                """,
            "\(wasm)/all/sdk.json": """
                {"schemaVersion": "3.0", "runTimeTriples": {"wasm32-unknown-wasip1": {"sdkRootPath": "root"}}}
                """,
        ]
        for (path, text) in changes { files["\(folder)/\(path)"] = text }
        return InMemoryFileSystem(files)
    }

    private static let toolchain = Toolchain(
        root: "/t/usr", identity: ContentDigest(of: "toolchain"), triple: "x86_64-unknown-linux-gnu", versionText: "", linker: "/usr/bin/ld.gold",
        linkerIdentity: ContentDigest(of: "gold"))

    private static func find(_ selector: String, in folder: String = "/sdks", _ files: InMemoryFileSystem, linker: String = "/usr/bin/ld.x") throws -> SwiftSDK {
        let commands = ScriptedCommandRunner()
        commands.answer("clang", with: CommandResult(exit: .code(0), errors: Array(" \"/t/usr/bin/clang\" \"-cc1\"\n \"\(linker)\" \"-o\"\n".utf8)))
        let store = SwiftSDKStore(
            folder: AbsolutePath(folder), files: files, digests: FileDigests(files: files, memory: nil), toolchain: toolchain, commands: commands, memory: "/memory")
        return try store.find(selector)
    }

    private func spelled(_ arguments: [Argument]) -> String { arguments.map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }.joined(separator: " ") }
    private func keyed(_ arguments: [Argument]) -> String { arguments.compactMap(\.keyed).joined(separator: " ") }

    @Test func anSDKIsFoundByItsNameOrItsPlatform() throws {
        let files = SwiftSDKStoreTests.store(in: "/sdks")
        #expect(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).id == "static-linux")
        #expect(try SwiftSDKStoreTests.find("aarch64-swift-linux-musl", files).triple == "aarch64-swift-linux-musl")
        // It has two platforms: which of them?
        #expect(throws: SwiftSDKError.ambiguous("static-linux", [SwiftSDKStoreTests.musl, "aarch64-swift-linux-musl"])) {
            try SwiftSDKStoreTests.find("static-linux", files)
        }
        #expect(throws: SwiftSDKError.notFound("of-a-mac", folder: AbsolutePath("/sdks"), known: [
            "static-linux (\(SwiftSDKStoreTests.musl))", "static-linux (aarch64-swift-linux-musl)", "wasm (wasm32-unknown-wasip1)",
        ])) { try SwiftSDKStoreTests.find("of-a-mac", files) }
        #expect(throws: SwiftSDKError.notLinux(id: "wasm", triple: "wasm32-unknown-wasip1")) { try SwiftSDKStoreTests.find("wasm", files) }
        #expect(throws: SwiftSDKError.notFound("x", folder: AbsolutePath("/none"), known: [])) { try SwiftSDKStoreTests.find("x", in: "/none", files) }
    }

    @Test func itsWordsAreThoseOfSwiftPM() throws {
        let sdk = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks"))
        let place = "/sdks/musl.artifactbundle", root = place + "/linux/sysroot/x86_64"
        #expect(
            spelled(sdk.wordsForSwift(isStatic: false)) == "-static-executable -use-ld=lld -tools-directory \(place)/linux/tools/bin "
                + "-resource-dir \(root)/usr/lib/swift -sdk \(root) -Xcc --sysroot -Xcc \(root) -Xcc -DMUSL -Xcc -g -Xcc -fno-omit-frame-pointer "
                + "-Xcc -ffile-prefix-map=\(place)=/swift-sdk -I \(place)/linux/include -debug-prefix-map \(place)=/swift-sdk")
        #expect(spelled(sdk.wordsForSwift(isStatic: true)).contains("-resource-dir \(root)/usr/lib/swift_static "))
        #expect(
            spelled(sdk.wordsForClang(isCxx: true)) == "--sysroot \(root) -DMUSL -stdlib=libc++ -g -fno-omit-frame-pointer "
                + "-ffile-prefix-map=\(place)=/swift-sdk -I \(place)/linux/include")
        #expect(!spelled(sdk.wordsForClang(isCxx: false)).contains("libc++"))
        #expect(
            spelled(sdk.wordsForLinks(isStatic: false)) == "-resource-dir \(root)/usr/lib/swift -Xclang-linker -resource-dir -Xclang-linker "
                + "\(root)/usr/lib/swift/clang -static-executable -use-ld=lld -tools-directory \(place)/linux/tools/bin -sdk \(root) "
                + "-Xlinker -z -Xlinker now -L \(place)/linux/include -L \(place)/linux/lib")
    }

    @Test("where it lies does not count, but in what would hold it")
    func placesDoNotCount() throws {
        let here = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks"))
        let there = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, in: "/home/me/sdks", SwiftSDKStoreTests.store(in: "/home/me/sdks"))
        #expect(here.identity == there.identity && here.identityForLinks == there.identityForLinks)
        for words in [{ $0.wordsForSwift(isStatic: false) }, { $0.wordsForClang(isCxx: true) }, { $0.wordsForLinks(isStatic: false) }] as [(SwiftSDK) -> [Argument]] {
            #expect(keyed(words(here)) == keyed(words(there)))
            #expect(!keyed(words(here)).contains("/sdks"))
        }
        // The driver writes the folder of dynamic libraries into programs.
        let dynamic = SwiftSDKStoreTests.store(in: "/sdks", ["musl.artifactbundle/linux/toolset.json": #"{"schemaVersion": "1.0"}"#])
        #expect(keyed(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, dynamic).wordsForLinks(isStatic: false)).contains("/sdks/"))
        #expect(!keyed(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, dynamic).wordsForLinks(isStatic: true)).contains("/sdks/"))
    }

    @Test("what compilers are given of it counts, and nothing else of it")
    func contentsCount() throws {
        func identity(_ changes: [String: String]) throws -> ContentDigest {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", changes)).identity
        }
        let base = try identity([:]), linux = "musl.artifactbundle/linux"
        #expect(try identity(["\(linux)/sysroot/x86_64/usr/include/stdio.h": "int puts(char *);"]) != base)
        #expect(try identity(["\(linux)/include/new.h": ""]) != base)
        #expect(try identity(["\(linux)/tools/bin/ld.lld": "a linker"]) != base)
        #expect(try identity(["\(linux)/sysroot/aarch64/usr/include/stdio.h": "another platform's", "\(linux)/README": ""]) == base)
        // Another linker is for links.
        let files = SwiftSDKStoreTests.store(in: "/sdks")
        try files.write("one", to: "/usr/bin/ld.x")
        let one = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        try files.write("other", to: "/usr/bin/ld.x")
        let other = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        #expect(one.identity == base && other.identity == base && one.identityForLinks != other.identityForLinks)
    }

    @Test("what links lead to out of it counts file by file")
    func exits() throws {
        let files = SwiftSDKStoreTests.store(in: "/sdks"), root = AbsolutePath("/sdks/musl.artifactbundle/linux/sysroot/x86_64/usr")
        try files.write("int outside;", to: "/elsewhere/outside.h")
        try files.makeSymbolicLink(at: root / "include/outside", to: "/elsewhere")
        try files.makeSymbolicLink(at: root / "include/inside.h", to: "stdio.h")
        try files.makeSymbolicLink(at: root / "include/nowhere.h", to: "/not/yet/there.h")
        try files.makeSymbolicLink(at: root / "include/aarch64", to: "../../../aarch64")
        let sdk = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        #expect(sdk.covers(root / "include/stdio.h") && sdk.covers(root / "include/inside.h") && sdk.covers(root / "include/not-there.h"))
        for name in ["outside/outside.h", "nowhere.h", "aarch64/usr/include/stdio.h"] { #expect(!sdk.covers(root / "include" / name), "\(name)") }
        #expect(!sdk.covers("/sdks/musl.artifactbundle/linux/toolset.json") && !sdk.covers("/usr/include/stdio.h"))
    }

    @Test("what is wrong with it is told with its place", arguments: [
        ("musl.artifactbundle/info.json", "{\n\n  \"artifacts\": }", 3), ("musl.artifactbundle/info.json", "{\n}", 1),
        ("musl.artifactbundle/linux/swift-sdk.json", "{\n \"schemaVersion\": \"9.0\"}", 2),
        ("musl.artifactbundle/linux/toolset.json", "[]", 1), ("musl.artifactbundle/linux/toolset.json", "{\n\"schemaVersion\": \"2.0\"}", 2),
    ])
    func malformed(_ file: String, _ text: String, _ line: Int) {
        #expect(throws: SwiftSDKError.malformed(AbsolutePath("/sdks/" + file), line: line)) {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", [file: text]))
        }
    }

    @Test func anSDKWithACompilerOfItsOwnIsNotForMono() {
        let linux = "musl.artifactbundle/linux"
        #expect(throws: SwiftSDKError.bringsTool(AbsolutePath("/sdks/\(linux)/tools/bin/clang"))) {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", ["\(linux)/tools/bin/clang": "a compiler"]))
        }
        let toolset = #"{"schemaVersion": "1.0", "cCompiler": {"path": "my-clang"}}"#
        #expect(throws: SwiftSDKError.bringsTool(AbsolutePath("/sdks/\(linux)/my-clang"))) {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", ["\(linux)/toolset.json": toolset]))
        }
    }
}

extension AbsolutePath: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
