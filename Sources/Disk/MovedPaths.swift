/// Texts in which paths may stand, such as words of command lines.
public enum MovedPaths {
    /// `text` with each path that is `old` or lies in it moved to `new`. A path starts after the option's letters, `=`, `,` or `:`.
    public static func moved(_ text: String, from old: String, to new: String) -> String {
        guard old != "/", text.utf8.count >= old.utf8.count else { return text }
        var result = "", rest = text[...], isInPath = false
        while let first = rest.first {
            if !isInPath, first == "/" {
                isInPath = true
                let after = rest.dropFirst(old.count).first
                if rest.hasPrefix(old), after.map({ "/=,:".contains($0) }) ?? true {
                    result += new
                    rest = rest.dropFirst(old.count)
                    continue
                }
            }
            if "=,:".contains(first) { isInPath = false }
            result.append(first)
            rest.removeFirst()
        }
        return result
    }
}
