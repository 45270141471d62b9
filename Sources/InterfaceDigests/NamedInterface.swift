import SwiftText

/// What an interface of a module would have to hold for one client: the declarations that the client's sources name,
/// and the types that these lead to.
///
/// Types and functions are told by their names alone. Of a class the interface holds a protocol with the members that
/// are named: what the class stores or else offers stays behind. Structs, enums and protocols go into the interface as
/// they are.
public struct NamedInterface: Sendable {
    private let words: Set<String>

    /// `sources`: the client's.
    public init(sources: [[UInt8]]) {
        words = sources.reduce(into: []) { words, source in
            let text = SwiftTokens(source)
            for token in text.tokens where token.kind == .word { words.insert(text.text(token)) }
        }
    }

    /// Whether any of it is another one, or may be: where one of the digests is that of the module's bytes, nothing is
    /// known.
    public func isChanged(from old: ABIParts, to new: ABIParts) -> Bool {
        if !old.fallbacks.isEmpty || !new.fallbacks.isEmpty { return true }
        let held = [Held(old, words), Held(new, words)]
        return ABIDifference(from: old, to: new).findings.contains { finding in held.contains { $0.concerns(finding) } }
    }
}

/// What the interface would hold of one state of the module.
private struct Held {
    private let words: Set<String>
    /// Paths of types that go over whole, and of classes.
    private var whole: Set<String> = [], classes: Set<String> = []

    init(_ parts: ABIParts, _ words: Set<String>) {
        self.words = words
        let visible = parts.parts.filter { $0.kind == .visible }
        let types = visible.filter { Held.keyword(of: $0) != nil }
        let members = Dictionary(grouping: visible) { $0.owner ?? "" }
        var open: [ABIParts.Part] = []
        func hold(_ part: ABIParts.Part) {
            if !whole.contains(part.name), !classes.contains(part.name) { open.append(part) }
        }
        func follow(_ part: ABIParts.Part) {
            let mentioned = Set(part.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            for type in types where mentioned.contains(Held.name(of: type)) { hold(type) }
        }
        for part in visible where words.contains(Held.name(of: part)) {
            if Held.keyword(of: part) != nil {
                hold(part)
            } else if part.owner == nil, !part.text.contains("extension ") {
                follow(part)
            }
        }
        while let type = open.popLast() {
            let isClass = ["class", "actor"].contains(Held.keyword(of: type))
            guard isClass ? classes.insert(type.name).inserted : whole.insert(type.name).inserted else { continue }
            if !isClass { follow(type) }
            for member in members[type.name] ?? [] where !isClass || words.contains(Held.name(of: member)) {
                follow(member)
            }
        }
    }

    func concerns(_ finding: ABIDifference.Finding) -> Bool {
        if finding.reachedBy.contains(where: isHeld) { return true }
        switch finding.change {
        case .gained(let part), .lost(let part), .became(_, let part): return isHeld(part)
        case .reordered(_, let owner): return whole.contains(owner)
        }
    }

    private func isHeld(_ part: ABIParts.Part) -> Bool {
        switch part.kind {
        case .fallback: return true
        // An interface has imports of its own; hidden declarations stay behind, but for what visible ones store.
        case .import, .hidden, .slot: return false
        case .visible, .stored: return isHeld(part.name)
        case .emitted: return isHeld(String(part.name.split(separator: " ").last ?? ""))
        }
    }

    private func isHeld(_ path: String) -> Bool {
        let part = ABIParts.Part(.visible, path, "")
        guard let owner = part.owner else {
            return whole.contains(path) || !classes.contains(path) && words.contains(Held.name(of: part))
        }
        return whole.contains(owner) || whole.contains(path)
            || classes.contains(owner) && words.contains(Held.name(of: part))
    }

    /// `value` for `Box.value`, `f` for `f(_:)`.
    private static func name(of part: ABIParts.Part) -> String {
        let path = part.name.prefix { $0 != "(" && $0 != " " }
        return path.split(separator: ".").last.map { $0.filter { $0 != "`" } } ?? ""
    }

    /// Of a type's head; nil for other declarations.
    private static func keyword(of part: ABIParts.Part) -> String? {
        let text = SwiftTokens(part.text)
        for (index, token) in text.tokens.enumerated() where token.kind == .word {
            switch text.text(token) {
            // `class func`
            case "class"
            where ["func", "var", "let", "subscript", "override", "final"].contains(
                text.tokens.dropFirst(index + 1).first.map(text.text)):
                return nil
            case let word where ["struct", "enum", "protocol", "class", "actor"].contains(word): return word
            case "func", "var", "let", "init", "subscript", "case", "typealias", "associatedtype", "extension",
                "operator", "deinit", "import":
                return nil
            default: continue
            }
        }
        return nil
    }
}
