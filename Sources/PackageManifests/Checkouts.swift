import Digests
import Disk

/// The trees of external packages.
struct Checkouts: Sendable {
    static let path = ".mono/checkouts"

    private let trees: PlacedTrees
    private let git: Git

    init(root: AbsolutePath, files: any FileSystem, recollection: Recollection, git: Git) {
        trees = PlacedTrees(folder: root / Checkouts.path, files: files.confined(to: root / ".mono"), recollection: recollection)
        self.git = git
    }

    /// Where the package's files lie, or will.
    func folder(of pin: Pin) -> AbsolutePath { trees.place(of: Checkouts.tree(of: pin)) }

    /// True where the package lies there, at that revision.
    func isInPlace(_ pin: Pin) -> Bool { trees.isInPlace(Checkouts.tree(of: pin)) }

    /// Puts the package in its place from what is remembered; false where nothing is.
    func restore(_ pin: Pin) throws(ManifestError) -> Bool {
        do { return try trees.restore(Checkouts.tree(of: pin)) } catch { throw .file(error) }
    }

    /// Puts the package in its place from where SwiftPM checked it out, and remembers it where it is what its commit says.
    func take(_ pin: Pin, from checkout: AbsolutePath) throws(ManifestError) {
        let place = Checkouts.tree(of: pin)
        do {
            guard let tree = try FileTree(reading: checkout, files: trees.files, without: [".git"]) else { return try trees.move(checkout, for: place) }
            try trees.put(tree, for: place)
            // After reading: what was edited before or meanwhile is nothing that others should get.
            if git.isUntouched(checkout, at: pin.revision) { trees.remember(tree, for: place) }
        } catch { throw .file(error) }
    }

    private static func tree(of pin: Pin) -> PlacedTrees.Tree {
        var builder = DigestBuilder()
        builder.append("mono checkout")
        builder.append(Int64(1))
        builder.append(pin.identity)
        builder.append(pin.location)
        builder.append(pin.revision)
        return PlacedTrees.Tree(
            name: pin.identity, stamp: "mono checkout 1\n\(pin.location)\n\(pin.revision)\n", key: builder.finish())
    }
}
