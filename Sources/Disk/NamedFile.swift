extension FileSystem {
    /// Writes a file that somebody named for it. What is no ordinary file there (a pipe, `/dev/null`) stays what it is,
    /// and gets the content: put in its place, a file would take a device away from the whole machine. So does a
    /// symbolic link: the file that it leads to is written, or made.
    public func writeNamed(_ content: [UInt8], to path: AbsolutePath, durably: Bool = false) throws(FileError) {
        switch status(path)?.kind {
        case nil, .file?:
            let end = try end(ofLinks: path)
            // Of a circle the kernel says what it is.
            if linkStatus(end)?.kind == .symbolicLink { return try append(content, to: end) }
            try write(content, to: end, permissions: 0o644, durably: durably)
        default: try append(content, to: path)
        }
    }

    /// Where the links at `path` lead, whether a file is there or not.
    private func end(ofLinks path: AbsolutePath) throws(FileError) -> AbsolutePath {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 where linkStatus(path)?.kind == .symbolicLink {
            let folder = resolve(path.parent) ?? path.parent
            path = AbsolutePath(try destination(ofLink: path), in: folder)
        }
        return path
    }
}
