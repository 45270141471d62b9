enum ArgumentKind: Hashable, Sendable {
    case option(OptionDescription)
    case positional(PositionalDescription)
}

/// One thing that may be given to a command, and where in the command's options its value goes.
struct Argument<Options>: Sendable {
    var kind: ArgumentKind
    /// Puts the value that was given (nil for a flag) into the options.
    var store: @Sendable (inout Options, String?) throws(ValueError) -> Void

    static func flag(
        _ names: String..., group: OptionDescription.Group = .what, help: String, isHidden: Bool = false,
        store: @escaping @Sendable (inout Options) -> Void
    ) -> Argument {
        Argument(kind: .option(OptionDescription(names: names, help: help, group: group, isHidden: isHidden))) {
            options, _ throws(ValueError) in store(&options)
        }
    }

    static func option<Value>(
        _ names: String..., reads reader: ValueReader<Value>, group: OptionDescription.Group = .what,
        isRepeatable: Bool = false,
        help: String, store: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Argument {
        let description = OptionDescription(
            names: names, value: reader.description, help: help, group: group, isRepeatable: isRepeatable)
        return Argument(kind: .option(description)) { options, text throws(ValueError) in
            store(&options, try reader.read(text ?? ""))
        }
    }

    /// An option whose value may be left out: `--name` stands for `--name=VALUE` with `implied`.
    static func option<Value: Sendable>(
        _ names: String..., reads reader: ValueReader<Value>, implied: Value, group: OptionDescription.Group = .what,
        help: String,
        store: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Argument {
        var value = reader.description
        value.isOptional = true
        return Argument(kind: .option(OptionDescription(names: names, value: value, help: help, group: group))) {
            options, text throws(ValueError) in
            guard let text else { return store(&options, implied) }
            store(&options, try reader.read(text))
        }
    }

    static func positional<Value>(
        _ name: String, _ arity: PositionalDescription.Arity = .one, reads reader: ValueReader<Value>, help: String,
        store: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Argument {
        let description = PositionalDescription(
            name: name, arity: arity, help: help, completion: reader.description.completion)
        return Argument(kind: .positional(description)) { options, text throws(ValueError) in
            store(&options, try reader.read(text ?? ""))
        }
    }

    /// The same argument for options that hold these at `part`.
    func within<Whole>(_ part: any WritableKeyPath<Whole, Options> & Sendable) -> Argument<Whole> {
        Argument<Whole>(kind: kind) { [store] whole, text throws(ValueError) in try store(&whole[keyPath: part], text) }
    }
}
