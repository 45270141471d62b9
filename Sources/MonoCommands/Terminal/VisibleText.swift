/// Text that somebody else wrote, made fit to be printed: nothing in it drives a terminal or the system that reads a CI
/// job's log.
///
/// What compilers say is replayed from a cache that others may write to, and quotes sources that anybody may have
/// proposed. So
/// - colours and weights (`ESC[1;31m`), which test programs write wherever `TERM` is set, are left out;
/// - other control characters but line feed and tab are shown (`\u{1B}`), and those that turn the direction of writing;
/// - lines that a CI system would take for commands (`::add-mask::…`, `##vso[…]`, `##[…]`) are told apart by a visible
///   mark.
enum VisibleText {
    static func of(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy(isHarmless) { return String(text) }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var isAtStart = true, previous: Unicode.Scalar = "\n"
        var rest = Substring(text).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r" where rest.first == "\n": continue
            case "\u{1B}" where dropColor(from: &rest): continue
            case ":" where isAtStart && rest.first == ":": result += "\u{B7}:"
            case "#" where previous == "#" && startsCommand(rest): result += " #"
            default: append(scalar, to: &result)
            }
            // CI systems look behind white space.
            isAtStart = scalar == "\n" || isAtStart && (scalar == " " || scalar == "\t")
            previous = scalar
        }
        return result
    }

    /// The last guard, before what is printed: text of which some may be somebody else's, and which a style may have
    /// set off. Of control sequences only those of styles stay, and only where `style` has colours.
    static func styled(_ text: String, in style: Style) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == UInt8(ascii: "\n") }) { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var rest = Substring(text).unicodeScalars[...]
        let kept = style.isColored ? Style.sequences : []
        while let scalar = rest.first {
            if scalar == "\u{1B}", let sequence = kept.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                result += sequence
                rest = rest.dropFirst(sequence.unicodeScalars.count)
            } else {
                rest.removeFirst()
                if scalar != "\u{1B}" || !dropColor(from: &rest) { append(scalar, to: &result) }
            }
        }
        return result
    }

    /// True where `rest`, which follows an escape character, began with what sets a colour or a weight, and no longer
    /// does. It is short, or it is something else.
    private static func dropColor(from rest: inout Substring.UnicodeScalarView) -> Bool {
        guard rest.first == "[" else { return false }
        let behind = rest.dropFirst().prefix(40).drop { ("0"..."9").contains($0) || $0 == ";" }
        guard let end = behind.indices.first, behind[end] == "m" else { return false }
        rest = rest[rest.index(after: end)...]
        return true
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if isControl(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }

    /// Nearly all text holds nothing else.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "#")
            || byte == UInt8(ascii: "\n")
    }

    /// What follows two number signs: perhaps a word, then a bracket.
    private static func startsCommand(_ rest: Substring.UnicodeScalarView) -> Bool {
        rest.first { !($0.isASCII && $0.properties.isAlphabetic) } == "["
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0: true
        // Which may make a line read otherwise than it compiles.
        case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
