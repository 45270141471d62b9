/// Paths relative to a package's folder, as texts: `.` for the folder itself, else components with single slashes.
public enum PackagePath {
    /// `path`, read in `folder`, with its `.` and `..` worked out. What leaves the package starts with `..`.
    public static func joined(_ folder: String, _ path: String) -> String {
        // Nearly all paths are in order.
        if isPlain(path) { return folder == "." ? path : folder + "/" + path }
        var parts: [Substring] = folder == "." ? [] : folder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// True where `path` is `folder` or lies in it.
    public static func isInside(_ path: String, _ folder: String) -> Bool {
        if folder == "." { return !leavesPackage(path) }
        return path.utf8.starts(with: folder.utf8)
            && (path.utf8.count == folder.utf8.count
                || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }

    /// True where a path in order leads out of the package.
    public static func leavesPackage(_ path: String) -> Bool { path == ".." || path.hasPrefix("../") }

    /// The last component.
    public static func name(_ path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }

    /// The folder that it lies in; `.` for a single component.
    public static func parent(_ path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    }

    /// What follows the last dot of a file's name; nil where there is none, or nothing on one side of it.
    public static func fileExtension(ofName name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        let after = name[name.utf8.index(after: dot)...]
        return after.isEmpty ? nil : String(after)
    }

    /// The order in which paths stand everywhere: byte by byte.
    public static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

    private static func isPlain(_ path: String) -> Bool {
        var atStart = true
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/") {
                if atStart { return false }
                atStart = true
            } else {
                if atStart, byte == UInt8(ascii: ".") { return false }
                atStart = false
            }
        }
        return !atStart
    }
}
