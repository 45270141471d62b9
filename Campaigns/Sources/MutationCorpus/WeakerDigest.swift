import InterfaceDigests

/// An ABI digest with one kind of its lines, or one of its rules, switched off: edits must be found that it does not
/// show, or that kind or rule is there for nothing, or the edits are too weak.
struct WeakerDigest: Sendable {
    let name: String
    /// Another rule shows all that this one does (`Docs/Digests.md`): no edit can need it alone.
    var isSecondNet = false
    /// What is left of the parts.
    let parts: @Sendable ([ABIParts.Part]) -> [ABIParts.Part]

    /// True where it says that nothing changed.
    func isSame(_ one: ABIParts, _ other: ABIParts) -> Bool {
        let (one, other) = (parts(one.parts), parts(other.parts))
        // The module's bytes are not the same, or nobody would ask.
        guard !(one + other).contains(where: { $0.kind == .fallback }) else { return false }
        return one == other
    }

    static let all: [WeakerDigest] =
        ABIParts.Kind.allCases.map { kind in WeakerDigest(name: "\(kind)") { $0.filter { $0.kind != kind } } } + [
            WeakerDigest(name: "slot: order") { inOrderOfText($0, of: .slot) },
            WeakerDigest(name: "slot: of methods that are not public") { parts in
                let shown = Set(parts.filter { $0.kind == .visible }.map(\.name))
                return parts.filter { $0.kind != .slot || shown.contains(method(of: $0)) }
            },
            WeakerDigest(name: "stored: order", isSecondNet: true) { inOrderOfText($0, of: .stored) },
            WeakerDigest(name: "hidden: order") { inOrderOfText($0, of: .hidden) },
            WeakerDigest(name: "hidden: what hidden types store") { parts in
                let direct = words(in: parts.filter { $0.kind == .stored || $0.kind == .visible })
                return parts.filter {
                    $0.kind != .hidden || $0.name.split(separator: ".").contains { direct.contains(String($0)) }
                }
            },
            WeakerDigest(name: "hidden: conformances") {
                $0.filter { $0.kind != .hidden || !$0.text.contains("extension ") || isAlias($0) }
            },
            WeakerDigest(name: "hidden: aliases of hidden types") {
                $0.filter { $0.kind != .hidden || !isAlias($0) || $0.text.contains(" in ") }
            },
            WeakerDigest(name: "hidden: aliases of others, for associated types") {
                $0.filter { $0.kind != .hidden || !isAlias($0) || !$0.text.contains(" in ") }
            },
            WeakerDigest(name: "hidden: nested types that are associated ones", parts: withoutAssociated),
            WeakerDigest(name: "hidden: sources of hidden types") { $0.map { cut($0, from: " in F") } },
            WeakerDigest(name: "hidden: sources of what stores one of two types of a name") {
                $0.filter { $0.kind != .hidden || !$0.text.hasPrefix("in F") }
            },
            WeakerDigest(name: "hidden: conditions of extensions with types") { $0.map { cut($0, from: ", where ") } },
            WeakerDigest(name: "hidden: modules before names") {
                $0.filter { $0.kind != .hidden || !$0.text.hasPrefix("written as ") }
            },
            WeakerDigest(name: "hidden: types at a visible one's path") { parts in
                let shown = Set(parts.filter { $0.kind == .visible && isType($0) }.map(\.name))
                return parts.filter { $0.kind != .hidden || !shown.contains($0.name) || !isType($0) }
            },
            WeakerDigest(name: "emitted: bodies") {
                $0.map { $0.kind == .emitted ? .init(.emitted, $0.name, String($0.text.prefix { $0 != " " })) : $0 }
            },
            WeakerDigest(name: "visible: order") { inOrderOfText($0, of: .visible) },
        ]

    private static func isAlias(_ part: ABIParts.Part) -> Bool { part.text.hasPrefix("typealias ") }

    private static func isType(_ part: ABIParts.Part) -> Bool {
        part.text.split(separator: " ").contains { ["struct", "enum", "class", "actor", "protocol"].contains($0) }
            && !part.text.contains("extension ")
    }

    private static func cut(_ part: ABIParts.Part, from mark: String) -> ABIParts.Part {
        guard part.kind == .hidden, let range = part.text.range(of: mark) else { return part }
        return .init(.hidden, part.name, String(part.text[..<range.lowerBound]))
    }

    /// Without the nested types that no line names by their whole path.
    private static func withoutAssociated(_ parts: [ABIParts.Part]) -> [ABIParts.Part] {
        let told = parts.filter { $0.kind == .stored || $0.kind == .hidden }.map { words(in: [cut($0, from: " in F")]) }
        let nested = parts.filter { $0.kind == .hidden && $0.name.contains(".") && isType($0) }.map(\.name).filter {
            path in
            let names = Set(path.split(separator: ".").map(String.init))
            return !told.contains { names.isSubset(of: $0) }
        }
        return parts.filter { part in
            part.kind != .hidden || !nested.contains { part.name == $0 || part.name.hasPrefix($0 + ".") }
        }
    }

    private static func inOrderOfText(_ parts: [ABIParts.Part], of kind: ABIParts.Kind) -> [ABIParts.Part] {
        parts.filter { $0.kind != kind }
            + parts.filter { $0.kind == kind }.sorted { ($0.name, $0.text) < ($1.name, $1.text) }
    }

    /// `#C.m: …` and `#C.m!getter: …` of a slot of `Outer.C`: `Outer.C.m`.
    private static func method(of slot: ABIParts.Part) -> String {
        guard let dot = slot.text.firstIndex(of: ".") else { return slot.name }
        return slot.name + "."
            + slot.text[slot.text.index(after: dot)...].prefix { $0 != ":" && $0 != "!" && $0 != "(" }
    }

    private static func words(in parts: [ABIParts.Part]) -> Set<String> {
        var found: Set<String> = []
        for part in parts {
            for word in part.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                found.insert(String(word))
            }
        }
        return found
    }
}
