/// Text in lines of a limited width.
enum Lines {
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = String(word)
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Two columns; the second is wrapped.
    static func table(_ rows: [(head: String, text: String)], _ width: Int) -> [String] {
        let column = (rows.map(\.head.count).max() ?? 0) + 2
        let indent = String(repeating: " ", count: column)
        return rows.flatMap { row in
            wrapped(row.text, width - column).enumerated().map { index, line in
                (index == 0 ? row.head + indent.dropFirst(row.head.count) : indent) + line
            }
        }
    }
}
