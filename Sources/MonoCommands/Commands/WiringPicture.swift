import JSON
import Wiring

/// An object graph as text, for Graphviz, and as JSON.
struct WiringPicture {
    private let plan: ObjectGraphPlan
    private let providers: [String: ObjectGraphPlan.Provider]
    private let names: [String: String]

    init(_ plan: ObjectGraphPlan) {
        self.plan = plan
        providers = Dictionary(plan.providers.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        names = Dictionary(plan.properties.map { ($0.symbol, $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    func lines(_ style: Style) -> [String] {
        let routes = plan.handlers
        var head = "\(Words.count(plan.properties.count, "protocol")), \(Words.count(plan.providers.count, "type"))"
        if !routes.isEmpty { head += ", \(Words.count(routes.count, "handler"))" }
        var lines = ["\(style.bold(plan.app)): \(head)"]
        let width = plan.properties.map { TextLayout.columns($0.name.full) }.max() ?? 0
        for property in plan.properties {
            let name = property.name.full, gap = String(repeating: " ", count: width - TextLayout.columns(name) + 2)
            switch property.source {
            case .given: lines.append("  \(name)\(gap)\(style.dim("given"))")
            case .one(let symbol): lines.append("  \(name)\(gap)\(described(symbol, style))")
            case .all(let symbols):
                lines.append("  \(name)\(gap)\(style.dim(symbols.isEmpty ? "none" : "all of"))")
                lines += symbols.map { "  \(String(repeating: " ", count: width))    \(described($0, style))" }
            }
        }
        if !routes.isEmpty { lines.append("  handled:") }
        lines += routes.map { "    \($0.subject.full) by \($0.handler.full)" }
        return lines
    }

    private func described(_ symbol: String, _ style: Style) -> String {
        guard let provider = providers[symbol] else { return "" }
        let needs = needs(of: provider)
        return provider.name.full + (provider.isShared ? style.dim(", shared") : "")
            + (needs.isEmpty ? "" : style.dim(", of ") + needs.joined(separator: ", "))
    }

    private func needs(of provider: ObjectGraphPlan.Provider) -> [String] {
        provider.arguments.compactMap { argument in
            switch argument.value {
            case .property(let symbol): names[symbol]
            case .late(let symbol), .factory(let symbol, _), .entering(_, let symbol):
                names[symbol].map { "\($0) (late)" }
            case .none, .input, .scope: nil
            }
        }
    }

    var dot: String {
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        var lines = ["digraph \(quoted(plan.app)) {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
        for property in plan.properties {
            let shape = property.source == .given ? "shape=box, style=\"rounded,dashed\"" : "shape=ellipse"
            lines.append("  \(quoted(property.name.full)) [\(shape)];")
            switch property.source {
            case .given: break
            case .one(let symbol):
                lines +=
                    providers[symbol].map {
                        ["  \(quoted(property.name.full)) -> \(quoted($0.name.full)) [style=dashed];"]
                    } ?? []
            case .all(let symbols):
                lines += symbols.compactMap { providers[$0] }.map {
                    "  \(quoted(property.name.full)) -> \(quoted($0.name.full)) [style=dashed];"
                }
            }
        }
        for provider in plan.providers {
            lines.append("  \(quoted(provider.name.full))\(provider.isShared ? " [style=\"rounded,bold\"]" : "");")
            for argument in provider.arguments {
                switch argument.value {
                case .property(let symbol):
                    lines.append("  \(quoted(provider.name.full)) -> \(quoted(names[symbol] ?? ""));")
                case .late(let symbol), .factory(let symbol, _), .entering(_, let symbol):
                    lines.append("  \(quoted(provider.name.full)) -> \(quoted(names[symbol] ?? "")) [style=dotted];")
                case .none, .input, .scope: break
                }
            }
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    var json: JSONText {
        let properties = plan.properties.map { property -> JSONText in
            let types: [String]
            switch property.source {
            case .given: types = []
            case .one(let symbol): types = [symbol]
            case .all(let symbols): types = symbols
            }
            var kind = "provided"
            if property.source == .given { kind = "given" }
            if case .all = property.source { kind = "collected" }
            return .object([
                ("protocol", .text(property.name.full)), ("kind", .text(kind)),
                ("types", .array(types.compactMap { providers[$0].map { .text($0.name.full) } })),
            ])
        }
        let types = plan.providers.map { provider -> JSONText in
            .object([
                ("type", .text(provider.name.full)), ("isShared", .bool(provider.isShared)),
                (
                    "arguments",
                    .array(
                        provider.arguments.map { argument in
                            var members: [(String, JSONText)] = [("label", argument.label.map(JSONText.text) ?? .null)]
                            switch argument.value {
                            case .property(let symbol):
                                members.append(("protocol", names[symbol].map(JSONText.text) ?? .null))
                            case .late(let symbol), .factory(let symbol, _), .entering(_, let symbol):
                                members += [("protocol", names[symbol].map(JSONText.text) ?? .null), ("isLate", true)]
                            case .none, .input, .scope: members.append(("protocol", .null))
                            }
                            return .object(members)
                        })
                ),
            ])
        }
        return .object([
            ("app", .text(plan.app)), ("isMainActor", .bool(plan.isMainActor)), ("protocols", .array(properties)),
            ("types", .array(types)),
            (
                "handlers",
                .array(
                    plan.handlers.map {
                        .object([("subject", .text($0.subject.full)), ("handler", .text($0.handler.full))])
                    })
            ),
        ])
    }
}
