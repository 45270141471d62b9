/// How SwiftPM tells packages apart: by the last component of where they come from.
public enum Identity {
    /// The last component of a path or URL, lower case, without `.git`.
    public static func of(location: String) -> String {
        var location = Substring(location)
        if location.hasSuffix("/") { location = location.dropLast() }
        let start = location.lastIndex(of: "/").map(location.index(after:)) ?? location.startIndex
        let name = location[start...]
        return String(name.hasSuffix(".git") ? name.dropLast(4) : name).lowercased()
    }
}
