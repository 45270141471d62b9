/// Texts in which the workspace root's path is left open, so that they are the same wherever a workspace lies. What
/// plugins are told and what they answer is full of absolute paths.
public enum OpenRoot {
    /// Stands for the path: a control character (SUBSTITUTE) that no path of sane people holds.
    public static let mark = "\u{1A}"

    /// `text` with each path in `root` left open.
    public static func opened(_ text: String, root: String) -> String { MovedPaths.moved(text, from: root, to: mark) }

    /// `text` with `root` where it was left open.
    public static func filled(_ text: String, root: String) -> String {
        guard text.unicodeScalars.contains("\u{1A}") else { return text }
        return text.split(separator: "\u{1A}", omittingEmptySubsequences: false).joined(separator: root)
    }

    /// A path below the root, or one that is absolute anyway, with the root left open.
    public static func path(_ path: String) -> String {
        path.hasPrefix("/") ? path : path == "." ? mark : "\(mark)/\(path)"
    }

    /// The path in normal form, as `AbsolutePath` has it, open still. What leaves the root keeps its `..`: nobody knows
    /// what lies there.
    public static func normalised(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return AbsolutePath(path).string }
        guard path.utf8.starts(with: mark.utf8),
            path.utf8.count == 1 || path.utf8.dropFirst().first == UInt8(ascii: "/")
        else { return path }
        var kept: [String] = []
        for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/")) {
            switch String(Substring(part)) {
            case ".": continue
            case ".." where !kept.isEmpty && kept.last != "..": kept.removeLast()
            case let name: kept.append(name)
            }
        }
        return ([mark] + kept).joined(separator: "/")
    }

    /// The other way round: relative to the root where it was left open.
    public static func relative(_ path: String) -> String {
        guard path.hasPrefix(mark) else { return path }
        let rest = path.dropFirst(mark.count).drop { $0 == "/" }
        return rest.isEmpty ? "." : String(rest)
    }
}
