import Digests
import Glibc

/// The members for files that others may have written, made of the simpler members. A file system that can do them in
/// one pass over the file, or close the gap between the look and the read, has its own.
extension FileSystem {
    public func readRegularFile(
        _ path: AbsolutePath, atMost limit: Int64
    ) throws(FileError) -> (content: [UInt8], status: FileStatus) {
        let status = try regularFile(path)
        if status.size > limit { throw FileError(.read, path, code: EFBIG) }
        let content = try read(path)
        if Int64(content.count) > limit { throw FileError(.read, path, code: EFBIG) }
        return (content, status)
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest {
        if try regularFile(source).size != expected.size { throw FileError(.read, source, code: EFBIG) }
        // Hashing the copy rather than the source: nobody else writes to the copy.
        let temporary = path.parent / TemporaryName.make()
        do {
            try copy(source, to: temporary, permissions: permissions, durably: durably)
            let found = try digest(temporary)
            if found == expected {
                try rename(temporary, to: path)
            } else {
                try remove(temporary)
            }
            return found
        } catch {
            try? remove(temporary)
            // The caller knows nothing of the temporary file.
            throw FileError(error.attempt, error.path == source ? source : path, code: error.code)
        }
    }

    public func copy(
        _ source: AbsolutePath, by folder: AbsolutePath, permissions: UInt16,
        to place: (ContentDigest) throws(FileError) -> AbsolutePath?
    ) throws(FileError) -> ContentDigest {
        _ = try regularFile(source)
        let temporary = folder / TemporaryName.make()
        do {
            try copy(source, to: temporary, permissions: permissions, durably: false)
            let found = try digest(temporary)
            if let path = try place(found) {
                try rename(temporary, to: path)
            } else {
                try remove(temporary)
            }
            return found
        } catch {
            try? remove(temporary)
            throw FileError(error.attempt, error.path == temporary ? folder : error.path, code: error.code)
        }
    }

    public func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(FileError) {
        throw FileError(.write, path, code: ENOTSUP)
    }

    private func regularFile(_ path: AbsolutePath) throws(FileError) -> FileStatus {
        guard let status = linkStatus(path) else { throw FileError(.read, path, code: ENOENT) }
        switch status.kind {
        case .file: return status
        case .symbolicLink: throw FileError(.read, path, code: ELOOP)
        case .folder: throw FileError(.read, path, code: EISDIR)
        case .other: throw FileError(.read, path, code: EINVAL)
        }
    }
}
