import CLinux
import Digests
import Glibc

extension LocalFileSystem {
    public func write(
        _ content: [UInt8], to path: AbsolutePath, permissions: UInt16, durably: Bool
    ) throws(FileError) {
        try replace(path, permissions: permissions, durably: durably) { file throws(FileError) in
            do throws(ErrorNumber) {
                // Not `withUnsafeBytes`, which does not let typed errors through.
                try file.write(content.span.bytes)
                return true
            } catch {
                throw FileError(.write, path, code: error.code)
            }
        }
    }

    public func append(_ content: [UInt8], to path: AbsolutePath) throws(FileError) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY
        do throws(ErrorNumber) {
            let file = try OpenFile(path, access, flags, permissions: 0o666)
            try file.write(content.span.bytes)
        } catch {
            throw FileError(.write, path, code: error.code)
        }
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, permissions: UInt16, durably: Bool
    ) throws(FileError) {
        let input = try opened(source)
        try replace(path, permissions: permissions, durably: durably) { output throws(FileError) in
            if mono_clone_file(output.descriptor, input.file.descriptor) == 0 { return true }
            // In the kernel as far as it will, then what is left by hand: some file systems refuse, and some say 0 for
            // files whose length they do not know. An error comes again from the plain calls, which know whose it is.
            while systemCall({ mono_copy_file_range(input.file.descriptor, output.descriptor, 1 << 30) }).value > 0 {}
            try transfer(input.file, source, output, path) { _ in true }
            return true
        }
    }

    public func copy(
        _ source: AbsolutePath, to path: AbsolutePath, expecting expected: ContentDigest, permissions: UInt16,
        durably: Bool
    ) throws(FileError) -> ContentDigest {
        let input = try opened(source, flags: O_NOFOLLOW)
        if input.status.size != expected.size { throw FileError(.read, source, code: EFBIG) }
        var found = expected
        try replace(path, permissions: permissions, durably: durably) { output throws(FileError) in
            if mono_clone_file(output.descriptor, input.file.descriptor) == 0 {
                // Hashing the clone rather than the source: nobody else writes to it.
                do throws(ErrorNumber) {
                    found = try digest(of: output)
                } catch {
                    throw FileError(.read, source, code: error.code)
                }
            } else {
                var hasher = SHA256Hasher()
                var left = expected.size
                try transfer(input.file, source, output, path) { bytes in
                    hasher.update(bytes)
                    left -= Int64(bytes.count)
                    // A file that grows meanwhile is the wrong one already, and might grow for ever.
                    return left >= 0
                }
                found = hasher.finish()
            }
            return found == expected
        }
        return found
    }

    public func copy(
        _ source: AbsolutePath, by folder: AbsolutePath, permissions: UInt16,
        to place: (ContentDigest) throws(FileError) -> AbsolutePath?
    ) throws(FileError) -> ContentDigest {
        let input = try opened(source, flags: O_NOFOLLOW)
        var found: ContentDigest?
        try make(in: folder, permissions: permissions, durably: false) { output throws(FileError) in
            var hasher = SHA256Hasher()
            try transfer(input.file, source, output, folder) { bytes in
                hasher.update(bytes)
                return true
            }
            found = hasher.finish()
            return try place(found!)
        }
        return found!
    }

    private func opened(_ source: AbsolutePath, flags: Int32 = 0) throws(FileError) -> ReadableFile {
        do throws(ErrorNumber) {
            return try ReadableFile(source, access, flags)
        } catch {
            throw FileError(.read, source, code: error.code)
        }
    }

    /// Moves bytes from the one file's offset to the other's, to the end or as long as `goOn`, which sees each piece
    /// first, says so.
    private func transfer(
        _ input: borrowing OpenFile, _ source: AbsolutePath, _ output: borrowing OpenFile, _ target: AbsolutePath,
        goOn: (UnsafeRawBufferPointer) -> Bool
    ) throws(FileError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let piece: UnsafeRawBufferPointer
            do throws(ErrorNumber) {
                piece = UnsafeRawBufferPointer(rebasing: buffer[..<(try input.read(into: buffer))])
            } catch {
                throw FileError(.read, source, code: error.code)
            }
            if piece.isEmpty || !goOn(piece) { return }
            do throws(ErrorNumber) {
                try output.write(piece)
            } catch {
                throw FileError(.write, target, code: error.code)
            }
        }
    }

    /// Makes a file under a temporary name, has `fill` write it, and renames it to `path` where `fill` says that it is
    /// right. Whatever goes wrong, the temporary file goes away and `path` stays as it was.
    private func replace(
        _ path: AbsolutePath, permissions: UInt16, durably: Bool,
        fill: (borrowing OpenFile) throws(FileError) -> Bool
    ) throws(FileError) {
        try make(in: path.parent, for: path, permissions: permissions, durably: durably) { file throws(FileError) in
            try fill(file) ? path : nil
        }
    }

    /// The same, where `fill` says to which path. `named`: the path that errors name until then.
    private func make(
        in folder: AbsolutePath, for named: AbsolutePath? = nil, permissions: UInt16, durably: Bool,
        fill: (borrowing OpenFile) throws(FileError) -> AbsolutePath?
    ) throws(FileError) {
        let temporary = try makeTemporary(in: folder, for: named ?? folder)
        do throws(FileError) {
            if let path = try fill(temporary.file) {
                do throws(ErrorNumber) {
                    // After the content: writing to a file takes its set-user-ID bits away.
                    try temporary.file.setPermissions(permissions)
                    if durably { try temporary.file.synchronise() }
                } catch {
                    throw FileError(.write, path, code: error.code)
                }
                let result = move(temporary.path, to: path)
                if result.failed { throw FileError(.write, path, code: result.code) }
            } else {
                removeTemporary(temporary.path)
            }
        } catch {
            removeTemporary(temporary.path)
            throw error
        }
    }

    private func removeTemporary(_ path: AbsolutePath) {
        _ = access.systemCall(path) { folder, name, _ in unlinkat(folder, name, 0) }
    }

    private func makeTemporary(in folder: AbsolutePath, for path: AbsolutePath) throws(FileError) -> TemporaryFile {
        var madeFolder = false
        while true {
            let temporary = folder / TemporaryName.make()
            do throws(ErrorNumber) {
                // Nobody else may open it before it is whole.
                let file = try OpenFile(temporary, access, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600)
                return TemporaryFile(file: file, path: temporary)
            } catch {
                switch error.code {
                case EEXIST: continue
                case ENOENT where !madeFolder:
                    try makeFolder(folder)
                    madeFolder = true
                default: throw FileError(.write, path, code: error.code)
                }
            }
        }
    }
}

private struct TemporaryFile: ~Copyable {
    let file: OpenFile
    let path: AbsolutePath
}

extension OpenFile {
    fileprivate func write(_ bytes: RawSpan) throws(ErrorNumber) {
        var failure: ErrorNumber?
        bytes.withUnsafeBytes { bytes in
            do throws(ErrorNumber) {
                try write(bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
