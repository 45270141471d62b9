import Glibc

/// The entries of one open folder.
enum FolderStream {
    /// The entries of an open folder, sorted by the bytes of their names.
    static func entries(of file: consuming OpenFile) throws(ErrorNumber) -> [FolderEntry] {
        var entries: [FolderEntry] = []
        try forEach(in: file) { name, type throws(ErrorNumber) in
            entries.append(FolderEntry(name: String(cString: name), kind: kind(type, name, in: file)))
        }
        entries.sort { compareBytes($0.name, $1.name) < 0 }
        return entries
    }

    /// Calls `body` with the name and the type (`DT_…`) of each entry but `.` and `..`, in the system's order.
    static func forEach(
        in folder: borrowing OpenFile, _ body: (UnsafePointer<CChar>, Int32) throws(ErrorNumber) -> Void
    ) throws(ErrorNumber) {
        // The stream closes its descriptor, so it gets one of its own.
        let copy = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
        if copy == -1 { throw ErrorNumber(errno) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw ErrorNumber(code)
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw ErrorNumber(errno) }
                return
            }
            // Not through the field `d_name`, which Swift would copy with all the bytes that it might have had.
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name)!)
                .assumingMemoryBound(to: CChar.self)
            if name[0] == 0x2e, name[1] == 0 || (name[1] == 0x2e && name[2] == 0) { continue }
            try body(name, Int32(entry.pointee.d_type))
        }
    }

    /// Not every file system knows the type without a look.
    private static func kind(
        _ type: Int32, _ name: UnsafePointer<CChar>, in folder: borrowing OpenFile
    ) -> FileStatus.Kind {
        switch Int(type) {
        case Int(DT_REG): return .file
        case Int(DT_DIR): return .folder
        case Int(DT_LNK): return .symbolicLink
        case Int(DT_UNKNOWN):
            var found = stat()
            let result = systemCall { fstatat(folder.descriptor, name, &found, AT_SYMLINK_NOFOLLOW) }
            return result.failed ? .other : FileStatus(found).kind
        default: return .other
        }
    }
}
