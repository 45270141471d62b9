/// Measuring and breaking text for terminals.
enum TextLayout {
    /// How many columns a terminal gives `text`: two for wide East Asian characters and emoji, none for marks that
    /// combine with the letter before them, one for the rest. `text` holds no control sequences.
    static func columns(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    private static func columns(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// `text` within `width` columns, its end replaced by `…` where it is longer.
    static func fitted(_ text: String, to width: Int) -> String {
        guard columns(text) > width else { return text }
        guard width > 1 else { return width == 1 ? "…" : "" }
        var kept = "", used = 0
        for character in text {
            let next = columns(character)
            if used + next > width - 1 { break }
            kept.append(character)
            used += next
        }
        return kept + "…"
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// Breaks running text between words, so that every line fits `width`; a word that is longer stands alone.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = "", used = 0
        for word in text.split(separator: " ") {
            let next = columns(word)
            if used > 0, used + 1 + next > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if used > 0 {
                line += " "
                used += 1
            }
            line += word
            used += next
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// Two columns: each row's head, and its text wrapped beside it, or below it where the head is too long.
    static func table(_ rows: [(head: String, text: String)], width: Int, headWidth: Int = 24) -> [String] {
        let longest = rows.map { columns($0.head) }.max() ?? 0
        let column = min(longest, headWidth) + 4
        var lines: [String] = []
        for row in rows {
            var texts = wrapped(row.text, to: max(20, width - column))[...]
            if columns(row.head) + 4 > column {
                lines.append("  " + row.head)
            } else {
                lines.append(trimmed(padded("  " + row.head, to: column) + (texts.popFirst() ?? "")))
            }
            lines += texts.map { String(repeating: " ", count: column) + $0 }
        }
        return lines
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
