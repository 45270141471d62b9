import JSON

/// Texts of an event log, with bounds.
enum PictureWords {
    /// At most so many bytes of UTF-8, and an ellipsis where something is left out. (A `Character` has no bound.)
    static func bounded(_ text: String, to bytes: Int = 400) -> String {
        if text.utf8.count <= bytes { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: bytes)
        while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text.unicodeScalars[..<end]) + "…"
    }

    /// A reason as an event has it, in words.
    static func reason(_ reason: JSONValue?) -> String {
        switch reason?["kind"]?.string {
        case "neverBuilt": return "never built here, and the cache does not hold it"
        case "resultMissing":
            return "nothing changed, but \(bounded(reason?["miss"]?.string ?? "there is no result", to: 200))"
        case "changed":
            let changes = reason?["components"]?.array ?? []
            var words = changes.prefix(4).map { change in
                let name = bounded(change["name"]?.string ?? "?", to: 120)
                let text = name.hasPrefix("source ") ? String(name.dropFirst(7)) : name
                return change["old"]?.isNull == true
                    ? "\(text) is new" : change["new"]?.isNull == true ? "\(text) is gone" : "\(text) changed"
            }
            if changes.count > words.count { words.append("and \(changes.count - words.count) more") }
            return words.joined(separator: "; ")
        default: return ""
        }
    }
}
