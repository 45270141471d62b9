import Digests

/// What a file had when it was digested, and the digest.
struct RememberedDigest: Hashable, Sendable {
    var modified, changed: Int64
    var inode, device: UInt64
    /// Its size is the file's.
    var digest: ContentDigest
    /// When somebody last asked for it, to the day.
    var lastAsked: Int64

    init(_ status: FileStatus, _ digest: ContentDigest, lastAsked: Int64) {
        (modified, changed, inode, device) = (status.modified, status.changed, status.inode, status.device)
        (self.digest, self.lastAsked) = (digest, lastAsked)
    }

    fileprivate init(
        modified: Int64, changed: Int64, inode: UInt64, device: UInt64, digest: ContentDigest, lastAsked: Int64
    ) {
        (self.modified, self.changed, self.inode, self.device) = (modified, changed, inode, device)
        (self.digest, self.lastAsked) = (digest, lastAsked)
    }

    /// True where a look at the file shows nothing that differs.
    func describes(_ status: FileStatus) -> Bool {
        status.kind == .file && status.size == digest.size && status.modified == modified && status.changed == changed
            && status.inode == inode && status.device == device
    }

    /// True where two looks saw the same file in the same state.
    static func sameFile(_ a: FileStatus, _ b: FileStatus) -> Bool {
        a.kind == b.kind && a.size == b.size && a.modified == b.modified && a.changed == b.changed
            && a.inode == b.inode && a.device == b.device
    }
}

/// The form in which remembered digests lie on the disk.
///
/// `mono-fd1`, the number of entries, the entries of 88 bytes each, and the SHA-256 of everything before it. All
/// numbers are eight bytes, little-endian. Anything else than exactly this is no memory. An entry names its file by a
/// hash of the path alone: two paths with one hash cost a second reading and no more, because the inode stands beside
/// it.
enum DigestMemory {
    private static let mark = Array("mono-fd1".utf8)
    private static let entryLength = 7 * 8 + ContentDigest.hashLength

    /// The hash of a path: FNV-1a, 64 bits.
    static func key(_ path: AbsolutePath) -> UInt64 {
        var text = path.string
        return text.withUTF8 { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
    }

    static func encode(_ entries: [UInt64: RememberedDigest]) -> [UInt8] {
        var bytes = mark
        bytes.reserveCapacity(mark.count + 8 + entries.count * entryLength + ContentDigest.hashLength)
        func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
        append(UInt64(entries.count))
        for (key, entry) in entries {
            append(key)
            append(UInt64(bitPattern: entry.digest.size))
            append(UInt64(bitPattern: entry.modified))
            append(UInt64(bitPattern: entry.changed))
            append(entry.inode)
            append(entry.device)
            append(UInt64(bitPattern: entry.lastAsked))
            entry.digest.appendHash(to: &bytes)
        }
        ContentDigest(of: bytes).appendHash(to: &bytes)
        return bytes
    }

    static func parse(_ bytes: [UInt8]) -> [UInt64: RememberedDigest]? {
        bytes.withUnsafeBytes { bytes in
            let start = mark.count + 8
            guard bytes.count >= start + ContentDigest.hashLength, bytes.starts(with: mark) else { return nil }
            func word(_ offset: Int) -> UInt64 {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            func number(_ offset: Int) -> Int64 { Int64(bitPattern: word(offset)) }
            let end = bytes.count - ContentDigest.hashLength
            // By division: the number of entries may be anything.
            guard (end - start) % entryLength == 0, UInt64((end - start) / entryLength) == word(mark.count) else {
                return nil
            }

            var hasher = SHA256Hasher()
            hasher.update(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            guard
                ContentDigest(hash: UnsafeRawBufferPointer(rebasing: bytes[end...]), size: Int64(end))
                    == hasher.finish()
            else {
                return nil
            }

            var entries: [UInt64: RememberedDigest] = [:]
            entries.reserveCapacity((end - start) / entryLength)
            for at in stride(from: start, to: end, by: entryLength) {
                let hash = UnsafeRawBufferPointer(rebasing: bytes[(at + 56)..<(at + entryLength)])
                guard let digest = ContentDigest(hash: hash, size: number(at + 8)) else { return nil }
                entries[word(at)] = RememberedDigest(
                    modified: number(at + 16), changed: number(at + 24), inode: word(at + 32), device: word(at + 40),
                    digest: digest, lastAsked: number(at + 48))
            }
            return entries
        }
    }
}
