import CLinux
import Glibc

/// What a file system does with copies of its files.
public struct CopyTraits: Hashable, Sendable {
    /// Copies from the one folder to the other share blocks until one of the files changes.
    public var sharesBlocks: Bool
    /// A file of the first folder can have a second name there.
    public var hasHardLinks: Bool

    public init(sharesBlocks: Bool, hasHardLinks: Bool) {
        (self.sharesBlocks, self.hasHardLinks) = (sharesBlocks, hasHardLinks)
    }
}

extension LocalFileSystem {
    /// Finds out what happens to copies from `source` to `target` by trying with a small file. Missing folders are
    /// made, and no file is left in either. Throws where one of the folders cannot be written to.
    public func copyTraits(from source: AbsolutePath, to target: AbsolutePath) throws(FileError) -> CopyTraits {
        let original = source / TemporaryName.make(), other = source / TemporaryName.make()
        let copy = target / TemporaryName.make()
        defer {
            for path in [original, other, copy] { try? remove(path) }
        }
        try write([UInt8](repeating: 1, count: 4096), to: original, permissions: 0o600, durably: false)
        try write([], to: copy, permissions: 0o600, durably: false)
        let linked = access.systemCall(original) { from, old, _ in
            access.systemCall(other) { to, new, _ in linkat(from, old, to, new, 0) }.value
        }
        return CopyTraits(sharesBlocks: try clones(original, to: copy), hasHardLinks: !linked.failed)
    }

    private func clones(_ original: AbsolutePath, to copy: AbsolutePath) throws(FileError) -> Bool {
        do throws(ErrorNumber) {
            let input = try ReadableFile(original, access, O_NOFOLLOW)
            let output = try OpenFile(copy, access, O_RDWR | O_NOFOLLOW)
            return mono_clone_file(output.descriptor, input.file.descriptor) == 0
        } catch {
            throw FileError(.read, copy, code: error.code)
        }
    }
}
