import SwiftText

/// Types that attributes of visible declarations name and clients cannot: a result builder, a global actor or a
/// property wrapper, by itself or through aliases. The interface prints the name. Clients act by what it stands for.
struct AttributeTypes {
    private(set) var parts: [ABIParts.Part] = []
    /// Of aliases, what they stand for.
    private(set) var aliases: [Declaration] = []
    private var types: Set<String> = []

    /// `declarations`: all of the module. `printed`: what its interface prints. `heads`: of the sources, with
    /// attributes that are printed nowhere.
    init(_ declarations: [Declaration], printed: [ABIParts.Part], heads: [String] = []) {
        let visible = Set(printed.filter { $0.kind == .visible }.map(\.name))
        let texts = printed.filter { $0.kind == .visible }.map(\.text) + heads
        var open = texts.reduce(into: Set<String>()) { $0.formUnion(AttributeTypes.names(in: $1)) }
        var seen: Set<String> = []
        while !open.isEmpty {
            seen.formUnion(open)
            var words: Set<String> = []
            find(open, in: declarations, "", visible, &words)
            open = words.subtracting(seen)
        }
        if !types.isEmpty { findExtensions(declarations) }
    }

    private static func names(in text: String) -> Set<String> {
        guard text.contains("@") else { return [] }
        var names: Set<String> = []
        let source = SwiftTokens(text)
        for (index, token) in source.tokens.enumerated() where token.kind == .attribute {
            var name = String(source.text(token).dropFirst()).filter { $0 != "`" }, at = index + 1
            while source.isSign(".", at: at), let inner = source.word(at: at + 1) { (name, at) = (inner, at + 2) }
            names.insert(name)
            // What a macro makes conformances to: `@attached(extension, conformances: P)`.
            guard name == "attached" || name == "freestanding" else { continue }
            while at < source.tokens.count, !source.isSign(")", at: at) {
                if let word = source.word(at: at) { names.insert(word) }
                at += 1
            }
        }
        return names
    }

    /// Of `names`, those that are hidden: aliases, and types with all that is in them. `words`: what aliases name.
    private mutating func find(
        _ names: Set<String>, in declarations: [Declaration], _ path: String, _ visible: Set<String>,
        _ words: inout Set<String>
    ) {
        for one in declarations {
            let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
            if names.contains(one.name.filter { $0 != "`" }), !visible.contains(inner) {
                if one.keyword == "typealias" {
                    parts.append(.init(.hidden, inner, "\(one.text) as an attribute"))
                    aliases.append(one)
                    words.formUnion(one.words)
                } else if one.isType {
                    types.insert(inner)
                    add(one, inner)
                }
            }
            find(names, in: one.members, inner, visible, &words)
        }
    }

    private mutating func findExtensions(_ declarations: [Declaration]) {
        for one in declarations where one.keyword == "extension" && types.contains(one.name) { add(one, one.name) }
    }

    private mutating func add(_ place: Declaration, _ path: String) {
        parts.append(.init(.hidden, path, "\(place.text) as an attribute"))
        for member in place.members { parts.append(.init(.hidden, "\(path).\(member.name)", member.text)) }
    }
}
