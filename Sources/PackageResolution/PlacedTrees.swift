import Digests
import Disk

/// Trees of files from elsewhere in one folder of a workspace, each always in the same place: paths that compiles see
/// are then the same everywhere.
struct PlacedTrees: Sendable {
    struct Tree: Sendable {
        /// Of its folder; no two trees share one.
        var name: String
        /// What the tree is; stands beside it.
        var stamp: String
        /// Under which it is remembered.
        var key: ContentDigest
    }

    let folder: AbsolutePath
    let files: any FileSystem
    let recollection: Recollection

    /// Where the tree lies, or will.
    func place(of tree: Tree) -> AbsolutePath { folder / tree.name }

    func isInPlace(_ tree: Tree) -> Bool {
        guard let stamp = try? files.read(stamp(of: tree)) else { return false }
        return stamp == Array(tree.stamp.utf8) && files.isFolder(place(of: tree))
    }

    /// Puts the tree in its place from what is remembered; false where nothing is.
    func restore(_ tree: Tree) throws(FileError) -> Bool {
        guard let value = recollection.recall(tree.key, atMost: FileTree.largestEncoded),
            let content = try? FileTree(decoding: value)
        else { return false }
        try put(content, for: tree)
        return true
    }

    func remember(_ content: FileTree, for tree: Tree) { recollection.remember(content.encoded, for: tree.key) }

    func put(_ content: FileTree, for tree: Tree) throws(FileError) {
        let temporary = try prepare(tree)
        try content.write(to: temporary, files: files)
        try files.rename(temporary, to: place(of: tree))
        try files.write(tree.stamp, to: stamp(of: tree))
    }

    /// For trees too large to be held.
    func move(_ source: AbsolutePath, for tree: Tree) throws(FileError) {
        _ = try prepare(tree)
        try files.rename(source, to: place(of: tree))
        try files.write(tree.stamp, to: stamp(of: tree))
    }

    /// Removes what is in the tree's place. The stamp goes first, so that half a tree never looks like a whole one.
    private func prepare(_ tree: Tree) throws(FileError) -> AbsolutePath {
        try files.remove(stamp(of: tree))
        let temporary = folder / ".\(tree.name).tmp"
        try files.remove(temporary)
        try files.remove(place(of: tree))
        try files.makeFolder(folder)
        return temporary
    }

    private func stamp(of tree: Tree) -> AbsolutePath { folder / "\(tree.name).stamp" }
}
