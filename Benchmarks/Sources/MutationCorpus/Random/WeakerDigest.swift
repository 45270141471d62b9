import InterfaceDigests

/// An ABI digest with one kind of its lines, or one of its rules, switched off: edits must be found that it does not show, or that
/// kind or rule is there for nothing, or the edits are too weak.
struct WeakerDigest: Sendable {
    let name: String
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
            WeakerDigest(name: "stored: order") { inOrderOfText($0, of: .stored) },
            WeakerDigest(name: "hidden: order") { inOrderOfText($0, of: .hidden) },
            WeakerDigest(name: "hidden: what hidden types store") { parts in
                let direct = words(in: parts.filter { $0.kind == .stored || $0.kind == .visible })
                return parts.filter { $0.kind != .hidden || $0.name.split(separator: ".").contains { direct.contains(String($0)) } }
            },
            WeakerDigest(name: "hidden: conformances") { $0.filter { $0.kind != .hidden || !$0.text.contains("extension ") } },
            WeakerDigest(name: "hidden: aliases") { $0.filter { $0.kind != .hidden || !$0.text.contains("typealias ") } },
            WeakerDigest(name: "hidden: sources of types") { parts in
                parts.map { part in
                    guard part.kind == .hidden, let range = part.text.range(of: " in F") else { return part }
                    return .init(.hidden, part.name, String(part.text[..<range.lowerBound]))
                }
            },
            WeakerDigest(name: "emitted: bodies") { $0.map { $0.kind == .emitted ? .init(.emitted, $0.name, String($0.text.prefix { $0 != " " })) : $0 } },
            WeakerDigest(name: "visible: order") { inOrderOfText($0, of: .visible) },
        ]

    private static func inOrderOfText(_ parts: [ABIParts.Part], of kind: ABIParts.Kind) -> [ABIParts.Part] {
        parts.filter { $0.kind != kind } + parts.filter { $0.kind == kind }.sorted { ($0.name, $0.text) < ($1.name, $1.text) }
    }

    /// `#C.m: …` and `#C.m!getter: …` of a slot of `Outer.C`: `Outer.C.m`.
    private static func method(of slot: ABIParts.Part) -> String {
        guard let dot = slot.text.firstIndex(of: ".") else { return slot.name }
        return slot.name + "." + slot.text[slot.text.index(after: dot)...].prefix { $0 != ":" && $0 != "!" && $0 != "(" }
    }

    private static func words(in parts: [ABIParts.Part]) -> Set<String> {
        var found: Set<String> = []
        for part in parts { for word in part.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) { found.insert(String(word)) } }
        return found
    }
}
