/// The head of a type, protocol or extension: what it is called, and what stands behind its colon.
public struct TypeHead: Hashable, Sendable {
    /// `class`, `struct`, `enum`, `actor`, `protocol` or `extension`.
    public var keyword: String
    /// As written: an extension's may be a path.
    public var name: String
    /// From 1.
    public var line: Int
    /// The last part of each name behind the colon.
    public var inherited: [String]

    public init(keyword: String, name: String, line: Int, inherited: [String]) {
        (self.keyword, self.name, self.line, self.inherited) = (keyword, name, line, inherited)
    }

    /// Every head in a text, nested ones too, in its order.
    public static func all(in bytes: [UInt8]) -> [TypeHead] {
        let source = SwiftTokens(bytes)
        var heads: [TypeHead] = [], line = 1, lineOffset = 0, at = 0
        func word(_ index: Int) -> String? {
            source.tokens.indices.contains(index) && source.tokens[index].kind == .word
                ? source.text(source.tokens[index]) : nil
        }
        func sign(_ index: Int, _ character: Unicode.Scalar) -> Bool {
            source.tokens.indices.contains(index) && source.tokens[index].is(character)
        }
        while at < source.tokens.count {
            let start = source.tokens[at].start
            guard let keyword = word(at), keywords.contains(keyword), let first = word(at + 1),
                !members.contains(first), !sign(at - 1, ".")
            else {
                at += 1
                continue
            }
            while lineOffset < start {
                if bytes[lineOffset] == UInt8(ascii: "\n") { line += 1 }
                lineOffset += 1
            }
            at += 2
            var name = first
            while sign(at, "."), let next = word(at + 1) {
                name += "." + next
                at += 2
            }
            var depth = 0
            // Past the generic parameters, up to the colon.
            while at < source.tokens.count, depth > 0 || sign(at, "<") {
                if sign(at, "<") { depth += 1 }
                if sign(at, ">") { depth -= 1 }
                if sign(at, "{") { break }
                at += 1
            }
            var inherited: [String] = []
            if sign(at, ":") {
                at += 1
                while at < source.tokens.count, !sign(at, "{"), word(at) != "where" {
                    if sign(at, "<") { depth += 1 }
                    if sign(at, ">") { depth -= 1 }
                    if depth == 0, let next = word(at) {
                        if sign(at - 1, "."), !inherited.isEmpty {
                            inherited[inherited.count - 1] = next
                        } else {
                            inherited.append(next)
                        }
                    }
                    at += 1
                }
            }
            heads.append(TypeHead(keyword: keyword, name: name, line: line, inherited: inherited))
        }
        return heads
    }

    private static let keywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]
    /// What makes `class` a modifier.
    private static let members: Set<String> = [
        "func", "var", "let", "subscript", "override", "final", "public", "open", "package", "internal", "private",
        "fileprivate",
    ]
}
