/// Texts in which the workspace root's path is left open, so that they are the same wherever a workspace lies. What plugins are told and what
/// they answer is full of absolute paths.
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
    public static func path(_ path: String) -> String { path.hasPrefix("/") ? path : path == "." ? mark : "\(mark)/\(path)" }

    /// The other way round: relative to the root where it was left open.
    public static func relative(_ path: String) -> String {
        guard path.hasPrefix(mark) else { return path }
        let rest = path.dropFirst(mark.count).drop { $0 == "/" }
        return rest.isEmpty ? "." : String(rest)
    }
}
