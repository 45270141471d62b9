extension ProgramSyntax {
    /// The text of `--help`.
    public var help: String {
        let positionals = arguments.filter(\.isPositional), options = arguments.filter { !$0.isPositional }
        var blocks = [Lines.wrapped("\(name) \(summary)", width), ["usage: \(usage(positionals))"]]
        blocks += discussion.map { Lines.wrapped($0, width) }
        for argument in positionals {
            let text = argument.help + (argument.choices.isEmpty ? "" : ":")
            blocks.append(
                Lines.table([("\(argument.name)\(argument.isRepeatable ? "…" : "")", text)], width)
                    + Lines.table(argument.choices.map { ("  \($0.word)", $0.meaning) }, width))
        }
        let rows = options.map { (head(of: $0), text(of: $0)) } + [("--help", "this text")]
        blocks.append(["options:"] + Lines.table(rows.map { ("  \($0.0)", $0.1) }, width))
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var width: Int { 120 }

    private func usage(_ positionals: [Argument<Options>]) -> String {
        let words = positionals.map { argument in
            let name = argument.name + (argument.isRepeatable ? "…" : "")
            return argument.kind == .positional(isNeeded: true) ? name : "[\(name)]"
        }
        return ([name] + words + ["[OPTION…]"]).joined(separator: " ")
    }

    private func head(of argument: Argument<Options>) -> String {
        guard case .option(let value) = argument.kind else { return argument.name }
        return "\(argument.name) \(value)"
    }

    private func text(of argument: Argument<Options>) -> String {
        var remarks: [String] = []
        if !argument.choices.isEmpty { remarks.append(argument.choices.map(\.word).joined(separator: ", ")) }
        if let usual = argument.usual(defaults) { remarks.append("unless told \(usual)") }
        if argument.isRepeatable { remarks.append("may be repeated") }
        if !argument.needed.isEmpty { remarks.append("with \(argument.needed.joined(separator: " or ")) only") }
        if !argument.excluded.isEmpty { remarks.append("not with \(argument.excluded.joined(separator: " or "))") }
        return argument.help + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
    }
}
