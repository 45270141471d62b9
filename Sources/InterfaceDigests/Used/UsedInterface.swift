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
        /// Names that the client's compile looked up, though its sources do not say them.
        case lookUps
        case operators
        /// Members that may be what a function calls that is inlined into the client.
        case witnesses
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
        /// A macro may write anything.
        case macro(String)
        case attribute(String)
        /// A word of which the compiler makes more than is known.
        case word(String)
        /// A module of which no declaration is known.
        case unknownModule
    }

    public enum Result: Hashable, Sendable {
        case whole(Whole)
        /// Of each module, in the order given.
        case parts([ContentDigest])
    }

    /// Raised with every change of what counts for the same client, also by what is read off its sources and off the
    /// toolchain: keys have it, and decisions by use hold for it alone.
    public static let format = "used 11"

    public let rules: Set<Rule>
    private let requirements: RequirementNames

    /// `rules`: but for campaigns, all of them. `requirements`: of the toolchain's modules.
    public init(rules: Set<Rule> = Set(Rule.allCases), requirements: RequirementNames) {
        (self.rules, self.requirements) = (rules, requirements)
    }

    /// `modules`: the numbers in `table` of every Swift module of the client's closure, whether it imports it or not,
    /// but for those that count whole: these say all in their digests, import none of `modules`, and are to the client
    /// as the toolchain's are.
    /// `whole`: those, where `others` says that there are some.
    public func digests(
        of modules: [Int], in table: InterfaceTable, for client: ClientMentions, beside others: Others,
        _ whole: WholeModules
    ) -> Result {
        if let found = self.whole(modules.map { table.modules[$0] }, client, whole) { return .whole(found) }
        let counted = counted(of: modules, in: table, for: client, others, whole)
        return .parts(zip(modules, counted).map { digest(of: table.modules[$0], $1) })
    }

    /// What else a client sees.
    public struct Others: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Swift modules that count whole.
        public static let swift = Others(rawValue: 1)
        /// C modules. What their types conform to is found out in the client, and their headers may name declarations
        /// of Swift.
        public static let c = Others(rawValue: 2)
    }

    /// The same of modules that no table holds, lowest first: up to the last one whose digest is that of its bytes,
    /// they count whole.
    public func digests(
        of modules: [InterfaceIndex], for client: ClientMentions, beside others: Others = []
    ) -> Result {
        let start = UsedInterface.start(of: modules), others = start > 0 ? others.union(.swift) : others
        let found = digests(
            of: Array(start..<modules.count), in: InterfaceTable(modules), for: client, beside: others,
            UsedInterface.whole(modules[..<start]))
        guard case .parts(let used) = found else { return found }
        return .parts(modules[..<start].map(\.digest) + used)
    }

    /// The lines that count, for people and tests; all of modules that count whole. Nil where everything does.
    public func parts(of modules: [InterfaceIndex], for client: ClientMentions) -> [[ABIParts.Part]]? {
        let start = UsedInterface.start(of: modules), listed = modules[start...]
        let whole = UsedInterface.whole(modules[..<start])
        if self.whole(Array(listed), client, whole) != nil { return nil }
        let others: Others = start > 0 ? .swift : []
        let counted = counted(
            of: Array(listed.indices), in: InterfaceTable(modules), for: client, others, whole)
        return modules[..<start].map(\.parts)
            + zip(listed, counted).map { module, counted in counted.map { module.parts[$0] } }
    }

    /// Those of types that are attributes.
    private static let attributesOfAttributes: Set<String> = ["propertyWrapper", "resultBuilder", "globalActor"]

    private static func whole(_ modules: ArraySlice<InterfaceIndex>) -> WholeModules {
        modules.reduce(into: WholeModules()) { $0.formUnion(WholeModules(ABIParts($1.parts))) }
    }

    private static func start(of modules: [InterfaceIndex]) -> Int {
        modules.lastIndex(where: \.hasFallback).map { $0 + 1 } ?? 0
    }

    private func digest(of module: InterfaceIndex, _ counted: [Int]) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(UsedInterface.format)
        var places = counted
        if !rules.contains(.order) {
            func line(_ place: Int) -> (String, String) { (module.parts[place].name, module.parts[place].text) }
            places.sort { line($0) < line($1) }
        }
        for place in places {
            builder.beginList(count: 3)
            builder.append(module.parts[place].kind.rawValue)
            builder.append(module.parts[place].name)
            builder.append(module.parts[place].text)
        }
        return builder.finish()
    }

    /// Places of lines, in their order.
    private func counted(
        of modules: [Int], in table: InterfaceTable, for client: ClientMentions, _ others: Others,
        _ whole: WholeModules
    ) -> [[Int]] {
        var search = UsedSearch(modules, table, client, rules, requirements, beside: others, whole)
        search.run()
        return modules.map(search.counted)
    }

    private func whole(_ modules: [InterfaceIndex], _ client: ClientMentions, _ others: WholeModules) -> Whole? {
        if !others.areKnown { return .unknownModule }
        if let word = client.words.intersection(ClientMentions.unknownWords).min() { return .word(word) }
        if rules.contains(.macros) {
            let macros = client.directives.subtracting(ClientMentions.knownDirectives)
            if let macro = macros.min() { return .macro(macro) }
        }
        // A macro may be called as an attribute or a directive of the language.
        if rules.contains(.macros) {
            let names = client.attributes.union(client.directives.map { String($0.dropFirst()) })
            for macros in modules.map(\.macros) + [others.macros] {
                if let macro = macros.intersection(names).min() { return .macro(macro) }
            }
        }
        for name in client.attributes.subtracting(ClientMentions.knownAttributes).sorted() {
            if modules.contains(where: { $0.macros.contains(name) }) {
                if rules.contains(.macros) { return .macro(name) }
                continue
            }
            // A type of that name need not be what is meant: a macro of the toolchain may have it too, or one of the
            // client's own.
            let isType =
                client.types.contains(name) && !client.attributes.isDisjoint(with: UsedInterface.attributesOfAttributes)
                || modules.contains { $0.attributes.contains(name) }
            if isType, rules.contains(.macros), requirements.mayBeMacro(name) || client.words.contains("macro") {
                return .macro(name)
            }
            if !isType, rules.contains(.attributes) { return .attribute(name) }
        }
        return nil
    }
}
