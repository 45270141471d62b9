import BuildPlanning
import Digests
import Disk
import Glibc
import Targets
import Testing

@testable import BuildEngine

/// Names of files come from caches that others write to: looking at them must neither take for ever nor make a key that
/// is another each time.
@Suite struct ReadableFilesTests {
    private let files = LocalFileSystem()

    private func withReadable(_ body: (ReadableFiles, AbsolutePath) throws -> Void) throws {
        let root = AbsolutePath("/tmp/mono-readable-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        try files.makeFolder(root)
        defer { try? files.remove(root) }
        let digests = FileDigests(files: files, memory: nil)
        try body(ReadableFiles(root: root, files: files, workspace: digests, machine: digests), root)
    }

    @Test(
        "what the kernel makes up",
        arguments: [
            "/proc/uptime", "/proc", "/sys/kernel/notes", "/dev/zero", "/dev/urandom", "/run/x",
            "/usr/../proc/self/stat",
        ])
    func kernel(_ name: String) throws {
        try withReadable { readable, _ in #expect(!readable.isReadable(name) && readable.current(name) == nil) }
    }

    /// 200 GiB of zeros take no room on a disk, and minutes to read.
    @Test func sparseFiles() throws {
        try withReadable { readable, root in
            try files.write("x", to: root / "sparse")
            #expect(truncate((root / "sparse").string, 200 << 30) == 0)
            #expect(!readable.isReadable("sparse"))
            #expect(!readable.isReadable((root / "sparse").string))
        }
    }

    /// The actions of one target share a look at the same sources; whoever wants to know what is there now gets it.
    @Test func looksAtSourcesAreSharedByTheActionsOfATarget() throws {
        try withReadable { readable, root in
            let target = Action.Subject.target(TargetID(PackageID("p"), "T"))
            let other = Action.Subject.target(TargetID(PackageID("p"), "U"))
            try files.write("one", to: root / "a.swift")
            try files.write("b", to: root / "b.swift")
            let first = try readable.digests(ofSources: ["a.swift"], of: target)
            #expect(first == [ContentDigest(of: "one")])
            try files.write("another", to: root / "a.swift")
            #expect(try readable.digests(ofSources: ["a.swift"], of: target) == first)
            let now = ContentDigest(of: "another")
            #expect(try readable.digest("a.swift") == now)
            #expect(try readable.digests(ofSources: ["a.swift"], of: other) == [now])
            let both = try readable.digests(ofSources: ["a.swift", "b.swift"], of: target)
            #expect(both == [now, ContentDigest(of: "b")])
        }
    }

    @Test func whatMayBeRead() throws {
        try withReadable { readable, root in
            try files.write("x", to: root / "file")
            try files.makeFolder(root / "folder")
            #expect(mkfifo((root / "pipe").string, 0o600) == 0)
            for name in ["file", "folder", "pipe", "missing", "/usr/include/missing.h", "\u{1B}]0;x"] {
                #expect(readable.isReadable(name))
            }
            #expect(readable.current("file") == ContentDigest(of: "x") && readable.current("missing") == nil)
            // That a pipe came to be there is seen, and nothing of it is read. Of a folder, its headers count by name.
            let folder = readable.current("folder")
            #expect(readable.current("pipe") != nil && folder != nil)
            try files.write("x", to: root / "folder/README")
            #expect(readable.current("folder") == folder)
            try files.write("x", to: root / "folder/a.h")
            #expect(readable.current("folder") != folder)
        }
    }
}
