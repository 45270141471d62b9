/// Finds the lines that count for one client: what its words name, and what that leads to, until nothing is added.
///
/// Names of types go round: whatever counts makes the types that it speaks of known, and with a type counts what it
/// stores, conforms to and inherits. Functions and values count by the client's own words, or by the names that its
/// compile looked up.
struct UsedSearch {
    private let modules: [Int]
    private let table: InterfaceTable
    private let rules: Set<UsedInterface.Rule>
    private let requirements: RequirementNames
    /// Those of the client, those that its compile looked up, and those of bodies that it takes over.
    private var words: Set<String>
    private var operators: Set<String>
    /// Bodies named more than what the search has gone by so far.
    private var hasNewWords = false
    /// Type -> whether it conforms to what nobody knows the requirements of.
    private var conformsToUnknown: [String: Bool] = [:]
    /// Such types, and all that they inherit from: a member of any of them may be a witness.
    private var unknownKin: Set<String> = []
    private var others: UsedInterface.Others
    private var names: Set<String> = []
    private var open: [String] = []
    private var isSeen: [Bool]
    private let moduleNames: Set<String>
    /// For each module of the table, empty where the client does not see it.
    private var isCounted: [[Bool]]

    init(
        _ modules: [Int], _ table: InterfaceTable, _ client: ClientMentions, _ rules: Set<UsedInterface.Rule>,
        _ requirements: RequirementNames, beside others: UsedInterface.Others, _ whole: WholeModules
    ) {
        self.requirements = requirements
        (self.others, words) = (others, client.words)
        (self.modules, self.table, self.rules) = (modules, table, rules)
        moduleNames = Set(modules.map { table.modules[$0].module })
        isSeen = Array(repeating: false, count: table.modules.count)
        isCounted = Array(repeating: [], count: table.modules.count)
        for module in modules {
            isSeen[module] = true
            isCounted[module] = Array(repeating: false, count: table.modules[module].parts.count)
        }
        operators = rules.contains(.operators) ? client.operators : []
        // One of the toolchain's C modules has types of the kind that others have.
        if words.contains("CoreFoundation") || modules.contains(where: { table.modules[$0].imports("CoreFoundation") })
        {
            self.others.insert(.c)
        }
        // A warning names the function that somebody should call instead, where there is one.
        if rules.contains(.attributes) {
            for module in modules { words.formUnion(table.modules[module].renamed) }
            words.formUnion(whole.renamed)
        }
        if rules.contains(.lookUps) {
            words.formUnion(client.lookedUp.names)
            operators.formUnion(client.lookedUp.names.filter { !InterfaceReader.isWord($0) })
        }
    }

    /// Places of a module's lines.
    func counted(of module: Int) -> [Int] { isCounted[module].indices.filter { isCounted[module][$0] } }

    mutating func run() {
        if rules.contains(.witnesses) { findUnknownKin() }
        for name in words { reach(name) }
        for module in modules {
            let index = table.modules[module]
            for line in index.always {
                count(module, line)
                // Of such a name nobody can say whether it is written.
                if index.entries[line].rule == .unreadNames, rules.contains(.unreadNames) {
                    reach(index.entries[line].base)
                }
            }
            guard rules.contains(.typesOfOthers) else { continue }
            for (name, owners) in index.extended where !isDeclared(name) || owners.contains(where: isOfOthers) {
                reach(name)
            }
        }
        if others.contains(.c), rules.contains(.attributes) { reachWhatHeadersMayName() }
        if rules.contains(.literals) { reachLiterals() }
        if rules.contains(.operators) { reachOperands() }
        repeat {
            hasNewWords = false
            countOperators()
            while let name = open.popLast() { follow(name) }
            if hasNewWords { open = Array(names) }
        } while hasNewWords
    }

    /// Outside of types.
    private mutating func countOperators() {
        for module in modules {
            let index = table.modules[module]
            for line in index.operators where isOperatorUsed(index.entries[line]) { count(module, line) }
        }
    }

    /// None of the modules that lines are known of is called so.
    private func isOfOthers(_ module: String) -> Bool { !moduleNames.contains(module) }

    private func modules(naming name: String) -> [Int] { table.modules(naming: name).filter { isSeen[$0] } }

    private func isDeclared(_ name: String) -> Bool {
        table.modules(naming: name).contains { isSeen[$0] && table.modules[$0].declared.contains(name) }
    }

    private func isAlias(_ name: String) -> Bool {
        table.modules(naming: name).contains { isSeen[$0] && table.modules[$0].aliases.contains(name) }
    }

    private mutating func reach(_ name: String) {
        if names.insert(name).inserted { open.append(name) }
    }

    // MARK: Operands

    /// In `.a ** .a` and `make() ** make()` the operator alone says which type its operands have.
    private mutating func reachOperands() {
        for name in operators {
            for module in table.modules(withTypesOf: name) where isSeen[module] {
                for owner in table.modules[module].operatorOwners[name] ?? [] { reach(owner) }
            }
        }
    }

    // MARK: Headers

    /// An attribute in a header can have a type of C conform to a protocol, or be isolated to an actor.
    private mutating func reachWhatHeadersMayName() {
        for module in modules {
            let index = table.modules[module]
            for name in index.requirements.keys { reach(name) }
            for name in index.attributes.union(index.protocols) { reach(name) }
        }
    }

