/// A protocol that some text declares outside of other types.
public struct WrittenProtocol: Hashable, Sendable {
    public var name: String
    /// `public`, `package`, `private`, `fileprivate`, or `internal` where nothing is written.
    public var access: String
    /// What it refines, as written and without what stands in brackets: `Provided`, `Wiring.Provided`.
    public var refined: [String]
    /// The attributes before it, without their arguments: `@MainActor`.
    public var attributes: [String]
    /// It stands between `#if` and `#endif`.
    public var isConditional = false

    /// In the text's order; nil where the text is not understood.
    public static func all(in bytes: [UInt8]) -> [WrittenProtocol]? {
        let source = SwiftTokens(bytes)
        guard let brackets = BracketTable(source) else { return nil }
        return WrittenProtocolReader(source: source, closing: brackets.closing).all()
    }
}

/// Walks over declarations, and past all that stands in brackets.
private struct WrittenProtocolReader {
    let source: SwiftTokens
    /// Of an opening bracket: the index of the one that closes it.
    let closing: [Int]

    private var count: Int { source.tokens.count }

    private func word(_ index: Int) -> String? { source.word(at: index) }
    private func sign(_ index: Int, _ character: Unicode.Scalar) -> Bool { source.isSign(character, at: index) }

    func all() -> [WrittenProtocol] {
        var found: [WrittenProtocol] = [], at = 0, head = 0, conditions = 0
        while at < count {
            if source.tokens[at].kind == .directive {
                if source.text(source.tokens[at]) == "#if" { conditions += 1 }
                if source.text(source.tokens[at]) == "#endif" { conditions -= 1 }
            }
            if word(at) == "protocol", !sign(at - 1, "."), let name = word(at + 1) {
                found.append(declaration(name, at: at, from: head))
                found[found.count - 1].isConditional = conditions > 0
            }
            if closing[at] >= 0 {
                // Arguments of an attribute belong to the declaration behind it.
                let isCode = sign(at, "{")
                at = closing[at]
                if isCode { head = at + 1 }
            }
            at += 1
        }
        return found
    }

    /// `head`: behind the last declaration with a body.
    private func declaration(_ name: String, at index: Int, from head: Int) -> WrittenProtocol {
        var found = WrittenProtocol(
            name: name, access: "internal", refined: [], attributes: [])
        var before = index - 1
        while before >= head, isPartOfHead(before) {
            let text = source.text(source.tokens[before])
            if source.tokens[before].kind == .attribute { found.attributes.append(text) }
            if Self.accesses.contains(text) { found.access = text }
            before -= 1
            // Past the arguments of an attribute.
            if sign(before, ")"), let open = closing.firstIndex(of: before) { before = open - 1 }
        }
        found.refined = refined(from: index + 2)
        return found
    }

    private static let accesses: Set<String> = ["public", "package", "internal", "private", "fileprivate"]

    private func isPartOfHead(_ index: Int) -> Bool {
        let token = source.tokens[index]
        return token.kind == .attribute || Self.accesses.contains(source.text(token))
            || source.text(token) == "nonisolated"
    }

    /// The names behind the colon.
    private func refined(from start: Int) -> [String] {
        var at = start
        while at < count, !sign(at, ":"), !sign(at, "{") { at += 1 }
        guard sign(at, ":") else { return [] }
        var names: [String] = []
        at += 1
        while at < count, !sign(at, "{"), word(at) != "where" {
            if let part = word(at) {
                if sign(at - 1, "."), let last = names.popLast() {
                    names.append("\(last).\(part)")
                } else {
                    names.append(part)
                }
            }
            at = max(closing[at], at) + 1
        }
        return names
    }
}
