import Digests
import Disk

/// The trees of external packages, always in the same place of a workspace: paths that compiles see are then the same everywhere.
struct Checkouts: Sendable {
    static let path = ".mono/checkouts"

    let root: AbsolutePath
    let files: any FileSystem
    let recollection: Recollection
    let git: Git

    private var folder: AbsolutePath { root / Checkouts.path }

    /// Where the package's files lie, or will.
    func folder(of pin: Pin) -> AbsolutePath { folder / pin.identity }

    /// True where the package lies there, at that revision.
    func isInPlace(_ pin: Pin) -> Bool {
        guard let stamp = try? files.read(stamp(of: pin)) else { return false }
        return stamp == Array(Checkouts.stampText(of: pin).utf8) && files.isFolder(folder(of: pin))
    }

    /// Puts the package in its place from what is remembered; false where nothing is.
    func restore(_ pin: Pin) throws(ManifestError) -> Bool {
        guard let value = recollection.recall(Checkouts.key(of: pin)), let tree = try? CheckoutTree(decoding: value) else {
            return false
        }
        try put(tree, for: pin)
        return true
    }

    /// Puts the package in its place from where SwiftPM checked it out, and remembers it where it is what its commit says.
    func take(_ pin: Pin, from checkout: AbsolutePath) throws(ManifestError) {
        do {
            guard let tree = try CheckoutTree(reading: checkout, files: files) else {
                return try move(checkout, for: pin)
            }
            try put(tree, for: pin)
            // After reading: what was edited before or meanwhile is nothing that others should get.
            if git.isUntouched(checkout, at: pin.revision) { recollection.remember(tree.encoded, for: Checkouts.key(of: pin)) }
        } catch let error as FileError {
            throw .file(error)
        } catch let error as ManifestError {
            throw error
        } catch {
            return
        }
    }

    private func put(_ tree: CheckoutTree, for pin: Pin) throws(ManifestError) {
        do {
            let temporary = try prepare(pin)
            try tree.write(to: temporary, files: files)
            try finish(temporary, pin)
        } catch { throw .file(error) }
    }

    /// For trees too large to be held.
    private func move(_ checkout: AbsolutePath, for pin: Pin) throws(FileError) {
        _ = try prepare(pin)
        try files.rename(checkout, to: folder(of: pin))
        try files.write(Checkouts.stampText(of: pin), to: stamp(of: pin))
    }

    /// Removes what is in the package's place. The stamp goes first, so that half a tree never looks like a whole one.
    private func prepare(_ pin: Pin) throws(FileError) -> AbsolutePath {
        try files.remove(stamp(of: pin))
        let temporary = folder / ".\(pin.identity).tmp"
        try files.remove(temporary)
        try files.remove(folder(of: pin))
        try files.makeFolder(folder)
        return temporary
    }

    private func finish(_ temporary: AbsolutePath, _ pin: Pin) throws(FileError) {
        try files.rename(temporary, to: folder(of: pin))
        try files.write(Checkouts.stampText(of: pin), to: stamp(of: pin))
    }

    private func stamp(of pin: Pin) -> AbsolutePath { folder / "\(pin.identity).stamp" }

    private static func stampText(of pin: Pin) -> String { "mono checkout 1\n\(pin.location)\n\(pin.revision)\n" }

    private static func key(of pin: Pin) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("mono checkout")
        builder.append(Int64(1))
        builder.append(pin.identity)
        builder.append(pin.location)
        builder.append(pin.revision)
        return builder.finish()
    }
}
