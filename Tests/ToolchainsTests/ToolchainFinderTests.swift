import Digests
import Disk
import Subprocesses
import Testing

@testable import Toolchains

/// What identifies a toolchain, and what is remembered of it.
@Suite struct ToolchainFinderTests {
    private let files = InMemoryFileSystem(), commands = ScriptedCommandRunner()

    init() throws {
        for name in [
            "swift-driver", "swift-frontend", "clang", "lld", "llvm-ar", "swift-plugin-server",
            "swift-autolink-extract", "swift-symbolgraph-extract", "clang++",
        ] {
            try files.write(
                Array("program \(name)".utf8), to: AbsolutePath("/t/usr/bin/\(name)"), permissions: 0o755,
                durably: false)
        }
        try files.makeSymbolicLink(at: "/t/usr/bin/swiftc", to: "swift-driver")
        try files.write("module", to: "/t/usr/lib/swift/Swift.swiftmodule")
        try files.write("linker", to: "/usr/bin/ld.gold")
        files.advance(by: 10_000_000_000)
        let info =
            #"{ "compilerVersion": "Swift version 6.3.1",\#n "target": {\#n "triple": "x86_64-unknown-linux-gnu" } }"#
        commands.answer("swiftc", ["-print-target-info"]) { _, _ in
            CommandResult(exit: .code(0), output: Array(info.utf8))
        }
        commands.answer("clang") { command, _ in
            let line =
                command.arguments.contains("-fsyntax-only")
                ? " \"/t/usr/bin/clang\" \"-cc1\" \"-internal-isystem\" \"/usr/local/include\" \"-internal-externc-isystem\" \"/usr/include\"\n"
                : " \"/t/usr/bin/clang\" \"-cc1\"\n \"/usr/bin/ld.gold\" \"-o\"\n"
            return CommandResult(exit: .code(0), errors: Array(line.utf8))
        }
    }

    private func find() throws -> Toolchain {
        try ToolchainFinder(
            files: files, digests: FileDigests(files: files, memory: nil), commands: commands, memory: "/memory"
        )
        .find(for: "/w", environment: ["PATH": "/t/usr/bin"])
    }

    private func memories() throws -> [AbsolutePath] {
        try files.list("/memory").map { AbsolutePath("/memory") / $0.name }
    }

    @Test func programsAreAskedOnce() throws {
        let first = try find()
        #expect(
            first.triple == "x86_64-unknown-linux-gnu" && first.versionText == "Swift version 6.3.1"
                && first.linker == "/usr/bin/ld.gold")
        #expect(
            first.headers
                == HeaderSearch(
                    c: ["/usr/local/include", "/usr/include"], cxx: ["/usr/local/include", "/usr/include"]))
        let asked = commands.commands.count
        #expect(asked == 4)
        #expect(try find() == first && commands.commands.count == asked)
    }

    /// A memory of another machine, of a failing disk, or of somebody else.
    @Test func aDamagedMemoryIsNone() throws {
        let first = try find(), asked = commands.commands.count
        let path = try #require(memories().first), content = try files.read(path)
        for index in stride(from: 0, to: content.count, by: 3) {
            var damaged = content
            damaged[index] ^= 0x20
            try files.write(damaged, to: path)
            #expect(try find() == first)
        }
        #expect(commands.commands.count == asked * (1 + (content.count + 2) / 3))
        for damaged in [[], Array(content.dropLast()), content + [0], [UInt8](repeating: 0, count: content.count)] {
            try files.write(damaged, to: path)
            #expect(try find() == first)
        }
    }

    /// Clang takes flags from `clang.cfg` and `x86_64-unknown-linux-gnu-clang.cfg` beside it.
    @Test func configurationFilesCount() throws {
        var identities = [try find().identity]
        try files.write("-DX", to: "/t/usr/bin/clang.cfg")
        identities.append(try find().identity)
        try files.write("-DY", to: "/t/usr/bin/clang.cfg")
        identities.append(try find().identity)
        try files.write("-DY", to: "/t/usr/bin/x86_64-unknown-linux-gnu-clang++.cfg")
        identities.append(try find().identity)
        #expect(Set(identities).count == 4)
        try files.remove("/t/usr/bin/clang.cfg")
        try files.remove("/t/usr/bin/x86_64-unknown-linux-gnu-clang++.cfg")
        #expect(try find().identity == identities[0])
    }

    /// The folder of C++'s headers comes from the newest GCC, so what is remembered holds for those that are installed.
    @Test func anotherGCCIsAskedAbout() throws {
        _ = try find()
        let asked = commands.commands.count
        try files.makeFolder("/usr/lib/gcc/x86_64-linux-gnu/14")
        _ = try find()
        #expect(commands.commands.count == asked * 2)
    }
}
