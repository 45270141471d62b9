/// The text of a string literal that may name a module or a type: `Menu`, `Menu.Kitchen`, or such a text's beginning.
struct NameInText {
    /// Functions that look types up by their names.
    static let lookups: Set<String> = ["NSClassFromString", "classNamed", "_typeByName"]

    let text: String

    /// Nil for all other texts. `literal`: with its quotes. `isLookup`: it is handed to a function that looks types up.
    init?(literal: ArraySlice<UInt8>, isLookup: Bool) {
        let quote = UInt8(ascii: "\"")
        var rest = literal.drop { $0 == UInt8(ascii: "#") }
        // Names are short, and stand in strings of one line.
        guard rest.count < 256, rest.popFirst() == quote, !rest.starts(with: [quote, quote]),
            let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\\") || $0 == quote })
        else { return nil }
        let parts = rest[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // What follows a dot may be put together when the program runs.
        let names = parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts[...]
        guard names.allSatisfy(NameInText.isName), let first = names.first else { return nil }
        // Most other texts begin small somewhere: keys, words, names of files.
        let telling = parts.count == 1 ? first : names.dropFirst().first
        guard isLookup || telling?.first.map(NameInText.isCapital) ?? true else { return nil }
        text = String(decoding: rest[..<end], as: UTF8.self)
    }

    private static func isName(_ part: ArraySlice<UInt8>) -> Bool {
        guard let first = part.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte >= 0x80
    }
}
