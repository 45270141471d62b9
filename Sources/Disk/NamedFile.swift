extension FileSystem {
    /// Writes a file that somebody named for it. What is no ordinary file there (a pipe, `/dev/null`) stays what it is,
    /// and gets the content: put in its place, a file would take a device away from the whole machine.
    public func writeNamed(_ content: [UInt8], to path: AbsolutePath, durably: Bool = false) throws(FileError) {
        switch status(path)?.kind {
        case nil, .file?: try write(content, to: path, permissions: 0o644, durably: durably)
        default: try append(content, to: path)
        }
    }
}
