import Digests
import Disk

/// Outputs that are folders: each is one blob, and stands for all that the folder holds.
extension TieredCache {
    /// Makes `path` the output, as `materialise` does for a blob; a folder gives way to a file, and the other way
    /// round.
    public func materialise(_ output: ActionResult.Output, at path: AbsolutePath) throws(MaterialiseError) {
        do {
            if files.linkStatus(path)?.kind == .folder { try files.remove(path) }
        } catch { throw .file(error) }
        guard output.isFolder else {
            return try materialise(output.digest, at: path, isExecutable: output.isExecutable)
        }
        let bytes: [UInt8], tree: FileTree
        do { bytes = try read(output.digest, atMost: FileTree.largestEncoded) } catch { throw .miss(error) }
        do { tree = try FileTree(decoding: bytes) } catch {
            throw .miss(.malformed(path: path.string, "it is no folder"))
        }
        do { try tree.replace(path, files: files) } catch { throw .file(error) }
    }
}

extension FileTree {
    /// What `path` holds as a folder, as one blob; nil where there is no folder, or it is larger than may be kept.
    public static func encoded(_ path: AbsolutePath, files: any FileSystem) throws(FileError) -> [UInt8]? {
        files.linkStatus(path)?.kind == .folder ? try FileTree(reading: path, files: files)?.encoded : nil
    }

    /// Makes `path` this tree, in one step from nothing.
    public func replace(_ path: AbsolutePath, files: any FileSystem) throws(FileError) {
        let temporary = path.parent / ".\(path.name).folder"
        try files.remove(temporary)
        try write(to: temporary, files: files, isForEditing: true)
        try files.remove(path)
        try files.rename(temporary, to: path)
    }
}
