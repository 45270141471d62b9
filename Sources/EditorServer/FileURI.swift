import Disk

/// How editors name files: `file:///path`, with all but a few characters of the path as numbers.
enum FileURI {
    static func text(_ path: AbsolutePath, isFolder: Bool = false) -> String {
        "file://" + escaped(path.string) + (isFolder && path.string != "/" ? "/" : "")
    }

    /// Nil for what names no file of this machine.
    static func path(_ text: String) -> AbsolutePath? {
        guard text.hasPrefix("file://") else { return nil }
        let rest = text.dropFirst("file://".count)
        let place = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
        guard place.hasPrefix("/"), let path = unescaped(place) else { return nil }
        return AbsolutePath(path)
    }

    /// As Foundation writes paths: what stands for itself in one is the same there.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/-._~!$&'()*+,=:@".utf8.contains(byte)
        }
    }

    private static func unescaped(_ text: Substring) -> String? {
        var result: [UInt8] = [], rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16),
                value != 0
            else { return nil }
            rest = rest.dropFirst(2)
            result.append(value)
        }
        return String(validating: result, as: UTF8.self)
    }
}
