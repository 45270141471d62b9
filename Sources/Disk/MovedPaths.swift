/// Texts in which paths may stand, such as words of command lines.
public enum MovedPaths {
    /// `text` with each path that is `old` or lies in it moved to `new`. A path starts where no name stands before it,
    /// as in `a/w/b`: at the beginning, after white space, `=`, `,`, `:` or an opening bracket, in quotes, and after an
    /// option of one letter.
    public static func moved(_ text: String, from old: String, to new: String) -> String {
        let old = Array(old.utf8), new = Array(new.utf8), text = Array(text.utf8)
        guard old != [UInt8(ascii: "/")], !old.isEmpty, text.count >= old.count else {
            return String(decoding: text, as: UTF8.self)
        }
        var result: [UInt8] = [], at = 0, place = Place.start
        while at < text.count {
            let byte = text[at]
            if byte == UInt8(ascii: "/"), place != .inside, text[at...].starts(with: old),
                isEnd(at + old.count, in: text)
            {
                result += new
                at += old.count
                place = .inside
                continue
            }
            place = place.after(byte)
            result.append(byte)
            at += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What a slash would be here.
    private enum Place {
        /// The beginning of a path.
        case start
        /// The same, after a dash.
        case dash
        /// The same, after an option of one letter. Of a longer word nobody can tell where its path begins: `-Ia/w/b`.
        case option
        /// A part of something that began earlier.
        case inside

        func after(_ byte: UInt8) -> Place {
            switch byte {
            case UInt8(ascii: " "), 9...13, UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
                UInt8(ascii: "("),
                UInt8(ascii: "["), UInt8(ascii: "{"):
                .start
            // Before a path. After a name they end it, and what follows is a part of the same.
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "@"): self == .inside ? .inside : .start
            case UInt8(ascii: "-"): self == .start ? .dash : .inside
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                self == .dash ? .option : .inside
            default: .inside
            }
        }
    }

    private static func isEnd(_ at: Int, in text: [UInt8]) -> Bool {
        at == text.count || "/=,:\"'\n".utf8.contains(text[at])
    }
}
