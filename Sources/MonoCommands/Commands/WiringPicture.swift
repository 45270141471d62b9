import Wiring

/// An object graph as people look at it: what each scope has, and what that is made of.
struct WiringPicture {
    /// What a type is made of.
    struct Need {
        enum Kind {
            case now, late
            /// It is asked for in a scope that is begun for it.
            case begun(scope: Int)
            /// A value that each caller hands over.
            case handedOver
            /// The value that began the scope.
            case scopeValue
        }

        var title: String
        var kind: Kind
        /// Of the property, or of the value.
        var scope: Int
        /// Of the property.
        var key = ""
    }

    let plan: ObjectGraphPlan
    private let providers: [String: ObjectGraphPlan.Provider]
    /// By the symbol of the provider.
    private let homes: [String: Int]
    /// By scope, then by key.
    private let known: [[String: ObjectGraphPlan.Property]]

    init(_ plan: ObjectGraphPlan) {
        self.plan = plan
        providers = Dictionary(plan.providers.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        homes = Dictionary(
            plan.scopes.enumerated().flatMap { index, scope in scope.providers.map { ($0.symbol, index) } },
            uniquingKeysWith: { first, _ in first })
        known = plan.scopes.map { scope in
            Dictionary(scope.properties.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func children(of scope: Int) -> [Int] { plan.scopes.indices.filter { plan.scopes[$0].parent == scope } }

    /// What a property is, in order.
    func providers(of property: ObjectGraphPlan.Property) -> [ObjectGraphPlan.Provider] {
        switch property.source {
        case .given: []
        case .one(let symbol): providers[symbol].map { [$0] } ?? []
        case .all(let symbols): symbols.compactMap { providers[$0] }
        }
    }

    func home(of provider: ObjectGraphPlan.Provider) -> Int { homes[provider.symbol] ?? 0 }

    func needs(of provider: ObjectGraphPlan.Provider) -> [Need] { argumentNeeds(of: provider).compactMap(\.self) }

    /// One for each argument; nil where it gets nothing.
    func argumentNeeds(of provider: ObjectGraphPlan.Provider) -> [Need?] {
        let home = home(of: provider)
        return provider.arguments.map { argument in
            switch argument.value {
            case .property(let key): return need(key, from: home, .now)
            case .late(let key), .factory(let key, _): return need(key, from: home, .late)
            case .entering(let symbol, let key):
                guard let scope = plan.scopes.firstIndex(where: { $0.symbol == symbol }) else { return nil }
                return need(key, from: scope, .begun(scope: scope))
            case .input(let number):
                guard provider.inputs.indices.contains(number) else { return nil }
                return Need(title: provider.inputs[number].type.text, kind: .handedOver, scope: home)
            case .scope(let symbol):
                guard let scope = plan.scopes.firstIndex(where: { $0.symbol == symbol }) else { return nil }
                return Need(title: title(of: scope), kind: .scopeValue, scope: scope)
            case .none: return nil
            }
        }
    }

    private func need(_ key: String, from scope: Int, _ kind: Need.Kind) -> Need? {
        var at: Int? = scope
        while let next = at {
            if let found = known[next][key] { return Need(title: found.title, kind: kind, scope: next, key: key) }
            at = plan.scopes[next].parent
        }
        return nil
    }

    /// The name of the type that begins it; the program's for the graph as a whole.
    func title(of scope: Int) -> String { plan.scopes[scope].name?.full ?? plan.app }

    /// `4 protocols, 5 types, 2 scopes`
    var summary: String {
        var parts = [
            Words.count(Set(plan.properties.filter(\.isAny).map(\.name)).count, "protocol"),
            Words.count(plan.providers.count, "type"),
        ]
        if plan.scopes.count > 1 { parts.append(Words.count(plan.scopes.count - 1, "scope")) }
        if !plan.handlers.isEmpty { parts.append(Words.count(plan.handlers.count, "handler")) }
        return parts.joined(separator: ", ")
    }
}

// MARK: Text

extension WiringPicture {
    func lines(_ style: Style) -> [String] {
        var lines = ["\(style.bold(plan.app)): \(summary)"] + lines(in: 0, indentation: "  ", style)
        if !plan.handlers.isEmpty { lines.append("  handled:") }
        lines += plan.handlers.map { "    \($0.subject.full) by \($0.handler.full)" }
        return lines
    }

    private func lines(in scope: Int, indentation: String, _ style: Style) -> [String] {
        var lines: [String] = []
        let properties = plan.scopes[scope].properties
        let width = properties.map { TextLayout.columns($0.title) }.max() ?? 0
        for property in properties {
            let gap = String(repeating: " ", count: width - TextLayout.columns(property.title) + 2)
            let head = "\(indentation)\(property.title)\(gap)"
            let types = providers(of: property)
            switch property.source {
            case .given: lines.append(head + style.dim("given"))
            case .one: lines += types.map { head + described($0, style) }
            case .all:
                lines.append(head + style.dim(types.isEmpty ? "none" : "all of"))
                lines += types.map {
                    "\(indentation)\(String(repeating: " ", count: width))    \(described($0, style))"
                }
            }
        }
        for child in children(of: scope) {
            lines.append("\(indentation)in \(style.bold(title(of: child))):")
            lines += self.lines(in: child, indentation: indentation + "  ", style)
        }
        return lines
    }

    private func described(_ provider: ObjectGraphPlan.Provider, _ style: Style) -> String {
        let needs = needs(of: provider).map(text)
        return provider.name.full + style.dim(traits(of: provider).map { ", \($0)" }.joined())
            + (needs.isEmpty ? "" : style.dim(", of ") + needs.joined(separator: ", "))
    }

    /// How it lives and how it is made, where there is something to say.
    func traits(of provider: ObjectGraphPlan.Provider) -> [String] {
        (provider.isShared ? ["shared"] : []) + provider.effects.words
    }

    func text(_ need: Need) -> String {
        switch need.kind {
        case .now, .scopeValue: need.title
        case .late: "\(need.title) (late)"
        case .begun(let scope): "\(need.title) (begins \(title(of: scope)))"
        case .handedOver: "\(need.title) (handed over)"
        }
    }
}
