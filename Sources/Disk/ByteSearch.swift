/// Looking for bytes in a file's content.
public enum ByteSearch {
    /// True where `needle` stands somewhere in `bytes`; one that is empty stands everywhere.
    public static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        guard bytes.count >= needle.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            (0...(bytes.count - needle.count)).contains { start in
                bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle)
            }
        }
    }
}
