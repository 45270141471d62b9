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
        var text = ABIParts.firstLine
        for part in parts {
            text += "\(part.kind.rawValue)\t\(ABIParts.escaped(part.name))\t\(ABIParts.escaped(part.text))\n"
        }
        return text
    }

    /// Nil for what is no such text.
    public init?(text: String) {
        guard text.hasPrefix(ABIParts.firstLine), text.hasSuffix("\n") else { return nil }
        parts = []
        for line in text.dropFirst(ABIParts.firstLine.count).split(separator: "\n") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 3, let kind = Kind(rawValue: String(columns[0])),
                let name = ABIParts.unescaped(columns[1]),
                let what = ABIParts.unescaped(columns[2])
            else { return nil }
            parts.append(Part(kind, name, what))
        }
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var result = ""
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch scalars.next() {
            case "\\"?: result += "\\"
            case "n"?: result += "\n"
            case "t"?: result += "\t"
            case "r"?: result += "\r"
            default: return nil
            }
        }
        return result
    }
}
