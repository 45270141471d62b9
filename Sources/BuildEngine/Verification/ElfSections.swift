/// The sections of a 64-bit little-endian ELF file, as its section headers tell: enough to say where two objects
/// differ.
struct ElfSections {
    struct Section {
        var name: String
        var range: Range<Int>
    }

    /// In the order in which they lie in the file; those that take no room in it are left out.
    let sections: [Section]

    /// Nil for what is no such file, or no whole one.
    init?(_ file: [UInt8]) {
        guard file.count >= 64, file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        func number(at offset: Int, bytes: Int) -> Int? {
            guard offset >= 0, bytes <= file.count, offset <= file.count - bytes else { return nil }
            return Int(exactly: (0..<bytes).reduce(UInt64(0)) { $0 | UInt64(file[offset + $1]) << (8 * UInt64($1)) })
        }
        guard let table = number(at: 0x28, bytes: 8), table > 0, var count = number(at: 0x3C, bytes: 2),
            var names = number(at: 0x3E, bytes: 2), number(at: 0x3A, bytes: 2) == 64, table <= file.count - 64
        else { return nil }
        // More sections than the header has room to count are counted in the first one.
        if count == 0 { count = number(at: table + 32, bytes: 8) ?? 0 }
        if names == 0xFFFF { names = number(at: table + 40, bytes: 4) ?? 0 }
        guard count > 0, count <= (file.count - table) / 64, names < count,
            let texts = number(at: table + 64 * names + 24, bytes: 8)
        else { return nil }

        var found: [Section] = []
        for index in 0..<count {
            let header = table + 64 * index
            guard let name = number(at: header, bytes: 4), let kind = number(at: header + 4, bytes: 4),
                let offset = number(at: header + 24, bytes: 8), let size = number(at: header + 32, bytes: 8)
            else { return nil }
            // 0 is no section, 8 one whose content is all zeros and not in the file.
            if kind == 0 || kind == 8 { continue }
            guard offset <= file.count, size <= file.count - offset, texts <= file.count - name else { return nil }
            let text = file[(texts + name)...].prefix { $0 != 0 }
            found.append(Section(name: String(decoding: text, as: UTF8.self), range: offset..<offset + size))
        }
        sections = found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Where two files with different content first differ.
public struct FileDifference: Hashable, Sendable {
    /// The name of the section of an ELF file; nil for other files, and for what lies in no section.
    public var section: String?
    /// In bytes, from where the section starts, or else the file.
    public var offset: Int

    init(section: String?, offset: Int) { (self.section, self.offset) = (section, offset) }

    /// Nil for equal content.
    init?(_ a: [UInt8], _ b: [UInt8]) {
        guard let whole = FileDifference.firstDifference(a[...], b[...]) else { return nil }
        self.init(section: nil, offset: whole)
        guard let mine = ElfSections(a)?.sections, let other = ElfSections(b)?.sections else { return }
        for (left, right) in zip(mine, other) {
            if left.name != right.name {
                self.init(section: left.name, offset: 0)
                return
            }
            if let offset = FileDifference.firstDifference(a[left.range], b[right.range]) {
                self.init(section: left.name, offset: offset)
                return
            }
        }
        let more = mine.dropFirst(other.count).first ?? other.dropFirst(mine.count).first
        if let more { self.init(section: more.name, offset: 0) }
    }

    private static func firstDifference(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int? {
        let shared = min(a.count, b.count)
        let offset = a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                var at = 0
                while at < shared, a[at] == b[at] { at += 1 }
                return at
            }
        }
        return offset < shared || a.count != b.count ? offset : nil
    }
}
