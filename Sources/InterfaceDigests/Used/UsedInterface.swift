import Digests

/// What of the interfaces that a client sees can matter to it: while these lines stay the same, compiling the client
/// again gives the same bytes.
///
/// `Docs/UsedInterfaces.md` defines it and argues why it is sound. What is not understood counts whole. What a compile
/// says is covered only where it shows no declaration of an interface: see `ClientDiagnostics`.
public struct UsedInterface: Sendable {
    /// Why a line counts, or leads to others. Campaigns switch single ones off, to see what each is there for.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Types in what functions, values and macros of an interface say of themselves.
        case signatures
        /// What a type's or an extension's head names.
        case headers
        /// What aliases stand for; associated types of what counts.
        case aliases
        /// What a type stores, and its cases.
        case storage
        /// The types of these.
        case storedTypes
        case slots
        case requirements
        /// Conformances that extensions declare.
        case conformances
        /// What an extension asks of the type, where a member of it counts.
        case conditions
        /// Types that no interface declares are known to every client.
        case typesOfOthers
        case initializers, subscripts, deinitializers
        /// Values that are called like functions.
        case calls
        case wrappers, builders, interpolations, iteration, patterns
        /// What the compiler writes itself: equality, hashes, coding, raw values, entry points.
        case synthesis
        case operators
        /// All members of what the client extends, conforms to or inherits from.
        case supertypes
        /// Members of protocols that no interface declares: they may be inherited from.
        case protocolsOfOthers
        /// Types that literals can make.
        case literals
        /// Types inside of one that conforms to something: associated types.
        case nestedTypes
        /// Bodies that clients take over, of what counts.
        case bodies
        /// Types and functions in these.
        case bodyTypes
        case macros
        /// Attributes that nobody is known to declare.
        case attributes
        case imports
        /// Of the whole module, such as its language mode.
        case settings
        /// Names with other letters than ASCII's.
        case unreadNames
        case order
    }

    /// Why everything counts.
    public enum Whole: Hashable, Sendable {
        /// An interface's digest is that of its module's bytes: it leads to what no line names.
        case moduleBytes
        /// A macro may write anything.
        case macro(String)
        case attribute(String)
        /// A word of which the compiler makes more than is known.
        case word(String)
    }

    public enum Result: Hashable, Sendable {
        case whole(Whole)
        /// Of each module, in the order given.
        case parts([ContentDigest])
    }

    public let rules: Set<Rule>

    /// `rules`: but for campaigns, all of them.
    public init(rules: Set<Rule> = Set(Rule.allCases)) { self.rules = rules }

    /// `modules`: the numbers in `table` of every Swift module of the client's closure, whether it imports it or not.
    /// `client`: all its sources.
    public func digests(of modules: [Int], in table: InterfaceTable, for client: ClientMentions) -> Result {
        if let whole = whole(modules.map { table.modules[$0] }, client) { return .whole(whole) }
        let counted = counted(of: modules, in: table, for: client)
        return .parts(zip(modules, counted).map { digest(of: table.modules[$0], $1) })
    }

    /// The same of modules that no table holds.
    public func digests(of modules: [InterfaceIndex], for client: ClientMentions) -> Result {
        digests(of: Array(modules.indices), in: InterfaceTable(modules), for: client)
    }

    /// The lines that count, for people and tests; nil where everything does.
    public func parts(of modules: [InterfaceIndex], for client: ClientMentions) -> [[ABIParts.Part]]? {
        if whole(modules, client) != nil { return nil }
        let counted = counted(of: Array(modules.indices), in: InterfaceTable(modules), for: client)
        return zip(modules, counted).map { module, counted in counted.map { module.parts[$0] } }
    }

    private func digest(of module: InterfaceIndex, _ counted: [Int]) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("used 1")
        var parts = counted.map { module.parts[$0] }
        if !rules.contains(.order) { parts.sort { ($0.name, $0.text) < ($1.name, $1.text) } }
        for part in parts { builder.append([part.kind.rawValue, part.name, part.text]) }
        return builder.finish()
    }

    /// Places of lines, in their order.
    private func counted(of modules: [Int], in table: InterfaceTable, for client: ClientMentions) -> [[Int]] {
        var search = UsedSearch(modules, table, client, rules)
        search.run()
        return modules.map(search.counted)
    }

    private func whole(_ modules: [InterfaceIndex], _ client: ClientMentions) -> Whole? {
        if modules.contains(where: \.hasFallback) { return .moduleBytes }
        if let word = client.words.intersection(ClientMentions.unknownWords).min() { return .word(word) }
        if rules.contains(.macros) {
            let macros = client.directives.subtracting(ClientMentions.knownDirectives)
            if let macro = macros.min() { return .macro(macro) }
        }
        for name in client.attributes.subtracting(ClientMentions.knownAttributes).sorted() {
            if modules.contains(where: { $0.macros.contains(name) }) {
                if rules.contains(.macros) { return .macro(name) }
                continue
            }
            let isType = client.types.contains(name) || modules.contains { $0.namesType(name) }
            if !isType, rules.contains(.attributes) { return .attribute(name) }
        }
        return nil
    }
}
