import Glibc

/// What a watched program asked for so far, path by path. Looks at the disk before the kernel does what is asked.
struct AccessedPaths {
    private(set) var accesses = FileAccesses()
    /// Where the program made links or moved files, what lies in its folders may lie elsewhere.
    var mayHoldLinks = false
    /// The program made something.
    private var hasOwn = false
    /// The program serves a file system, or may: a look into it would wait for the program, and the program for us.
    var servesFiles = false

    /// More paths than any test reads; a program that goes on for ever must not take all memory.
    private static let mostFiles = 200_000

    mutating func add(_ limit: FileAccesses.Limit) { accesses.limits.insert(limit) }

    /// `path`: absolute, as the program spelled it. `makes`: what is not there is made. `ofLink`: a link at the end is
    /// meant itself.
    mutating func touch(_ path: String, _ ways: FileAccesses.Ways, makes: Bool = false, ofLink: Bool = false) {
        let path = spelled(path)
        if !isInOwnFolder(path) {
            note(path, ways, makes: makes)
            // Without its folder it could not be made.
            if makes, let slash = path.utf8.lastIndex(of: AccessedPaths.slash), slash > path.startIndex {
                note(String(path[..<slash]), .looked, makes: false)
            }
        }
        // What the program made may lead elsewhere.
        guard mayHoldLinks, !servesFiles,
            let real = ofLink ? AccessedPaths.realFolder(of: path) : AccessedPaths.real(path),
            real != path, !isInOwnFolder(real)
        else { return }
        note(real, ways, makes: makes)
    }

    private mutating func note(_ path: String, _ ways: FileAccesses.Ways, makes: Bool) {
        // Two spellings of one accented letter are two files, and one key.
        if let at = accesses.files.index(forKey: path), !accesses.files[at].key.utf8.elementsEqual(path.utf8) {
            return add(.unreadable)
        }
        if var known = accesses.files[path] {
            known.ways.formUnion(ways)
            if !known.wasThere {
                known.ways.remove(.changed)
                if makes { (known.isOwn, hasOwn) = (true, true) }
            }
            accesses.files[path] = known
            return
        }
        guard accesses.files.count < AccessedPaths.mostFiles else { return add(.tooMany) }
        var found = stat()
        let wasThere = servesFiles || lstat(path, &found) == 0
        if makes && !wasThere { hasOwn = true }
        // What is not there is not changed.
        accesses.files[path] = .init(
            wasThere ? ways : ways.subtracting(.changed), wasThere: wasThere, isOwn: makes && !wasThere)
    }

    /// It was there, and not made by the program.
    mutating func isForeign(_ path: String) -> Bool {
        guard let known = accesses.files[spelled(path)] else { return false }
        return known.wasThere && !known.isOwn
    }

    private func isInOwnFolder(_ path: String) -> Bool {
        guard hasOwn else { return false }
        var rest = path[...]
        while let slash = rest.utf8.lastIndex(of: AccessedPaths.slash), slash > rest.startIndex {
            rest = rest[..<slash]
            if accesses.files[String(rest)]?.isOwn ?? false { return true }
        }
        return false
    }

    // MARK: Spelling

    /// Without `.`, `..` and empty parts. `..` behind a link leads where the kernel says, and the links that it came
    /// by count.
    mutating func spelled(_ path: String) -> String {
        guard !servesFiles, AccessedPaths.hasOddParts(path) else { return path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
                continue
            }
            let place = "/" + parts.joined(separator: "/")
            let real = AccessedPaths.real(place)
            // Without it, or behind other links, the path leads elsewhere.
            if !parts.isEmpty { note(place, .looked, makes: false) }
            if let real, real != place { noteLinks(to: parts) }
            parts = real.map { $0.split(separator: "/") } ?? parts
            if !parts.isEmpty { parts.removeLast() }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static let slash = UInt8(ascii: "/")

    /// Whether a part is empty, `.` or `..`. By bytes, as each call of a program passes here.
    private static func hasOddParts(_ path: String) -> Bool {
        var length = 0, dots = 0
        for byte in path.utf8.dropFirst() {
            if byte == slash {
                if length == dots, dots <= 2 { return true }
                (length, dots) = (0, 0)
            } else {
                length += 1
                if byte == UInt8(ascii: ".") { dots += 1 }
            }
        }
        return length == dots && dots <= 2
    }

    private mutating func noteLinks(to parts: [Substring]) {
        var place = ""
        for part in parts {
            place += "/\(part)"
            if AccessedPaths.link(place) != nil { note(place, [.looked, .followed], makes: false) }
        }
    }

    /// Without links; of what is not there, where it would be. Nil where no folder is there either.
    private static func real(_ path: String) -> String? { resolved(path) ?? realFolder(of: path) }

    /// The same where a link at the end is meant itself.
    private static func realFolder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), let folder = resolved(String(path[..<slash]) + "/") else {
            return nil
        }
        return folder == "/" ? String(path[slash...]) : folder + path[slash...]
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// `/proc/self/cwd/x`, `/dev/fd/3`: links that lead each process elsewhere, and open again what they lead to. Nil
    /// for what has no name.
    static func behindProcess(_ path: String, _ process: pid_t) -> String? {
        guard path.hasPrefix("/proc/") || path.hasPrefix("/dev/") else { return path }
        var parts = path.split(separator: "/", omittingEmptySubsequences: true)[...], process = process
        switch parts.first {
        case "proc":
            guard parts.count > 2 else { return path }
            if let other = pid_t(parts[1]) {
                process = other
            } else if !["self", "thread-self"].contains(parts[1]) {
                return path
            }
            parts = parts.dropFirst(2)
            if parts.first == "task", parts.count > 2, let thread = pid_t(parts[parts.startIndex + 1]) {
                process = thread
                parts = parts.dropFirst(2)
            }
        case "dev":
            guard parts.count > 1 else { return path }
            let streams: [Substring: Substring] = ["stdin": "0", "stdout": "1", "stderr": "2"]
            if let number = streams[parts[1]] {
                parts = ["fd", number] + parts.dropFirst(2)
            } else {
                parts = parts.dropFirst()
            }
        default: return path
        }
        let count: Int
        switch parts.first {
        case "cwd", "root": count = 1
        case "fd" where parts.count > 1, "map_files" where parts.count > 1: count = 2
        default: return path
        }
        let name = parts.prefix(count).joined(separator: "/")
        guard let start = link("/proc/\(process)/\(name)"), start.hasPrefix("/") else { return path }
        if hasNoName("/proc/\(process)/\(name)") { return nil }
        let rest = parts.dropFirst(count).joined(separator: "/")
        return rest.isEmpty ? start : start == "/" ? "/\(rest)" : "\(start)/\(rest)"
    }

    /// It was removed, or never had a name: the kernel makes one up, another one each time.
    private static func hasNoName(_ open: String) -> Bool {
        var found = stat()
        return stat(open, &found) == 0 && found.st_nlink == 0
    }

    /// Where a link leads; nil for what is none, and where that is no text, with `errno`.
    static func link(_ path: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, size in
            size = max(0, buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) })
        }
        if bytes.isEmpty { return nil }
        let text = String(validating: bytes, as: UTF8.self)
        if text == nil { errno = EILSEQ }
        return text
    }
}
