import SwiftText

/// How generated code names declarations of other modules.
struct DeclarationSpelling {
    /// Modules whose names some declaration has too.
    let shadowed: Set<String>
    /// Begins the names of aliases, which several sources of one module may declare.
    var prefix = ""

    /// With its module, unless some type has the module's name: that one would be asked for it.
    func spelled(_ name: ObjectGraphPlan.Name) -> String {
        shadowed.contains(name.module) ? alias(name) : "\(name.module).\(path(name))"
    }

    /// Lines that come before the first name. Before Swift 6.3 there is no other way to name what `NetInterface`
    /// declares as `Net` and what module `Net` declares in one file than to leave out the modules.
    /// `public`: those that other modules see.
    func aliases(for names: Set<ObjectGraphPlan.Name>, public others: Set<ObjectGraphPlan.Name> = []) -> [String] {
        let names = names.filter { shadowed.contains($0.module) }.sorted { $0.full < $1.full }
        if names.isEmpty { return [] }
        func line(_ name: ObjectGraphPlan.Name, _ target: String) -> String {
            "\(others.contains(name) ? "public " : "")typealias \(alias(name)) = \(target)"
        }
        return ["", "#if compiler(>=6.3)"] + names.map { line($0, "\($0.module)::\(path($0))") }
            + ["#else"] + names.map { line($0, path($0)) } + ["#endif"]
    }

    private func path(_ name: ObjectGraphPlan.Name) -> String {
        name.path.split(separator: ".").map { SwiftName.quoted(String($0)) }.joined(separator: ".")
    }

    private func alias(_ name: ObjectGraphPlan.Name) -> String {
        SwiftName.quoted("\(prefix)\(name.module)__\(name.path.split(separator: ".").joined(separator: "_"))")
    }
}
