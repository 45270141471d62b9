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
    /// Names, by their numbers in the table, that the client says, that its compile looked up, and that a body names
    /// that it takes over; and those of them that count as operators. In sets: the table has names of ten thousand
    /// modules, and the client sees few.
    private var said: Set<Int> = [], operators: Set<Int> = []
    /// Bodies named more than what the search has gone by so far.
    private var hasNewWords = false
    /// Type -> whether it conforms to what nobody knows the requirements of.
    private var conformsToUnknown: [String: Bool] = [:]
    /// Alias -> whether it stands for such a protocol.
    private var standsForUnknown: [String: Bool] = [:]
    /// Such types, and all that they inherit from, by name: a member of any of them may be a witness.
    private var unknownKin: Set<Int> = []
    private var hasUnknownKin = false
    /// Whether some protocol asks for a name, where that was asked.
    private var isRequired: [Int: Bool] = [:]
    private var others: UsedInterface.Others
    private let whole: WholeModules
    /// Names that lead on.
    private var reached: Set<Int> = []
    private var open: [Int] = []
    /// Of these, those of types that no path need lead to.
    private var isFree: Set<Int> = []
    /// Name of a type -> names with lines that count once it is reached.
    private var waiting: [Int: Set<Int>] = [:]
    private var isSeen: [Bool]
    private let hasAllRules: Bool
    private let moduleNames: Set<String>
    /// For each module of the table, empty where the client does not see it.
    private var isCounted: [[Bool]]

    init(
        _ modules: [Int], _ table: InterfaceTable, _ client: ClientMentions, _ rules: Set<UsedInterface.Rule>,
        _ requirements: RequirementNames, beside others: UsedInterface.Others, _ whole: WholeModules
    ) {
        (self.requirements, self.others, self.whole) = (requirements, others, whole)
        (self.modules, self.table, self.rules) = (modules, table, rules)
        hasAllRules = rules.count == UsedInterface.Rule.allCases.count
        moduleNames = Set(modules.map { table.modules[$0].module })
        isSeen = Array(repeating: false, count: table.modules.count)
        isCounted = Array(repeating: [], count: table.modules.count)
        for module in modules {
            isSeen[module] = true
            isCounted[module] = Array(repeating: false, count: table.modules[module].parts.count)
        }
        said = numbers(of: client.words)
        if rules.contains(.operators) { operators = numbers(of: client.operators) }
        // One of the toolchain's C modules has types of the kind that others have.
        if client.words.contains("CoreFoundation")
            || modules.contains(where: { table.modules[$0].imports("CoreFoundation") })
        {
            self.others.insert(.c)
        }
        // A warning names the function that somebody should call instead, where there is one.
        if rules.contains(.attributes) {
            for module in modules { said.formUnion(numbers(of: table.modules[module].renamed)) }
            said.formUnion(numbers(of: whole.renamed))
        }
        if rules.contains(.lookUps) {
            let names = numbers(of: client.lookedUp.names)
            said.formUnion(names)
            operators.formUnion(names.filter { !table.names[$0].isWord })
        }
    }

    /// Names that no module of the table speaks of lead nowhere.
    private func numbers(of names: Set<String>) -> Set<Int> { Set(names.lazy.compactMap(table.number)) }

    private func applies(_ rule: UsedInterface.Rule) -> Bool { hasAllRules || rules.contains(rule) }

    /// Places of a module's lines.
    func counted(of module: Int) -> [Int] { isCounted[module].indices.filter { isCounted[module][$0] } }

    mutating func run() {
        if rules.contains(.witnesses) { findUnknownKin() }
        for name in said { reach(name) }
        for module in modules {
            let index = table.modules[module]
            for place in index.always {
                count(module, place)
                // Of such a name nobody can say whether it is written.
                let line = table.lines[module][place]
                if line.rule == .unreadNames, rules.contains(.unreadNames) { reachAny(line.base) }
            }
            guard rules.contains(.typesOfOthers) else { continue }
            for (name, owners) in index.extended where !isDeclared(name) || owners.contains(where: isOfOthers) {
                reachAny(name)
            }
        }
        if others.contains(.c), rules.contains(.attributes) { reachWhatHeadersMayName() }
        if rules.contains(.literals) { reachLiterals() }
        if rules.contains(.operators) { reachOperands() }
        repeat {
            hasNewWords = false
            countOperators()
            while let name = open.popLast() { follow(name) }
            if hasNewWords { open = Array(reached) }
        } while hasNewWords
    }

    /// Outside of types.
    private mutating func countOperators() {
        for module in modules {
            let index = table.modules[module]
            for line in index.operators where isOperatorUsed(module, line) { count(module, line) }
        }
    }

    /// None of the modules that lines are known of is called so.
    private func isOfOthers(_ module: String) -> Bool { !moduleNames.contains(module) }

    private func modules(naming name: String) -> [Int] { table.modules(naming: name).filter { isSeen[$0] } }

    private func isDeclared(_ name: String) -> Bool {
        table.modules(naming: name).contains { isSeen[$0] && table.modules[$0].declared.contains(name) }
    }

    private mutating func reach(_ name: String) {
        if let number = table.number(of: name) { reach(number) }
    }

    private mutating func reach(_ name: Int) {
        guard reached.insert(name).inserted else { return }
        open.append(name)
        if let names = waiting.removeValue(forKey: name) { open += names }
    }

    /// Any type of that name, wherever it stands.
    private mutating func reachAny(_ name: String) {
        if let number = table.number(of: name) { reachAny(number) }
    }

    private mutating func reachAny(_ name: Int) {
        guard isFree.insert(name).inserted else { return }
        if reached.contains(name) { open.append(name) } else { reach(name) }
    }

    /// Whether the line counts with its type, of the name: a type in others is known where all their names are.
    private mutating func isPlaced(_ module: Int, _ place: Int, _ name: Int) -> Bool {
        let outer = table.lines[module][place].outer
        guard let missing = outer.first(where: { !reached.contains($0) }), !isFree.contains(name) else { return true }
        waiting[missing, default: []].insert(name)
        return false
    }

    // MARK: Operands

    /// In `.a ** .a` and `make() ** make()` the operator alone says which type its operands have.
    private mutating func reachOperands() {
        for name in operators {
            for module in table.names[name].modulesOfOperands where isSeen[module] {
                for owner in table.modules[module].operatorOwners[table.names[name].text] ?? [] { reachAny(owner) }
            }
        }
    }

    // MARK: Headers

    /// An attribute in a header can have a type of C conform to a protocol, or be isolated to an actor.
    private mutating func reachWhatHeadersMayName() {
        for module in modules {
            let index = table.modules[module]
            for name in index.requirements.keys { reachAny(name) }
            for name in index.attributes.union(index.protocols) { reachAny(name) }
        }
    }

    // MARK: Literals

    /// Literals are tried with all types that they can make: by what their own lines say, and by what they inherit.
    private mutating func reachLiterals() {
        var open = modules.flatMap { table.modules[$0].literals }, seen: Set<String> = []
        if others.contains(.swift) {
            for module in modules { open += heirsOfWhole(table.modules[module]) }
        }
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            reachAny(name)
            for module in modules(naming: name) {
                let index = table.modules[module]
                open += index.inheritors[name] ?? []
                open += index.aliasesOf[name] ?? []
            }
        }
    }

    /// By a protocol that no line is known of, which says so of all that conform to it.
    private func heirsOfWhole(_ index: InterfaceIndex) -> [String] {
        [index.inheritors, index.aliasesOf].flatMap { heirs in
            heirs.filter { whole.mayDeclareAncestor($0.key) || isExtendedByWhole($0.key) }.values.joined()
        }
    }

    /// A module that counts whole has something conform to what literals make, which others can inherit from.
    private func isExtendedByWhole(_ name: String) -> Bool {
        guard let owners = whole.conforming[name] else { return false }
        return owners.contains { $0.isEmpty ? !isValueOfToolchain(name) : mayBeAncestor(name, of: $0) }
    }

    /// A structure or enumeration that every source sees.
    private func isValueOfToolchain(_ name: String) -> Bool {
        !requirements.ancestors.contains(name)
            && RequirementNames.importedUnwritten.contains { requirements.types[$0]?.contains(name) ?? false }
    }

    // MARK: Names

    private mutating func follow(_ name: Int) {
        for place in table.names[name].places where isSeen[place.module] {
            let module = place.module
            for line in place.withType where isPlaced(module, line, name) { count(module, line) }
            for line in place.members where isMemberUsed(module, line) && isPlaced(module, line, name) {
                count(module, line)
            }
            for line in place.operators where isOperatorUsed(module, line) && isPlaced(module, line, name) {
                count(module, line)
            }
            if said.contains(name) {
                for line in place.globals { count(module, line) }
            }
            // Associated types, also of conformances that the client declares.
            if applies(.nestedTypes) { for inner in place.nested { reach(inner) } }
            if let body = place.body { count(module, body) }
        }
    }

    private mutating func count(_ module: Int, _ place: Int) {
        guard !isCounted[module][place] else { return }
        let line = table.lines[module][place]
        guard line.rule.map(applies) ?? true else { return }
        isCounted[module][place] = true
        if applies(line.spreads) {
            for word in line.words { reach(word) }
            if line.isMentioning { mention(line.words) }
        }
        if let header = line.header { count(module, header) }
        for body in line.bodies { count(module, body) }
    }

    /// What a body refers to, its client refers to.
    private mutating func mention(_ names: [Int]) {
        for name in names {
            if said.insert(name).inserted { hasNewWords = true }
            if !table.names[name].isWord, operators.insert(name).inserted { hasNewWords = true }
        }
    }

    // MARK: Members

    private mutating func isMemberUsed(_ module: Int, _ place: Int) -> Bool {
        let (base, owner) = (table.lines[module][place].base, table.lines[module][place].owner)
        return said.contains(base) || owner != nil && mayBeWitness(base, owner)
    }

    private mutating func isOperatorUsed(_ module: Int, _ place: Int) -> Bool {
        let (base, owner) = (table.lines[module][place].base, table.lines[module][place].owner)
        return operators.contains(base) || mayBeWitness(base, owner)
    }

    // MARK: Witnesses

    private mutating func mayBeWitness(_ base: Int, _ owner: Int?) -> Bool {
        guard applies(.witnesses) else { return false }
        return isRequired(base) || owner.map(unknownKin.contains) ?? hasUnknownKin
    }

    private mutating func isRequired(_ name: Int) -> Bool {
        if let known = isRequired[name] { return known }
        let text = table.names[name].text
        // Some protocol of the toolchain asks for each of these.
        let found =
            ["init", "subscript"].contains(text) || requirements.names.contains(text)
            || table.names[name].modulesRequiring.contains { isSeen[$0] }
        isRequired[name] = found
        return found
    }

    private mutating func findUnknownKin() {
        var open: [String] = [], seen: Set<String> = []
        for module in modules {
            for name in table.modules[module].inherited.keys where conformsToUnknown(of: name) { open.append(name) }
        }
        // What those inherit from that no line declares, no line says: any type of others that can be inherited from.
        if !open.isEmpty { open += ancestorsOfOthers }
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            hasUnknownKin = true
            if let number = table.number(of: name) { unknownKin.insert(number) }
            for module in modules(naming: name) {
                let index = table.modules[module]
                for path in index.inherited[name] ?? [] { open.append(InterfaceReader.last(path)) }
                guard index.aliases.contains(name) else { continue }
                for line in index.heads[name] ?? [] {
                    open += table.lines[module][line].words.map { table.names[$0].text }
                }
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
            return path != "AnyObject" && isUnknownName(path)
        }
        if moduleNames.contains(first) {
            let isComposed = modules(naming: last).contains { table.modules[$0].compositions[last] != nil }
            return !(isDeclared(last) || isComposed) || isUnknownAlias(last) || conformsToUnknown(of: last)
        }
        return !requirements.modules.contains(first) || isDeclared(first)
    }

    /// `name`: without its module, as lines of hidden declarations have it. Any module may declare what is meant.
    private mutating func isUnknownName(_ name: String) -> Bool {
        if others.contains(.swift), whole.mayDeclareAncestor(name) { return true }
        let isOfToolchain = RequirementNames.importedUnwritten.contains {
            requirements.types[$0]?.contains(name) ?? false
        }
        let isNamed = modules(naming: name).contains { table.modules[$0].declaresAncestor(name) }
        return !(isNamed || isOfToolchain) || isUnknownAlias(name) || conformsToUnknown(of: name)
    }

    /// Some alias of that name, from which something inherits, stands for what nobody knows. An alias that has the name
    /// of a type says nothing of what the type conforms to: `Iterator`.
    private mutating func isUnknownAlias(_ name: String) -> Bool {
        if let known = standsForUnknown[name] { return known }
        standsForUnknown[name] = false
        let owners = modules(naming: name).map { table.modules[$0] }
        let found =
            owners.contains { $0.opaqueAliases.contains(name) }
            || owners.flatMap { $0.compositions[name] ?? [] }.contains { isUnknown($0) }
        standsForUnknown[name] = found
        return found
    }
}
