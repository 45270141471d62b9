/// Looking for a path in a file's content, however it is spelled there: plainly, as in JSON (`\/`, `\u002F`), as in
/// URLs (`%20`).
public enum PathSearch {
    public static func contains(_ path: String, in bytes: [UInt8]) -> Bool {
        let wanted = Array(path.unicodeScalars)
        if wanted.isEmpty { return true }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { start in
                // Each path begins with a slash, and few bytes can spell one.
                switch bytes[start] {
                case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"): stands(wanted, at: start, in: bytes)
                default: false
                }
            }
        }
    }

    private static func stands(_ wanted: [Unicode.Scalar], at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool
    {
        var at = start
        for scalar in wanted {
            guard let end = plain(scalar, at, bytes) ?? escaped(scalar, at, bytes) else { return false }
            at = end
        }
        return true
    }

    /// As bytes, each of which may be a number after `%`.
    private static func plain(_ scalar: Unicode.Scalar, _ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var at = start
        for byte in UTF8.encode(scalar)! {
            if at < bytes.count, bytes[at] == byte {
                at += 1
            } else if at + 2 < bytes.count, bytes[at] == UInt8(ascii: "%"), number(at + 1, 2, bytes) == UInt32(byte) {
                at += 3
            } else {
                return nil
            }
        }
        return at
    }

    /// After backslashes: one in JSON, more where that stands in a text in JSON.
    private static func escaped(_ scalar: Unicode.Scalar, _ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var at = start
        while at < bytes.count, bytes[at] == UInt8(ascii: "\\") { at += 1 }
        if at == start || at >= bytes.count { return nil }
        if let end = plain(scalar, at, bytes) { return end }
        guard bytes[at] == UInt8(ascii: "u") else { return nil }
        at += 1
        for unit in UTF16.encode(scalar)! {
            if unit != UTF16.encode(scalar)!.first {
                guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
                    return nil
                }
                at += 2
            }
            guard number(at, 4, bytes) == UInt32(unit) else { return nil }
            at += 4
        }
        return at
    }

    private static func number(_ start: Int, _ count: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard start + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for at in start..<start + count {
            guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else { return nil }
            value = value * 16 + UInt32(digit)
        }
        return value
    }
}
