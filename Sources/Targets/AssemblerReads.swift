/// Directives that have an assembler read a file: `.incbin` and `.include`, in assembly and in texts of C that hold
/// some (`__asm__`). No dependency file of clang names what they read.
public enum AssemblerReads {
    public enum Language: Hashable, Sendable {
        /// C and what is based on it: outside of a string, `.include` is a member's name.
        case c
        case assembly
    }

    /// True where `text` may hold one. Not where macros put its name together.
    public static func stand(in text: [UInt8], _ language: Language) -> Bool {
        let plain = joined(text)
        for start in plain.indices where plain[start] == UInt8(ascii: ".") {
            let word = plain[(start + 1)...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            if word.elementsEqual("incbin".utf8) { return true }
            guard word.elementsEqual("include".utf8) else { continue }
            if language == .assembly || isOperand(plain[word.endIndex...]) { return true }
        }
        return false
    }

    /// In small letters, since the assembler takes `.INCBIN` too; and with strings that stand side by side made one, as
    /// C does.
    private static func joined(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [], next = 0
        result.reserveCapacity(text.count)
        while next < text.count {
            let byte = text[next]
            if byte == UInt8(ascii: "\\"), next + 1 < text.count {
                result += [byte, text[next + 1]]
                next += 2
            } else if byte == UInt8(ascii: "\""), let other = text[(next + 1)...].firstIndex(where: { !isSpace($0) }),
                text[other] == byte
            {
                next = other + 1
            } else {
                result.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
                next += 1
            }
        }
        return result
    }

    /// A quote, in a string with `\` before it; or what a macro of the assembler puts in place of `\name`; behind space
    /// that the string may spell, `\t`.
    private static func isOperand(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first(where: { !isSpace($0) }) else { return false }
        return first == UInt8(ascii: "\"") || first == UInt8(ascii: "\\")
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }
}
