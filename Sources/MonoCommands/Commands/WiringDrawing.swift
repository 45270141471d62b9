import JSON
import Wiring

/// An object graph for Graphviz: a box in a box for each scope in a scope.
extension WiringPicture {
    var dot: String {
        (["digraph \(quoted(plan.app)) {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
            + nodes(in: 0, indentation: "  ")
            + plan.scopes.indices.flatMap(edges) + ["}"]).joined(separator: "\n")
    }

    private func quoted(_ text: String) -> String {
        "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }

    /// One protocol may stand in several scopes.
    private func node(_ title: String, in scope: Int) -> String {
        quoted(scope == 0 ? title : "\(title) in \(self.title(of: scope))")
    }

    private func nodes(in scope: Int, indentation: String) -> [String] {
        var lines: [String] = []
        func add(_ title: String, _ attributes: [String]) {
            let all = (scope == 0 ? [] : ["label=\(quoted(title))"]) + attributes
            lines.append(
                "\(indentation)\(node(title, in: scope))\(all.isEmpty ? "" : " [\(all.joined(separator: ", "))]");")
        }
        if scope > 0 { add(title(of: scope), ["shape=note", "style=solid"]) }
        for property in plan.scopes[scope].properties where property.isAny || property.source == .given {
            add(property.title, [property.source == .given ? "style=\"rounded,dashed\"" : "shape=ellipse"])
        }
        for provider in plan.scopes[scope].providers {
            add(provider.name.full, provider.isShared ? ["style=\"rounded,bold\""] : [])
        }
        for child in children(of: scope) {
            lines += [
                "\(indentation)subgraph \(quoted("cluster \(title(of: child))")) {",
                "\(indentation)  label=\(quoted(title(of: child))); style=rounded;",
            ]
            lines += nodes(in: child, indentation: indentation + "  ") + ["\(indentation)}"]
        }
        return lines
    }

    private func edges(from scope: Int) -> [String] {
        var lines: [String] = []
        for property in plan.scopes[scope].properties where property.isAny {
            for provider in providers(of: property) {
                let end = node(provider.name.full, in: home(of: provider))
                lines.append("  \(node(property.title, in: scope)) -> \(end) [style=dashed];")
            }
        }
        for provider in plan.scopes[scope].providers {
            for need in needs(of: provider) {
                let style: String
                switch need.kind {
                case .now, .scopeValue: style = ""
                case .late: style = " [style=dotted]"
                case .begun(let begun): style = " [style=dotted, label=\(quoted("begins \(title(of: begun))"))]"
                case .handedOver: continue
                }
                lines.append(
                    "  \(node(provider.name.full, in: scope)) -> \(node(need.title, in: need.scope))\(style);")
            }
        }
        return lines
    }
}

/// An object graph as JSON.
extension WiringPicture {
    var json: JSONText {
        let indices = plan.scopes.indices
        return .object([
            ("app", .text(plan.app)), ("isMainActor", .bool(plan.isMainActor)),
            (
                "scopes",
                .array(
                    indices.dropFirst().map { index in
                        .object([("name", .text(title(of: index))), ("parent", scope(plan.scopes[index].parent ?? 0))])
                    })
            ),
            (
                "protocols",
                .array(indices.flatMap { index in plan.scopes[index].properties.map { json($0, in: index) } })
            ),
            ("types", .array(indices.flatMap { index in plan.scopes[index].providers.map { json($0, in: index) } })),
            (
                "handlers",
                .array(
                    plan.handlers.map {
                        .object([("subject", .text($0.subject.full)), ("handler", .text($0.handler.full))])
                    })
            ),
        ])
    }

    /// Null for the graph as a whole.
    private func scope(_ index: Int) -> JSONText { index == 0 ? .null : .text(title(of: index)) }

    private func json(_ property: ObjectGraphPlan.Property, in index: Int) -> JSONText {
        var kind = "provided"
        if property.source == .given { kind = "given" }
        if case .all = property.source { kind = "collected" }
        return .object([
            ("protocol", .text(property.name.full)), ("title", .text(property.title)), ("kind", .text(kind)),
            ("scope", scope(index)), ("types", .array(providers(of: property).map { .text($0.name.full) })),
        ])
    }

    private func json(_ provider: ObjectGraphPlan.Provider, in index: Int) -> JSONText {
        let arguments = zip(provider.arguments, argumentNeeds(of: provider)).map { argument, need -> JSONText in
            var members: [(String, JSONText)] = [("label", argument.label.map(JSONText.text) ?? .null)]
            switch need?.kind {
            case .now: members.append(("protocol", .text(need?.title ?? "")))
            case .late: members += [("protocol", .text(need?.title ?? "")), ("isLate", true)]
            case .begun(let begun):
                members += [("protocol", .text(need?.title ?? "")), ("isLate", true), ("begins", scope(begun))]
            case .handedOver: members += [("protocol", .null), ("handedOver", .text(need?.title ?? ""))]
            case .scopeValue: members += [("protocol", .null), ("scope", .text(need?.title ?? ""))]
            case nil: members.append(("protocol", .null))
            }
            return .object(members)
        }
        return .object([
            ("type", .text(provider.name.full)), ("isShared", .bool(provider.isShared)), ("scope", scope(index)),
            ("effects", .array(provider.effects.words.map(JSONText.text))), ("arguments", .array(arguments)),
        ])
    }
}
