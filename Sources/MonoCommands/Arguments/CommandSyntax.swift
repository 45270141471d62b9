/// What a command accepts, and how that becomes a value of `Options`: declared once, read by parser, help and
/// completions alike.
struct CommandSyntax<Options: Sendable>: Sendable {
    let description: CommandDescription
    /// The options of a command line that gives none.
    private let defaults: Options
    /// In the order of `description.options` and of `description.positionals`.
    private let optionStores, positionalStores: [@Sendable (inout Options, String?) throws(ValueError) -> Void]

    init(
        _ name: String, _ summary: String, discussion: [String] = [], defaults: Options, arguments: [Argument<Options>],
        examples: [CommandDescription.Example] = [], isHidden: Bool = false
    ) {
        var description = CommandDescription(
            words: name.split(separator: " ").map(String.init), summary: summary, discussion: discussion,
            examples: examples,
            isHidden: isHidden)
        var options: [@Sendable (inout Options, String?) throws(ValueError) -> Void] = []
        var positionals = options
        for argument in arguments {
            switch argument.kind {
            case .option(let option):
                description.options.append(option)
                options.append(argument.store)
            case .positional(let positional):
                description.positionals.append(positional)
                positionals.append(argument.store)
            }
        }
        self.description = description
        self.defaults = defaults
        (optionStores, positionalStores) = (options, positionals)
    }

    /// Reads the arguments that follow the command's words. Options that are valid everywhere go into `global`; where
    /// one of them asks for help or the version, nothing else is demanded of the command line, and nil is returned.
    func parse(_ arguments: ArraySlice<String>, global: inout GlobalOptions) throws(ArgumentError) -> Options? {
        let own = description.options.count
        let scanner = ArgumentScanner(
            command: description.name, options: description.options + GlobalOptions.syntax.description.options,
            positionalsBeforeRest: description.positionals.firstIndex { $0.arity == .rest })
        var rest = arguments
        var options = defaults
        var positionals: [String] = []
        for argument in try scanner.scan(&rest) {
            switch argument {
            case .option(let index, let spelling, let value) where index < own:
                try store(value, as: spelling, in: &options, optionStores[index])
            case .option(let index, let spelling, let value):
                try GlobalOptions.syntax.store(option: index - own, spelling: spelling, value: value, in: &global)
            case .positional(let text): positionals.append(text)
            }
        }
        if global.request != nil { return nil }
        try store(positionals, in: &options)
        return options
    }

    /// Reads options up to the first positional, which is left in `arguments`.
    func parseLeading(_ arguments: inout ArraySlice<String>) throws(ArgumentError) -> Options {
        let scanner = ArgumentScanner(command: description.name, options: description.options)
        var options = defaults
        for case .option(let index, let spelling, let value) in try scanner.scan(&arguments, untilPositional: true) {
            try store(option: index, spelling: spelling, value: value, in: &options)
        }
        return options
    }

    private func store(
        option index: Int, spelling: String, value: String?, in options: inout Options
    ) throws(ArgumentError) {
        try store(value, as: spelling, in: &options, optionStores[index])
    }

    private func store(_ texts: [String], in options: inout Options) throws(ArgumentError) {
        var rest = texts[...]
        for (index, positional) in description.positionals.enumerated() {
            if rest.isEmpty, positional.arity == .one {
                throw .missingArgument(positional.name, command: description.name)
            }
            let count = positional.arity == .any || positional.arity == .rest ? rest.count : min(1, rest.count)
            for text in rest.prefix(count) {
                try store(text, as: positional.name, in: &options, positionalStores[index])
            }
            rest.removeFirst(count)
        }
        if let extra = rest.first { throw .unexpectedArgument(extra, command: description.name) }
    }

    private func store(
        _ value: String?, as name: String, in options: inout Options,
        _ body: (inout Options, String?) throws(ValueError) -> Void
    ) throws(ArgumentError) {
        do { try body(&options, value) } catch { throw .invalidValue(value ?? "", of: name, error) }
    }
}
