import Digests
import Disk
import Glibc
import Testing

/// Both file systems, which must behave alike.
enum Form: CaseIterable, Sendable {
    case local, inMemory

    /// Calls `body` with a file system and an empty folder in it.
    func use(_ body: (any FileSystem, AbsolutePath) throws -> Void) throws {
        switch self {
        case .inMemory:
            let files = InMemoryFileSystem()
            try files.makeFolder(AbsolutePath("/scratch"))
            try body(files, AbsolutePath("/scratch"))
        case .local:
            try withScratchFolder { try body(LocalFileSystem(), $0) }
        }
    }
}

/// Calls `body` with an empty folder on the disk, which is gone afterwards.
func withScratchFolder(_ body: (AbsolutePath) throws -> Void) throws {
    var template = Array("/tmp/mono-tests-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let folder = try #require(LocalFileSystem().resolve(AbsolutePath(String(cString: made))))
    defer { try? LocalFileSystem().remove(folder) }
    try body(folder)
}

/// The error number with which `body` fails; nil where it does not.
func code(_ body: () throws -> Void) -> Int32? {
    do {
        try body()
        return nil
    } catch {
        return (error as? FileError)?.code ?? -1
    }
}

extension FileSystem {
    func text(_ path: AbsolutePath) throws -> String { String(decoding: try read(path), as: UTF8.self) }
}
