/// Everything about a module that counts for its dependents, declaration by declaration.
public struct ABIParts: Hashable, Sendable {
    /// The columns of a line of the text form.
    public struct Part: Hashable, Sendable {
        public var kind: Kind
        /// The declaration's path in the module, such as `Box.value`.
        public var name: String
        /// What counts about it.
        public var text: String
        public init(_ kind: Kind, _ name: String, _ text: String) {
            (self.kind, self.name, self.text) = (kind, name, text)
        }
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Why the digest is that of the module's bytes. Stands first.
        case fallback
        case `import`
        /// A declaration that the interface prints: it may be named by clients.
        case visible
        /// A stored property or a case of a visible type, with types resolved.
        case stored
        /// One that clients cannot name and that a visible one's layout reaches.
        case hidden
        /// A slot of the method table of a class.
        case slot
        /// A function that compilers of clients take out of the module and put into the client.
        case emitted
    }

    public var parts: [Part]

    public init(_ parts: [Part] = []) { self.parts = parts }

    public var fallbacks: [Part] { parts.filter { $0.kind == .fallback } }

    static let firstLine = "mono abi 2\n"

    /// `Docs/Digests.md` describes it.
    public var text: String {
        var bytes = Array(ABIParts.firstLine.utf8)
        for part in parts {
            bytes += part.kind.rawValue.utf8
            for column in [part.name, part.text] {
                bytes.append(UInt8(ascii: "\t"))
                ABIParts.escape(column, into: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil for what is no such text.
    public init?(text: String) {
        var text = text
        guard let parts = text.withUTF8({ ABIParts.read($0[...]) }) else { return nil }
        self.parts = parts
    }

    private static func read(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [Part]? {
        guard text.starts(with: firstLine.utf8), text.last == UInt8(ascii: "\n") else { return nil }
        var parts: [Part] = []
        for line in text.dropFirst(firstLine.utf8.count).split(separator: UInt8(ascii: "\n")) {
            let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard columns.count == 3, let kind = Kind(rawValue: String(decoding: columns[0], as: UTF8.self)),
                let name = unescaped(columns[1]), let what = unescaped(columns[2])
            else { return nil }
            parts.append(Part(kind, name, what))
        }
        return parts
    }

    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            default: bytes.append(byte)
            }
        }
    }

    private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        let backslash = UInt8(ascii: "\\")
        guard text.contains(backslash) else { return String(decoding: text, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            guard byte == backslash else {
                result.append(byte)
                continue
            }
            switch bytes.next() {
            case backslash?: result.append(backslash)
            case UInt8(ascii: "n")?: result.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t")?: result.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r")?: result.append(UInt8(ascii: "\r"))
            default: return nil
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
