extension FileSystem {
    /// True where `path`, which lies in `folder` by its name, lies elsewhere, because a link on the way leads out of
    /// the folder. Nothing need be there, and what `path` is itself does not matter: who removes or replaces a link
    /// leaves alone what it leads to.
    public func isBehindLink(_ path: AbsolutePath, outOf folder: AbsolutePath) -> Bool {
        guard let real = resolve(folder) else { return false }
        var place = path.parent
        while place.isInside(folder) {
            if let found = resolve(place) { return !found.isInside(real) }
            place = place.parent
        }
        return false
    }
}