    // MARK: Literals

    /// Literals are tried with all types that they can make.
    private mutating func reachLiterals() {
        var open = modules.flatMap { table.modules[$0].literals }, seen: Set<String> = []
        // By a protocol that no line is known of, which says so of all that conform to it.
        if others.contains(.swift) {
            for module in modules { open += table.modules[module].inheritors.values.joined() }
        }
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            reach(name)
            for module in modules(naming: name) { open += table.modules[module].inheritors[name] ?? [] }
        }
    }

    // MARK: Names

    private mutating func follow(_ name: String) {
        let naming = modules(naming: name)
        for module in naming {
            let index = table.modules[module]
            for line in index.withType[name] ?? [] { count(module, line) }
            for line in index.members[name] ?? [] where isMemberUsed(index.entries[line]) { count(module, line) }
            for line in index.operatorsOf[name] ?? [] where isOperatorUsed(index.entries[line]) { count(module, line) }
            if words.contains(name) {
                for line in index.globals[name] ?? [] { count(module, line) }
            }
            // Associated types, also of conformances that the client declares.
            if rules.contains(.nestedTypes) { for inner in index.nested[name] ?? [] { reach(inner) } }
            if let body = index.bodies[name] { count(module, body) }
        }
    }

    private mutating func count(_ module: Int, _ line: Int) {
        let entry = table.modules[module].entries[line]
        guard !isCounted[module][line], entry.rule.map(rules.contains) ?? true else { return }
        isCounted[module][line] = true
        if rules.contains(entry.spreads) {
            for word in entry.words { reach(word) }
            if entry.isMentioning { mention(entry.words) }
        }
        if let header = entry.header { count(module, header) }
        for body in table.modules[module].bodiesOf[line] ?? [] { count(module, body) }
    }

    /// What a body refers to, its client refers to.
    private mutating func mention(_ names: Set<String>) {
        if !names.isSubset(of: words) {
            words.formUnion(names)
            hasNewWords = true
        }
        let signs = names.filter { !InterfaceReader.isWord($0) }
        if !signs.isSubset(of: operators) {
            operators.formUnion(signs)
            hasNewWords = true
        }
    }

    // MARK: Members

    private mutating func isMemberUsed(_ entry: InterfaceIndex.Entry) -> Bool {
        words.contains(entry.base) || entry.owner != nil && mayBeWitness(entry)
    }

    private mutating func isOperatorUsed(_ entry: InterfaceIndex.Entry) -> Bool {
        operators.contains(entry.base) || mayBeWitness(entry)
    }

    // MARK: Witnesses

    private mutating func mayBeWitness(_ entry: InterfaceIndex.Entry) -> Bool {
        guard rules.contains(.witnesses) else { return false }
        // Some protocol of the toolchain asks for each of these.
        if ["init", "subscript"].contains(entry.base) || requirements.names.contains(entry.base)
            || table.modules(requiring: entry.base).contains(where: { isSeen[$0] })
        {
            return true
        }
        return entry.owner.map(unknownKin.contains) ?? !unknownKin.isEmpty
    }

    private mutating func findUnknownKin() {
        var open: [String] = []
        for module in modules {
            for name in table.modules[module].inherited.keys where conformsToUnknown(of: name) { open.append(name) }
        }
        // What those inherit from that no line declares, no line says: any type of others that can be inherited from.
        if !open.isEmpty { open += ancestorsOfOthers }
        while let name = open.popLast() {
            guard unknownKin.insert(name).inserted else { continue }
            for module in modules(naming: name) {
                let index = table.modules[module]
                for path in index.inherited[name] ?? [] { open.append(InterfaceReader.last(path)) }
                guard index.aliases.contains(name) else { continue }
                for line in index.heads[name] ?? [] { open += index.entries[line].words }
            }
        }
    }

    /// Protocols and classes that no line declares, and that have extensions; and what may be one.
    private var ancestorsOfOthers: [String] {
        modules.flatMap { module in
            table.modules[module].extended.filter { name, owners in
                owners.contains { mayBeAncestor(name, of: $0) }
            }.keys
        }
    }

    private func mayBeAncestor(_ name: String, of module: String) -> Bool {
        if requirements.modules.contains(module) { return requirements.ancestors.contains(name) }
        return isOfOthers(module) || !isDeclared(name)
    }

    /// A type may inherit from itself only in text that is not understood.
    private mutating func conformsToUnknown(of name: String) -> Bool {
        if let known = conformsToUnknown[name] { return known }
        conformsToUnknown[name] = false
        let paths = modules(naming: name).flatMap { table.modules[$0].inherited[name] ?? [] }
        let found = paths.contains { isUnknown($0) }
        conformsToUnknown[name] = found
        return found
    }

    /// `path`: as an interface prints what a type inherits from.
    private mutating func isUnknown(_ path: String) -> Bool {
        if path.hasPrefix("~") { return false }
        let parts = path.split(separator: ".").map(String.init)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            // A word of the language, which no module declares.
            return path != "AnyObject"
        }
        if moduleNames.contains(first) {
            return !isDeclared(last) || isAlias(last) || conformsToUnknown(of: last)
        }
        return !requirements.modules.contains(first) || isDeclared(first)
    }
}
