/// What an interface says of the types of properties, cases and aliases: there, types have their modules.
struct PrintedTypes {
    private let visible: [String: [NamedTypes]]
    /// Path of a stored property or case -> how it is printed without modules.
    private let stored: [String: [ABIParts.Part]]

    init(_ parts: ABIParts) {
        var visible: [String: [NamedTypes]] = [:], stored: [String: [ABIParts.Part]] = [:]
        for part in parts.parts {
            if part.kind == .stored { stored[part.name, default: []].append(part) }
            guard part.kind == .visible, let types = NamedTypes(part.text) else { continue }
            visible[part.name, default: []].append(types)
        }
        (self.visible, self.stored) = (visible, stored)
    }

    /// True where lines of the interface name the same types in the same words, each with its module: what the part
    /// means changes with these.
    func says(_ part: ABIParts.Part) -> Bool {
        guard let lines = visible[part.name], let words = NamedTypes(part.text) else { return false }
        return lines.allSatisfy { $0.says(words) }
    }

    /// True for the body of what reads or writes such a stored property and calls nothing: it names no other types.
    func says(accessor part: ABIParts.Part) -> Bool {
        guard part.kind == .emitted, !part.name.contains("static "),
            !part.emittedWords.contains(where: { $0.hasPrefix("$") }),
            let property = InterfaceReader.path(ofBody: part.name).flatMap({ stored[$0] })
        else { return false }
        return property.allSatisfy { says($0) }
    }
}
