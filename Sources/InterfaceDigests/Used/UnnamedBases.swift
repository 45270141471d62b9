/// Tells whether a client may have a type that inherits from one which its heads do not lead to.
///
/// `class D: X.A` has the superclass that `A` stands for. If `A` is an associated type, no head and no alias need name
/// it: it may be inferred from what a member of `X` returns, in any line of the client.
struct UnnamedBases {
    let client: ClientMentions
    let table: InterfaceTable
    /// Of the table, those that the client sees.
    let modules: Set<Int>
    let requirements: RequirementNames

    /// True where a name in a head is no type's or alias's that is known, or some protocol has an associated type of
    /// that name.
    var mayExist: Bool {
        var found = client.bases, open = Array(found.all)
        while let name = open.popLast() {
            let targets = self.targets(of: name)
            open += targets.all.subtracting(found.all)
            found.formUnion(targets)
        }
        return found.members.contains { !isType($0) }
    }

    /// What aliases of that name stand for.
    private func targets(of name: String) -> BaseNames {
        var targets = client.targets[name] ?? BaseNames()
        for index in seen(table.modules(naming: name)) where index.aliases.contains(name) {
            for line in index.heads[name] ?? [] { targets.formUnion(BaseNames(anyOf: index.entries[line].words)) }
        }
        return targets
    }

    private func seen(_ numbers: [Int]) -> [InterfaceIndex] {
        numbers.filter(modules.contains).map { table.modules[$0] }
    }

    private static let ofLanguage: Set<String> = ["Any", "AnyObject", "Self", "any", "some"]

    private func isType(_ name: String) -> Bool {
        if client.associated.contains(name) || requirements.associated.contains(name)
            || table.modules(requiring: name).contains(where: modules.contains)
        {
            return false
        }
        return client.types.contains(name) || client.targets[name] != nil || UnnamedBases.ofLanguage.contains(name)
            || requirements.modules.contains(name) || requirements.types.values.contains { $0.contains(name) }
            || seen(table.modules(naming: name)).contains { $0.declared.contains(name) || $0.aliases.contains(name) }
            || modules.contains { table.modules[$0].module == name }
    }
}
