import Glibc

/// Removes a folder with all it holds. Every step is taken from the folder above it, so that a folder which is swapped
/// for a symbolic link meanwhile leads nowhere else.
enum FolderRemoval {
    static func remove(_ path: AbsolutePath, _ access: PathAccess) throws(ErrorNumber) {
        if path.string == "/" { throw ErrorNumber(EBUSY) }
        let result = access.systemCall(path) { folder, name, _ in unlinkat(folder, name, 0) }
        switch result.code {
        case 0, ENOENT, ENOTDIR: return
        // A folder: Linux says the one, POSIX the other.
        case EISDIR, EPERM: break
        default: throw ErrorNumber(result.code)
        }
        do throws(ErrorNumber) {
            try empty(try OpenFile(path, access, folderFlags))
        } catch {
            if error.code == ENOENT { return }
            // EPERM was about a file, then.
            throw error.code == ENOTDIR || error.code == ELOOP ? ErrorNumber(result.code) : error
        }
        let last = access.systemCall(path) { folder, name, _ in unlinkat(folder, name, AT_REMOVEDIR) }
        if last.failed, last.code != ENOENT { throw ErrorNumber(last.code) }
    }

    private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK

    private static func empty(_ folder: borrowing OpenFile) throws(ErrorNumber) {
        // All names first: what a stream gives while its folder shrinks is not defined.
        var names: [[CChar]] = []
        try FolderStream.forEach(in: folder) { name, _ in
            names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
        }
        var mayWrite = false
        for name in names {
            var code = unlinkEntry(name, in: folder)
            if code == EACCES, !mayWrite {
                // A folder of ours that was made read-only, as package checkouts are.
                try? folder.setPermissions(0o700)
                mayWrite = true
                code = unlinkEntry(name, in: folder)
            }
            switch code {
            case 0, ENOENT: continue
            case EISDIR, EPERM: try removeFolder(name, in: folder, otherwise: code)
            default: throw ErrorNumber(code)
            }
        }
    }

    private static func removeFolder(
        _ name: [CChar], in parent: borrowing OpenFile, otherwise code: Int32
    ) throws(ErrorNumber) {
        do throws(ErrorNumber) {
            try empty(try OpenFile(name, in: parent, folderFlags))
        } catch {
            if error.code == ENOENT { return }
            throw error.code == ENOTDIR || error.code == ELOOP ? ErrorNumber(code) : error
        }
        let result = systemCall { unlinkat(parent.descriptor, name, AT_REMOVEDIR) }
        if result.failed, result.code != ENOENT { throw ErrorNumber(result.code) }
    }

    private static func unlinkEntry(_ name: [CChar], in folder: borrowing OpenFile) -> Int32 {
        systemCall { unlinkat(folder.descriptor, name, 0) }.code
    }
}

extension OpenFile {
    /// Opens what `name`, which ends with a zero, means in an open folder. A folder that may not be read is made
    /// readable first.
    fileprivate init(_ name: [CChar], in folder: borrowing OpenFile, _ flags: Int32) throws(ErrorNumber) {
        var result = systemCall { openat(folder.descriptor, name, flags | O_CLOEXEC) }
        if result.code == EACCES,
            systemCall({ fchmodat(folder.descriptor, name, 0o700, AT_SYMLINK_NOFOLLOW) }).code == 0
        {
            result = systemCall { openat(folder.descriptor, name, flags | O_CLOEXEC) }
        }
        if result.failed { throw ErrorNumber(result.code) }
        self.init(descriptor: result.value)
    }
}
