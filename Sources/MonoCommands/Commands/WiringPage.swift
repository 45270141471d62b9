import Wiring

/// Object graphs as a page that stands alone: a box in a box for each scope in a scope, and links from each type to
/// what it is made of.
struct WiringPage {
    let pictures: [WiringPicture]

    var text: String {
        let title = pictures.map(\.plan.app).joined(separator: ", ")
        return
            ([
                "<!DOCTYPE html>", "<html lang=\"en\">", "<meta charset=\"utf-8\">",
                "<meta http-equiv=\"Content-Security-Policy\" "
                    + "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
                "<link rel=\"icon\" href=\"data:,\">",
                "<title>\(WiringPage.escaped(title)): object graphs</title>", WiringPage.style,
            ] + pictures.enumerated().flatMap { Program(number: $0, picture: $1).lines } + ["</html>"])
            .joined(separator: "\n")
    }

    private static let style = """
        <style>
        :root { color-scheme: light dark; --bg: #f7f8fa; --card: #fff; --text: #1c2430; --dim: #5a6474; --line: #c9d0da;
          --link: #1f5fbf; --row: #ffec99; }
        @media (prefers-color-scheme: dark) { :root { --bg: #12161c; --card: #1a2029; --text: #e4e8ee; --dim: #9aa7b8;
          --line: #3a4554; --link: #8ab8ff; --row: #4d431a; } }
        body { font: 14px/1.45 system-ui, sans-serif; margin: auto; padding: 24px; max-width: 1500px;
          background: var(--bg); color: var(--text); }
        h1 { font-size: 20px; margin: 0 0 4px; }
        h2 { font-size: 15px; margin: 12px 0 8px; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 1em 0;
          padding: 0 1em 1em; overflow-x: auto; }
        td, th { padding: .2em 1.2em .2em 0; text-align: left; vertical-align: top; }
        th { font-size: 12px; color: var(--dim); }
        a { color: var(--link); }
        tr:target { background: var(--row); }
        i { color: var(--dim); }
        </style>
        """

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

extension WiringPage {
    fileprivate struct Program {
        /// Of all on the page: names are only unique in one.
        let number: Int
        let picture: WiringPicture

        var lines: [String] {
            let handlers = picture.plan.handlers
            var lines = ["<h1>\(escaped(picture.plan.app))</h1>", "<p>\(escaped(picture.summary))</p>"] + section(0)
            if !handlers.isEmpty {
                lines += ["<table>", "<tr><th>handled</th><th>by</th></tr>"]
                lines += handlers.map {
                    "<tr><td>\(escaped($0.subject.full))</td><td>\(escaped($0.handler.full))</td></tr>"
                }
                lines.append("</table>")
            }
            return lines
        }

        private func section(_ scope: Int) -> [String] {
            let name = scope == 0 ? "the whole graph" : "in \(picture.title(of: scope))"
            var lines = [
                "<section id=\"\(number).\(scope)\">", "<h2>\(escaped(name))</h2>", "<table>",
                "<tr><th>asked for</th><th>type</th><th>made of</th></tr>",
            ]
            lines += picture.plan.scopes[scope].properties.flatMap { rows($0, in: scope) } + ["</table>"]
            lines += picture.children(of: scope).flatMap(section)
            return lines + ["</section>"]
        }

        private func rows(_ property: ObjectGraphPlan.Property, in scope: Int) -> [String] {
            let types = picture.providers(of: property)
            let head = "<tr id=\"\(anchor(property.symbol, in: scope))\"><td>\(escaped(property.title))</td>"
            if types.isEmpty {
                return ["\(head)<td><i>\(property.source == .given ? "given" : "none")</i></td><td></td></tr>"]
            }
            return types.enumerated().map { index, type in
                let traits = picture.traits(of: type).map { ", \($0)" }.joined()
                let needs = picture.needs(of: type).map(link).joined(separator: ", ")
                return (index == 0 ? head : "<tr><td></td>")
                    + "<td>\(escaped(type.name.full))<i>\(traits)</i></td><td>\(needs)</td></tr>"
            }
        }

        private func link(_ need: WiringPicture.Need) -> String {
            let text = escaped(picture.text(need))
            switch need.kind {
            case .handedOver: return text
            case .scopeValue: return "<a href=\"#\(number).\(need.scope)\">\(text)</a>"
            case .now, .late, .begun: return "<a href=\"#\(anchor(need.key, in: need.scope))\">\(text)</a>"
            }
        }

        /// The number of the row: symbols may hold anything.
        private func anchor(_ key: String, in scope: Int) -> String {
            let row = picture.plan.scopes[scope].properties.firstIndex { $0.symbol == key } ?? 0
            return "\(number).\(scope).\(row)"
        }
    }
}
