import Digests
import Disk

/// One digest of all that some folders hold, by names and contents.
struct TreeDigest {
    private let files: any FileSystem
    private let digests: FileDigests
    private var builder = DigestBuilder()

    /// `kind`: what the digest is of, with the version of that.
    init(of kind: String, files: any FileSystem, digests: FileDigests) {
        (self.files, self.digests) = (files, digests)
        builder.append(kind)
    }

    /// What `path` leads to: links count as such below it alone.
    mutating func add(_ path: AbsolutePath, named name: String, leavingOut: [String] = []) throws(FileError) {
        guard let path = files.resolve(path), let kind = files.status(path)?.kind else { return }
        try add(path, kind, named: name, leavingOut)
    }

    private mutating func add(
        _ path: AbsolutePath, _ kind: FileStatus.Kind, named name: String, _ leavingOut: [String]
    ) throws(FileError) {
        switch kind {
        case .folder:
            for entry in try files.list(path) where !leavingOut.contains("\(name)/\(entry.name)") {
                try add(path / entry.name, entry.kind, named: "\(name)/\(entry.name)", leavingOut)
            }
        case .file: try add(file: path, named: name)
        case .symbolicLink:
            // It counts as what it says; what it leads to, only where that is in one of the folders.
            builder.append(name)
            builder.append(try files.destination(ofLink: path))
        case .other: return
        }
    }

    /// A file's content, whatever links lead to it.
    mutating func add(file path: AbsolutePath, named name: String) throws(FileError) {
        builder.append(name)
        builder.append(try digests.digest(path))
    }

    func finish() -> ContentDigest { builder.finish() }
}
