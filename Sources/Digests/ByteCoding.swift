/// Writes small memories: lengths and numbers as 8 bytes, little-endian.
public struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func write(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    public mutating func write(_ content: [UInt8]) {
        write(content.count)
        bytes += content
    }

    public mutating func write(_ digest: ContentDigest?) {
        write(digest?.description ?? "")
    }

    /// All of it, to stand in something else as its content.
    public var written: [UInt8] { bytes }

    /// The content with its own digest before it, so that a damaged file is told from a whole one.
    public func sealed() -> [UInt8] { Array(ContentDigest(of: bytes).hex.utf8) + bytes }
}

/// Reads what `ByteWriter` wrote. After anything unexpected every read gives nil.
public struct ByteReader {
    private let bytes: [UInt8]
    private var at: Int

    /// Nil unless `sealed` is whole.
    public init?(sealed: [UInt8]) {
        guard sealed.count >= 64 else { return nil }
        let isWhole = sealed.withUnsafeBytes { bytes in
            var hasher = SHA256Hasher()
            hasher.update(UnsafeRawBufferPointer(rebasing: bytes[64...]))
            return bytes[..<64].elementsEqual(hasher.finish().hex.utf8)
        }
        guard isWhole else { return nil }
        (bytes, at) = (sealed, 64)
    }

    /// Reads what is part of something that is known to be whole.
    public init(_ content: [UInt8]) { (bytes, at) = (content, 0) }

    public mutating func number() -> Int? {
        guard bytes.count - at >= 8 else { return nil }
        let value = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
        at += 8
        return Int(exactly: Int64(bitPattern: value))
    }

    /// A number of things of at least one byte each that are still to come.
    public mutating func count() -> Int? {
        guard let number = number(), number >= 0, number <= bytes.count - at else { return nil }
        return number
    }

    public mutating func text() -> String? {
        guard let length = count() else { return nil }
        defer { at += length }
        return String(decoding: bytes[at..<at + length], as: UTF8.self)
    }

    public mutating func content() -> [UInt8]? {
        guard let length = count() else { return nil }
        defer { at += length }
        return Array(bytes[at..<at + length])
    }

    /// `.some(nil)` for the digest of nothing.
    public mutating func digest() -> ContentDigest?? {
        guard let length = count() else { return nil }
        defer { at += length }
        if length == 0 { return .some(nil) }
        let digest = bytes.withUnsafeBufferPointer { ContentDigest(description: UnsafeBufferPointer(rebasing: $0[at..<at + length])) }
        return digest.map { .some($0) }
    }
}
