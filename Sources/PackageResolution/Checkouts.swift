import Digests
import Disk
import Parallelism
import Subprocesses

/// The trees of external packages.
public struct Checkouts: Sendable {
    private static let path = ".mono/checkouts"

    private let trees: PlacedTrees
    private let git: Git

    /// `environment`: the user's, in which git is found.
    public init(
        root: AbsolutePath, files: any FileSystem, recollection: Recollection, commands: any CommandRunner,
        environment: [String: String], cancellation: Cancellation
    ) {
        trees = PlacedTrees(
            folder: root / Checkouts.path, files: files.confined(to: root / ".mono"), recollection: recollection)
        git = Git(commands: commands, files: files, environment: environment, cancellation: cancellation)
    }

    /// Where the package's files lie, or will.
    public func folder(of pin: Pin) -> AbsolutePath { trees.place(of: Checkouts.tree(of: pin)) }

    /// Puts every package in its place from what is remembered, and calls `observe` before each that did not lie there;
    /// false where one is not remembered.
    public func place(_ pins: [Pin], observe: @Sendable (Pin) -> Void) throws(ResolutionError) -> Bool {
        try parallelMap(pins) { (pin) throws(ResolutionError) in
            if isInPlace(pin) { return true }
            observe(pin)
            return try restore(pin)
        }.allSatisfy { $0 }
    }

    /// Puts every package in its place from where SwiftPM has just checked it out, by identity.
    public func take(_ pins: [Pin], from clones: [String: AbsolutePath]) throws(ResolutionError) {
        _ = try parallelMap(pins) { (pin) throws(ResolutionError) in
            if isInPlace(pin) { return }
            guard let clone = clones[pin.identity] else { return }
            try take(pin, from: clone)
        }
    }

    /// True where the package lies there, at that revision.
    private func isInPlace(_ pin: Pin) -> Bool { trees.isInPlace(Checkouts.tree(of: pin)) }

    /// Puts the package in its place from what is remembered; false where nothing is.
    private func restore(_ pin: Pin) throws(ResolutionError) -> Bool {
        do { return try trees.restore(Checkouts.tree(of: pin)) } catch { throw .file(error) }
    }

    /// Puts the package in its place from where SwiftPM checked it out, and remembers it where it is what its commit
    /// says.
    private func take(_ pin: Pin, from checkout: AbsolutePath) throws(ResolutionError) {
        let place = Checkouts.tree(of: pin)
        do {
            guard let tree = try FileTree(reading: checkout, files: trees.files, without: [".git"]) else {
                return try trees.move(checkout, for: place)
            }
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
