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
        root: "/t/usr", identity: ContentDigest(of: "toolchain"), triple: "x86_64-unknown-linux-gnu", versionText: "",
        linker: "/usr/bin/ld.gold",
        linkerIdentity: ContentDigest(of: "gold"))

    private static func find(
        _ selector: String, in folder: String = "/sdks", _ files: InMemoryFileSystem, linker: String = "/usr/bin/ld.x"
    ) throws -> SwiftSDK {
        let commands = ScriptedCommandRunner()
        commands.answer(
            "clang",
            with: CommandResult(
                exit: .code(0), errors: Array(" \"/t/usr/bin/clang\" \"-cc1\"\n \"\(linker)\" \"-o\"\n".utf8)))
        let store = SwiftSDKStore(
            folder: AbsolutePath(folder), files: files, digests: FileDigests(files: files, memory: nil),
            toolchain: toolchain, commands: commands, memory: "/memory")
        return try store.find(selector)
    }

    private func spelled(_ arguments: [Argument]) -> String {
        arguments.map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }.joined(separator: " ")
    }
    private func keyed(_ arguments: [Argument]) -> String { arguments.compactMap(\.keyed).joined(separator: " ") }

    @Test func anSDKIsFoundByItsNameOrItsPlatform() throws {
        let files = SwiftSDKStoreTests.store(in: "/sdks")
        #expect(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).id == "static-linux")
        #expect(try SwiftSDKStoreTests.find("aarch64-swift-linux-musl", files).triple == "aarch64-swift-linux-musl")
        // It has two platforms: which of them?
        #expect(
            throws: SwiftSDKError.ambiguous(
                "static-linux", ["static-linux:\(SwiftSDKStoreTests.musl)", "static-linux:aarch64-swift-linux-musl"])
        ) {
            try SwiftSDKStoreTests.find("static-linux", files)
        }
        #expect(
            try SwiftSDKStoreTests.find("static-linux:aarch64-swift-linux-musl", files).triple
                == "aarch64-swift-linux-musl")
        #expect(
            throws: SwiftSDKError.notFound(
                "of-a-mac", folder: AbsolutePath("/sdks"),
                known: [
                    "static-linux:\(SwiftSDKStoreTests.musl)", "static-linux:aarch64-swift-linux-musl",
                    "wasm:wasm32-unknown-wasip1",
                ])
        ) { try SwiftSDKStoreTests.find("of-a-mac", files) }
        #expect(throws: SwiftSDKError.notLinux(id: "wasm", triple: "wasm32-unknown-wasip1")) {
            try SwiftSDKStoreTests.find("wasm", files)
        }
        #expect(throws: SwiftSDKError.notFound("x", folder: AbsolutePath("/none"), known: [])) {
            try SwiftSDKStoreTests.find("x", in: "/none", files)
        }
    }

    @Test("a memory of which linker it is that was cut short is asked for again")
    func damagedMemory() throws {
        let files = SwiftSDKStoreTests.store(
            in: "/sdks", ["musl.artifactbundle/linux/toolset.json": #"{"schemaVersion": "1.0"}"#])
        try files.write("a linker", to: "/usr/bin/ld.x")
        let links = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).identityForLinks
        let memories = try files.list("/memory").map(\.name)
        #expect(!memories.isEmpty)
        for content in ["", "ld.x"] {
            for name in memories { try files.write(content, to: AbsolutePath("/memory/\(name)")) }
            #expect(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).identityForLinks == links)
        }
    }

    @Test func itsWordsAreThoseOfSwiftPM() throws {
        let sdk = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks"))
        let place = "/sdks/musl.artifactbundle", root = place + "/linux/sysroot/x86_64"
        #expect(
            spelled(sdk.wordsForSwift(isStatic: false))
                == "-static-executable -use-ld=lld -tools-directory \(place)/linux/tools/bin "
                + "-resource-dir \(root)/usr/lib/swift -sdk \(root) -Xcc --sysroot -Xcc \(root) -Xcc -DMUSL -Xcc -g -Xcc -fno-omit-frame-pointer "
                + "-Xcc -ffile-prefix-map=\(place)=/swift-sdk -I \(place)/linux/include -debug-prefix-map \(place)=/swift-sdk"
        )
        #expect(spelled(sdk.wordsForSwift(isStatic: true)).contains("-resource-dir \(root)/usr/lib/swift_static "))
        #expect(
            spelled(sdk.wordsForClang(isCxx: true))
                == "--sysroot \(root) -DMUSL -stdlib=libc++ -g -fno-omit-frame-pointer "
                + "-ffile-prefix-map=\(place)=/swift-sdk -I \(place)/linux/include")
        #expect(!spelled(sdk.wordsForClang(isCxx: false)).contains("libc++"))
        #expect(
            spelled(sdk.wordsForLinks(isStatic: false))
                == "-resource-dir \(root)/usr/lib/swift -Xclang-linker -resource-dir -Xclang-linker "
                + "\(root)/usr/lib/swift/clang -static-executable -use-ld=lld -tools-directory \(place)/linux/tools/bin -sdk \(root) "
                + "-Xlinker -z -Xlinker now -L \(place)/linux/include -L \(place)/linux/lib")
    }

    @Test("where it lies does not count, but in what would hold it")
    func placesDoNotCount() throws {
        let here = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks"))
        let there = try SwiftSDKStoreTests.find(
            SwiftSDKStoreTests.musl, in: "/home/me/sdks", SwiftSDKStoreTests.store(in: "/home/me/sdks"))
        #expect(here.identity == there.identity && here.identityForLinks == there.identityForLinks)
        for words in [
            { $0.wordsForSwift(isStatic: false) }, { $0.wordsForClang(isCxx: true) },
            { $0.wordsForLinks(isStatic: false) },
        ] as [(SwiftSDK) -> [Argument]] {
            #expect(keyed(words(here)) == keyed(words(there)))
            #expect(!keyed(words(here)).contains("/sdks"))
        }
        // The driver writes the folder of dynamic libraries into programs.
        let dynamic = SwiftSDKStoreTests.store(
            in: "/sdks", ["musl.artifactbundle/linux/toolset.json": #"{"schemaVersion": "1.0"}"#])
        #expect(
            keyed(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, dynamic).wordsForLinks(isStatic: false))
                .contains("/sdks/"))
        #expect(
            !keyed(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, dynamic).wordsForLinks(isStatic: true))
                .contains("/sdks/"))
    }

    @Test("what compilers are given of it counts, and nothing else of it")
    func contentsCount() throws {
        func identity(_ changes: [String: String]) throws -> ContentDigest {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", changes))
                .identity
        }
        let base = try identity([:]), linux = "musl.artifactbundle/linux"
        #expect(try identity(["\(linux)/sysroot/x86_64/usr/include/stdio.h": "int puts(char *);"]) != base)
        #expect(try identity(["\(linux)/include/new.h": ""]) != base)
        #expect(try identity(["\(linux)/tools/bin/ld.lld": "a linker"]) != base)
        #expect(
            try identity(["\(linux)/sysroot/aarch64/usr/include/stdio.h": "another platform's", "\(linux)/README": ""])
                == base)
        // Another linker is for links.
        let files = SwiftSDKStoreTests.store(in: "/sdks")
        try files.write("one", to: "/usr/bin/ld.x")
        let one = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        try files.write("other", to: "/usr/bin/ld.x")
        let other = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        #expect(one.identity == base && other.identity == base && one.identityForLinks != other.identityForLinks)
    }

    @Test("what links lead to elsewhere counts file by file, and so does what lies behind links of folders")
    func links() throws {
        let files = SwiftSDKStoreTests.store(in: "/sdks"),
            root = AbsolutePath("/sdks/musl.artifactbundle/linux/sysroot/x86_64/usr")
        try files.write("int outside;", to: "/elsewhere/outside.h")
        try files.makeSymbolicLink(at: root / "include/inside.h", to: "stdio.h")
        try files.makeSymbolicLink(at: root / "alias", to: "include")
        try files.makeSymbolicLink(at: root / "include/outside", to: "/elsewhere")
        try files.makeSymbolicLink(at: root / "include/aarch64", to: "../../../aarch64")
        let sdk = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        for name in ["include/stdio.h", "include/inside.h", "alias/stdio.h"] {
            #expect(sdk.covers(root / name, files: files), "\(name)")
        }
        for name in [
            "include/outside/outside.h", "alias/outside/outside.h", "include/aarch64/usr/include/stdio.h",
            "include/not-there.h",
        ] {
            #expect(!sdk.covers(root / name, files: files), "\(name)")
        }
        #expect(
            !sdk.covers("/sdks/musl.artifactbundle/linux/toolset.json", files: files)
                && !sdk.covers("/usr/include/stdio.h", files: files))
    }

    @Test("a folder that is a link counts by what it leads to, where that is in the bundle; else file by file")
    func linkedFolders() throws {
        let files = SwiftSDKStoreTests.store(in: "/sdks"), linux = AbsolutePath("/sdks/musl.artifactbundle/linux")
        try files.remove(linux / "include")
        try files.write("1", to: linux / "real/more.h")
        try files.makeSymbolicLink(at: linux / "include", to: "real")
        let one = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        try files.write("2", to: linux / "real/more.h")
        #expect(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).identity != one.identity)
        #expect(one.covers(linux / "include/more.h", files: files))
        try files.remove(linux / "include")
        try files.write("1", to: "/elsewhere/more.h")
        try files.makeSymbolicLink(at: linux / "include", to: "/elsewhere")
        #expect(
            !(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).covers(linux / "include/more.h", files: files))
        )
    }

    @Test("the linker counts, wherever a toolset finds it")
    func linkers() throws {
        for toolset in [
            #"{"schemaVersion": "1.0", "linker": {"path": "/my/ld"}}"#, #"{"schemaVersion": "1.0", "rootPath": "/my"}"#,
        ] {
            let files = SwiftSDKStoreTests.store(in: "/sdks", ["musl.artifactbundle/linux/toolset.json": toolset])
            try files.write("one", to: "/my/ld")
            let one = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files, linker: "/my/ld")
            try files.write("other", to: "/my/ld")
            let other = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files, linker: "/my/ld")
            #expect(one.identityForLinks != other.identityForLinks && one.identity == other.identity)
        }
        // It takes the place of another one, with its words.
        let two =
            #"{"schemaVersion": "1.0", "linker": {"path": "ld", "extraCLIOptions": ["-y"]}, "cCompiler": {"extraCLIOptions": ["-DC"]}, "librarian": {"path": "llvm-ar"}}"#
        let files = SwiftSDKStoreTests.store(in: "/sdks", ["musl.artifactbundle/linux/other.json": two])
        let metadata = AbsolutePath("/sdks/musl.artifactbundle/linux/swift-sdk.json"),
            text = String(decoding: try files.read(metadata), as: UTF8.self)
        try files.write(text.replacing("toolset.json\"", with: "toolset.json\", \"other.json\""), to: metadata)
        let sdk = try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files)
        #expect(
            sdk.description.linker == ["-y"] && sdk.description.c == ["-DMUSL", "-DC"]
                && sdk.description.swift == ["-static-executable", "-use-ld=lld"])
        #expect(spelled(sdk.wordsForLinks(isStatic: false)).contains("-ld-path=/sdks/musl.artifactbundle/linux/ld "))
    }

    @Test("one that is broken is in nobody's way who asks for another one")
    func brokenNeighbours() throws {
        let files = SwiftSDKStoreTests.store(
            in: "/sdks", ["a.artifactbundle/info.json": "{", "b.artifactbundle": "a file"])
        #expect(try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, files).id == "static-linux")
        #expect(throws: SwiftSDKError.malformed(AbsolutePath("/sdks/a.artifactbundle/info.json"), line: 1)) {
            try SwiftSDKStoreTests.find("x", files)
        }
    }

    @Test(arguments: [
        ("x86_64-unknown-linux-gnu", true), ("x86_64-swift-linux-musl", true), ("armv7-unknown-linux-gnueabihf", true),
        ("x86_64-unknown-linux", true),
        ("aarch64-unknown-linux-android28", false), ("wasm32-unknown-wasip1", false), ("linux-a-b", false),
        ("a/../../../b-x-linux-gnu", false),
        ("-x-linux-gnu", false), ("arm64-apple-macosx", false),
    ])
    func platforms(_ triple: String, _ isLinux: Bool) { #expect(SwiftSDK.isLinux(triple) == isLinux) }

    @Test(
        "what is wrong with it is told with its place",
        arguments: [
            ("musl.artifactbundle/info.json", "{\n\n  \"artifacts\": }", 3),
            ("musl.artifactbundle/info.json", "{\n}", 1),
            ("musl.artifactbundle/linux/swift-sdk.json", "{\n \"schemaVersion\": \"9.0\"}", 2),
            ("musl.artifactbundle/linux/toolset.json", "[]", 1),
            ("musl.artifactbundle/linux/toolset.json", "{\n\"schemaVersion\": \"2.0\"}", 2),
            ("musl.artifactbundle/linux/swift-sdk.json", "{\n \"schemaVersion\": \"4.1\", \"targetTriples\": {}}", 2),
            (
                "musl.artifactbundle/linux/toolset.json",
                "{\"schemaVersion\": \"1.0\",\n\"cCompiler\": {\"extraCLIOptions\": \"-DX\"}}", 2
            ),
            ("musl.artifactbundle/linux/toolset.json", "{\"schemaVersion\": \"1.0\",\n\"linker\": {}}", 2),
        ])
    func malformed(_ file: String, _ text: String, _ line: Int) {
        #expect(throws: SwiftSDKError.malformed(AbsolutePath("/sdks/" + file), line: line)) {
            try SwiftSDKStoreTests.find(SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", [file: text]))
        }
    }

    @Test func anSDKWithACompilerOfItsOwnIsNotForMono() {
        let linux = "musl.artifactbundle/linux"
        #expect(throws: SwiftSDKError.bringsTool(AbsolutePath("/sdks/\(linux)/tools/bin/clang"))) {
            try SwiftSDKStoreTests.find(
                SwiftSDKStoreTests.musl,
                SwiftSDKStoreTests.store(in: "/sdks", ["\(linux)/tools/bin/clang": "a compiler"]))
        }
        let toolset = #"{"schemaVersion": "1.0", "cCompiler": {"path": "my-clang"}}"#
        #expect(throws: SwiftSDKError.bringsTool(AbsolutePath("/sdks/\(linux)/my-clang"))) {
            try SwiftSDKStoreTests.find(
                SwiftSDKStoreTests.musl, SwiftSDKStoreTests.store(in: "/sdks", ["\(linux)/toolset.json": toolset]))
        }
    }
}

extension AbsolutePath: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
