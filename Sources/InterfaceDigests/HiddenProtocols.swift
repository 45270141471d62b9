/// Protocols that clients cannot name, and that something conforms to which they can name. No interface prints them,
/// and clients look into them all the same: a `public` member of an extension of an internal protocol is a witness of
/// what a public protocol requires, its aliases are associated types, and its isolation is that of the conformance.
///
/// The module does not say which of the members are `public`, so all of its extensions count. A requirement is no
/// witness, and a protocol without extensions, default types and attributes changes nothing for clients, unless it
/// refines a protocol that is none of these, or a conformance depends on it: `extension Box: P where T: Hidden`.
struct HiddenProtocols {
    private(set) var parts: [ABIParts.Part] = []
    /// What associated types may stand for.
    private(set) var aliases: [(path: String, alias: Declaration)] = []

    private let types: [String: [Declaration]]
    private let extensions: [String: [Declaration]]
    /// Last name of a hidden protocol's path -> such paths.
    private var protocols: [String: [String]] = [:]

    /// `types`, `extensions`: by path. `visible`: paths of types that clients may have values of. `others`: what other
    /// modules declare.
    init(
        types: [String: [Declaration]], extensions: [String: [Declaration]], hidden: [String], visible: Set<String>,
        others: SeenNames
    ) {
        (self.types, self.extensions) = (types, extensions)
        for path in hidden where types[path]?.contains(where: { $0.keyword == "protocol" }) ?? false {
            protocols[HiddenProtocols.names(in: path).last ?? "", default: []].append(path)
        }
        keepThoseThatMatter(others)
        if protocols.isEmpty { return }
        var open: Set<String> = []
        // An extension may be one of another module's type, also where the module has a hidden type of that path.
        for (path, declaration) in HiddenProtocols.sorted(types, extensions)
        where visible.contains(path)
            || declaration.keyword == "extension" && (HiddenProtocols.conforms(declaration) || !isProtocol(path))
        {
            let found = named(in: declaration)
            if found.isEmpty { continue }
            parts.append(.init(.hidden, path, declaration.text))
            open.formUnion(found)
        }
        var seen: Set<String> = []
        while let path = open.min() {
            open.remove(path)
            guard seen.insert(path).inserted else { continue }
            for declaration in (types[path] ?? []) + (extensions[path] ?? []) {
                open.formUnion(named(in: declaration))
                add(declaration, path)
            }
        }
    }

    /// And nothing else of that path.
    private func isProtocol(_ path: String) -> Bool { types[path]?.allSatisfy { $0.keyword == "protocol" } ?? false }

    private mutating func add(_ declaration: Declaration, _ path: String) {
        parts.append(.init(.hidden, path, declaration.text))
        for member in declaration.members where counts(member, of: declaration) {
            parts.append(.init(.hidden, "\(path).\(member.name)", "\(member.text) in \(declaration.text)"))
            if member.keyword == "typealias" || member.keyword == "associatedtype" { aliases.append((path, member)) }
        }
    }

    private func counts(_ member: Declaration, of declaration: Declaration) -> Bool {
        declaration.keyword == "extension" || member.keyword == "associatedtype" && member.text.contains("=")
    }

    /// By themselves, or by another one that they refine.
    private mutating func keepThoseThatMatter(_ others: SeenNames) {
        let all = protocols
        let names = Set(all.values.joined().filter { !others.mayDeclare($0) })
        let refined = HiddenRefinements(of: types.filter { names.contains($0.key) }).refined
        var mattering = Set(
            extensions.values.joined().filter(HiddenProtocols.isConditionalConformance).flatMap(named))
        func matters(_ path: String) -> Bool {
            if refined[path].map({ !$0.isEmpty }) ?? true { return true }
            let places = (types[path] ?? []) + (extensions[path] ?? [])
            return places.contains { place in
                place.text.contains("@") || place.members.contains { counts($0, of: place) }
                    || named(in: place).contains { mattering.contains($0) }
            }
        }
        while true {
            let more = all.values.joined().filter { !mattering.contains($0) && matters($0) }
            if more.isEmpty { break }
            mattering.formUnion(more)
        }
        protocols = all.mapValues { $0.filter(mattering.contains) }.filter { !$0.value.isEmpty }
    }

    /// A path counts as named where all its names are among the words.
    private func named(in declaration: Declaration) -> [String] {
        let words = declaration.words
        return words.flatMap { protocols[$0] ?? [] }.filter {
            HiddenProtocols.names(in: $0).allSatisfy(words.contains)
        }
    }

    private static func isConditionalConformance(_ declaration: Declaration) -> Bool {
        conforms(declaration) && declaration.text.split(separator: " ").contains("where")
    }

    /// No extension of a protocol does.
    private static func conforms(_ declaration: Declaration) -> Bool {
        declaration.text.split(separator: " ").prefix { $0 != "where" }.contains { $0.hasSuffix(":") }
    }

    private static func names(in path: String) -> [String] {
        path.split(separator: ".").map { $0.filter { $0 != "`" } }
    }

    private static func sorted(_ places: [String: [Declaration]]...) -> [(path: String, declaration: Declaration)] {
        places.flatMap { $0.sorted { $0.key < $1.key } }.flatMap { path, declarations in
            declarations.map { (path, $0) }
        }
    }
}
