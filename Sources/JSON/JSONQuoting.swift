/// How a text is written in JSON. What must be escaped is escaped by all; they differ in what else is, and how.
public enum JSONQuoting: Sendable {
    /// Ends of lines and tabs as letters; what others take for an end of a line or show as nothing is escaped too.
    case legible
    /// Line feeds as letters, other control characters by number: what mono wrote so once stays as it is.
    case plain
    /// All control characters by number, as keys hold it.
    case numbered

    public func quoted(_ value: String) -> String {
        var text = ""
        quote(value, &text)
        return text
    }

    /// Writes `value` at the end of `text`.
    public func quote(_ value: String, _ text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Nearly all texts are paths and names.
        var copy = value
        let isPlain = copy.withUTF8 {
            $0.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        if isPlain {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n" where self != .numbered: text += "\\n"
            case "\r" where self == .legible: text += "\\r"
            case "\t" where self == .legible: text += "\\t"
            case "\u{0}"..."\u{1F}": JSONQuoting.escape(scalar, &text)
            case "\u{7F}" where self == .legible, "\u{2028}" where self == .legible, "\u{2029}" where self == .legible:
                JSONQuoting.escape(scalar, &text)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func escape(_ scalar: Unicode.Scalar, _ text: inout String) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
