/// What an interface says of the types of properties, cases and aliases: there, types have their modules.
struct PrintedTypes {
    private let visible: [String: [String]]
    /// Path of a stored property or case -> how it is printed without modules.
    private let stored: [String: [ABIParts.Part]]

    init(_ parts: ABIParts) {
        func named(_ kind: ABIParts.Kind) -> [String: [ABIParts.Part]] {
            Dictionary(grouping: parts.parts.filter { $0.kind == kind }, by: \.name)
        }
        (visible, stored) = (named(.visible).mapValues { $0.map(\.text) }, named(.stored))
    }

    /// True where lines of the interface name the same types in the same words, each with its module: what the part
    /// means changes with these.
    func says(_ part: ABIParts.Part) -> Bool {
        guard let words = NamedTypes(part.text) else { return false }
        // A function of that name names no type of a property.
        let lines = (visible[part.name] ?? []).compactMap(NamedTypes.init)
        return !lines.isEmpty && lines.allSatisfy { $0.says(words) }
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
