import Glibc

/// Looking for bytes in a file's content, and in text.
public enum ByteSearch {
    /// True where `needle` stands somewhere in `bytes`; one that is empty stands everywhere.
    public static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        needle.withUnsafeBytes { needle in bytes.withUnsafeBytes { contains(needle, in: $0) } }
    }

    /// The same of the bytes of a text, in which `contains` compares characters and takes ten times as long.
    public static func contains(_ needle: StaticString, in text: some StringProtocol) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes in
            needle.withUTF8Buffer { contains(UnsafeRawBufferPointer($0), in: UnsafeRawBufferPointer(bytes)) }
        }
        return found ?? text.contains(needle.description)
    }

    private static func contains(_ needle: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = needle.first else { return true }
        var rest = bytes[...]
        while rest.count >= needle.count, let start = rest.offset(of: first) {
            rest = rest[start...]
            guard rest.count >= needle.count else { return false }
            if rest.starts(with: needle) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Where `byte` stands first: all of a file is looked through for words that most do not have.
    fileprivate func offset(of byte: UInt8) -> Int? {
        guard let start = base.baseAddress else { return nil }
        let found = memchr(start + startIndex, Int32(byte), count)
        return found.map { UnsafeRawPointer($0) - start }
    }
}
