import SwiftText

/// The source of an app's object graph: plain Swift that the compiler checks once more. No reflection, no texts that
/// stand for types.
public struct ObjectGraphSource {
    private let plan: ObjectGraphPlan
    private let names: ObjectGraphNames
    private let alsoNamed: Set<ObjectGraphPlan.Name>
    private let providers: [String: ObjectGraphPlan.Provider]
    /// What closures of parts call with a closure that gets the graph; nil: they ask the graph itself.
    private let late: String?

    /// Raised whenever the same plan is written otherwise, or another plan is made of the same provisions.
    public static let format = "3"

    public static func text(of plan: ObjectGraphPlan) -> String {
        ObjectGraphSource(plan, ObjectGraphNames(plan), alsoNamed: [], late: nil).text
    }

    /// The same as another class; the rest of the file names what is `alsoNamed`. `late`: a function that closures of
    /// parts call with a closure that gets the graph, for a plan without scopes; nil: they ask the graph itself.
    static func text(
        of plan: ObjectGraphPlan, _ names: ObjectGraphNames, alsoNamed: Set<ObjectGraphPlan.Name>,
        askingLate late: String? = nil
    ) -> String {
        ObjectGraphSource(plan, names, alsoNamed: alsoNamed, late: late).text
    }

    private init(
        _ plan: ObjectGraphPlan, _ names: ObjectGraphNames, alsoNamed: Set<ObjectGraphPlan.Name>, late: String?
    ) {
        (self.plan, self.names, self.alsoNamed, self.late) = (plan, names, alsoNamed, late)
        providers = Dictionary(plan.providers.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private var text: String {
        var lines = [
            "// Written by mono: the object graph of \(plan.app), as its parts ask for each other in their initialisers.",
            "",
        ]
        lines += names.imports(with: alsoNamed) + names.aliases(with: alsoNamed)
        for index in plan.scopes.indices { lines += [""] + graph(index) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var access: String { plan.isPublic ? "public " : "" }
    private var actor: String { plan.isMainActor ? "@MainActor " : "" }

    private func graph(_ index: Int) -> [String] {
        let scope = plan.scopes[index], itself = names.graph(index)
        var lines: [String] = []
        if let name = scope.name {
            lines += ["/// What lives in one \(name.full), and asks the graph around it for the rest."]
        } else {
            lines += [
                "/// Makes what the app is made of. Nothing is made before it is asked for. To be used by one thread, or",
                "/// one actor, at a time.",
            ]
        }
        lines.append("\(actor)\(access)final class \(itself) {")
        lines += beginning(scope, index)
        for child in plan.scopes.indices where plan.scopes[child].parent == index { lines += [""] + entrance(child) }
        for each in scope.properties where each.source != .given { lines += [""] + property(each, in: itself) }
        for each in scope.providers { lines += [""] + accessor(each, in: index) }
        return lines + ["}"]
    }

    /// What is handed over, and the initialiser.
    private func beginning(_ scope: ObjectGraphPlan.Scope, _ index: Int) -> [String] {
        if let name = scope.name, let parent = scope.parent {
            let type = names.spelled(name), around = names.graph(parent)
            return [
                "    \(access)let parent: \(around)", "    \(access)let scope: \(type)", "",
                "    fileprivate init(parent: \(around), scope: \(type)) { (self.parent, self.scope) = (parent, scope) }",
            ]
        }
        let given = scope.properties.filter { $0.source == .given }
        if given.isEmpty { return ["    \(access)init() {}"] }
        let parameters = given.map { "\(names.quoted($0)): \(names.type(of: $0))" }.joined(separator: ", ")
        return given.map { "    \(access)let \(names.quoted($0)): \(names.type(of: $0))" }
            + ["", "    \(access)init(\(parameters)) {"]
            + given.map { "        self.\(names.quoted($0)) = \(names.quoted($0))" } + ["    }"]
    }

    /// How a graph begins one of the scopes in it.
    private func entrance(_ child: Int) -> [String] {
        guard let name = plan.scopes[child].name else { return [] }
        let graph = names.graph(child), type = names.spelled(name)
        let prepare = "prepare\(ObjectGraphNames.capitalised(names.entrance(child)))"
        return [
            "    \(access)func \(SwiftName.quoted(names.entrance(child)))(_ scope: \(type)) -> \(graph) {",
            "        let graph = \(graph)(parent: self, scope: scope)", "        \(prepare)(graph)",
            "        return graph", "    }",
            "    /// Tests and examples may put other parts into each new one.",
            "    \(access)var \(prepare): \(actor)(\(graph)) -> Void = { _ in }",
        ]
    }

    private func property(_ property: ObjectGraphPlan.Property, in graph: String) -> [String] {
        let name = names.quoted(property), type = names.type(of: property)
        let factory = "make\(ObjectGraphNames.capitalised(names.plain(property)))"
        let effects = property.effects, mark = marks(effects), call = calls(effects)
        var inputs: [ObjectGraphPlan.Input] = []
        let made: String, comment: String
        switch property.source {
        case .given: return []
        case .one(let symbol):
            guard let provider = providers[symbol] else { return [] }
            inputs = provider.inputs
            let values = inputs.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
            made = "\(call)$0.\(names.accessor(provider))\(inputs.isEmpty ? "" : "(\(values))")"
            comment = "\(provider.name.full), \(life(of: provider))"
        case .all(let symbols):
            let all = symbols.compactMap { providers[$0] }
            // What lives further outside is asked of that graph.
            let list = all.map { "graph.\(way(toHomeOf: $0, from: property))\(names.accessor($0))" }
            made = list.isEmpty ? "_ in []" : "graph in \(call)[\(list.joined(separator: ", "))]"
            comment = all.isEmpty ? "None." : all.map(\.name.full).joined(separator: ", ")
        }
        let note = "    /// Tests and examples may put another one in its place, before the first use."
        let types = ([graph] + inputs.map { $0.type.text }).joined(separator: ", ")
        let closure = "    \(access)var \(factory): \(actor)(\(types))\(mark) -> \(type) = { \(made) }"
        if !inputs.isEmpty {
            let parameters = inputs.enumerated().map { index, input in
                "\(input.label.map(SwiftName.quoted) ?? "_") value\(index): \(input.type.text)"
            }.joined(separator: ", ")
            let values = inputs.indices.map { ", value\($0)" }.joined()
            return [
                "    /// \(comment)",
                "    \(access)func \(name)(\(parameters))\(mark) -> \(type) { \(call)\(factory)(self\(values)) }",
                note, closure,
            ]
        }
        let getter = effects.isEmpty ? "\(factory)(self)" : "get\(mark) { \(call)\(factory)(self) }"
        return ["    /// \(comment)", "    \(access)var \(name): \(type) { \(getter) }", note, closure]
    }

    private func life(of provider: ObjectGraphPlan.Provider) -> String {
        guard provider.isShared else { return "a new one each time" }
        let scope = names.home(of: provider.symbol).flatMap { plan.scopes[$0].name }
        return scope.map { "one for each \($0.full)" } ?? "one for the whole graph"
    }

    private func way(toHomeOf provider: ObjectGraphPlan.Provider, from property: ObjectGraphPlan.Property) -> String {
        guard let home = names.home(of: provider.symbol),
            let from = plan.scopes.firstIndex(where: { $0.properties.contains(property) })
        else { return "" }
        return names.up(from: from, to: home)
    }

    private func accessor(_ provider: ObjectGraphPlan.Provider, in index: Int) -> [String] {
        let type = names.spelled(provider.name), name = names.accessor(provider), effects = provider.effects
        let arguments = provider.arguments.map {
            ($0.label.map { "\(SwiftName.quoted($0)): " } ?? "") + value($0, index)
        }
        let call = "\(calls(effects))\(type)(\(arguments.joined(separator: ", ")))"
        if !provider.inputs.isEmpty {
            let parameters = provider.inputs.enumerated().map { "_ value\($0): \($1.type.text)" }
            return [
                """
                    fileprivate func \(name)(\(parameters.joined(separator: ", ")))\(marks(effects)) -> \(type) { \(call) }
                """
            ]
        }
        let head = "    fileprivate var \(name): \(type) {"
        guard provider.isShared else {
            return [effects.isEmpty ? "\(head) \(call) }" : "\(head) get\(marks(effects)) { \(call) } }"]
        }
        let kept = names.accessor(provider, prefix: "the_")
        let known = "if let \(kept) { return \(kept) }",
            making = ["let made = \(call)", "\(kept) = made", "return made"]
        let storage = "    private var \(kept): \(type)?"
        if effects.isEmpty {
            return [storage, head] + ([known] + making).map { "        \($0)" } + ["    }"]
        }
        var body = [known] + making, more: [String] = []
        if effects.contains(.async) {
            // Who asks while it is being made waits, so that there is one.
            let waiting = names.accessor(provider, prefix: "waiting_for_the_")
            more = ["    private var \(waiting): [CheckedContinuation<Void, Never>]?"]
            body =
                [
                    "while \(waiting) != nil { await withCheckedContinuation { \(waiting)?.append($0) } }", known,
                    "\(waiting) = []",
                    "defer {", "    let others = \(waiting) ?? []", "    \(waiting) = nil",
                    "    for each in others { each.resume() }", "}",
                ] + making
        }
        return [storage] + more + [head, "        get\(marks(effects)) {"] + body.map { "            \($0)" }
            + ["        }", "    }"]
    }

    private func value(_ argument: ObjectGraphPlan.Argument, _ index: Int) -> String {
        switch argument.value {
        case .none: return "nil"
        case .input(let number): return "value\(number)"
        case .scope(let symbol):
            guard let scope = plan.scopes.firstIndex(where: { $0.symbol == symbol }) else { return "scope" }
            return names.up(from: index, to: scope) + "scope"
        case .property(let key):
            let found = names.find(key, from: index)
            return (found.map { names.up(from: index, to: $0.scope) + names.quoted($0.property) } ?? "nil")
        case .late(let key):
            guard let found = names.find(key, from: index) else { return "nil" }
            if let late { return "{ \(late) { $0.\(names.quoted(found.property)) } }" }
            let way = names.up(from: index, to: found.scope), call = calls(found.property.effects)
            return "{ \(call)self.\(way)\(names.quoted(found.property)) }"
        case .factory(let key, let count):
            guard let found = names.find(key, from: index), case .one(let symbol) = found.property.source else {
                return "nil"
            }
            let inputs = (providers[symbol]?.inputs ?? []).prefix(count)
            func values(_ prefix: String) -> String {
                inputs.enumerated().map { index, input in
                    "\(input.label.map { "\(SwiftName.quoted($0)): " } ?? "")\(prefix)\(index)"
                }.joined(separator: ", ")
            }
            if let late {
                let parameters = inputs.indices.map { "value\($0)" }.joined(separator: ", ")
                return "{ \(parameters) in \(late) { $0.\(names.quoted(found.property))(\(values("value"))) } }"
            }
            let way = names.up(from: index, to: found.scope), call = calls(found.property.effects)
            return "{ \(call)self.\(way)\(names.quoted(found.property))(\(values("$"))) }"
        case .entering(let scope, let key):
            guard let child = plan.scopes.firstIndex(where: { $0.symbol == scope }),
                let parent = plan.scopes[child].parent, let found = names.find(key, from: child)
            else { return "nil" }
            let begin = "self.\(names.up(from: index, to: parent))\(SwiftName.quoted(names.entrance(child)))($0)"
            let way = names.up(from: child, to: found.scope)
            return "{ \(calls(found.property.effects))\(begin).\(way)\(names.quoted(found.property)) }"
        }
    }

    /// Behind a declaration, and before a call.
    private func marks(_ effects: Provisions.Effects) -> String { effects.words.map { " \($0)" }.joined() }
    private func calls(_ effects: Provisions.Effects) -> String {
        (effects.contains(.throws) ? "try " : "") + (effects.contains(.async) ? "await " : "")
    }
}
