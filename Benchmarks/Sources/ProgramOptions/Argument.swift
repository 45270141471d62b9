/// One thing that may be given to a program, and where in its options the value goes.
public struct Argument<Options> {
    enum Kind: Equatable {
        case flag
        case option(value: String)
        /// A word without dashes.
        case positional(isNeeded: Bool)
    }

    /// `--rounds`, `PACKAGE`.
    let name: String
    let kind: Kind
    let help: String
    /// May be given more than once, each time adding.
    var isRepeatable = false
    var choices: [(word: String, meaning: String)] = []
    /// Puts the word that was given (empty for a flag) into the options.
    let store: (inout Options, String) throws(OptionError) -> Void
    /// What counts unless told, as it would be typed.
    var usual: (Options) -> String? = { _ in nil }
    /// Without one of these it would mean nothing, and with one of those neither: both are errors.
    private(set) var needed: [String] = [], excluded: [String] = []

    var isPositional: Bool { if case .positional = kind { true } else { false } }

    public func needing(_ names: String...) -> Argument { changed { $0.needed = names } }
    public func excluding(_ names: String...) -> Argument { changed { $0.excluded = names } }

    private func changed(_ change: (inout Argument) -> Void) -> Argument {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Argument {
    /// `value`: what the flag puts there.
    public static func flag<Value>(
        _ name: String, _ place: WritableKeyPath<Options, Value>, to value: Value, help: String
    ) -> Argument {
        Argument(name: name, kind: .flag, help: help, store: { options, _ in options[keyPath: place] = value })
    }

    public static func flag(_ name: String, _ place: WritableKeyPath<Options, Bool>, help: String) -> Argument {
        flag(name, place, to: true, help: help)
    }

    /// `showsUsual`: the help tells the value that counts unless told.
    public static func option<Value>(
        _ name: String, _ place: WritableKeyPath<Options, Value>, _ reader: ValueReader<Value>,
        showsUsual: Bool = true, help: String
    ) -> Argument {
        var argument = Argument(
            name: name, kind: .option(value: reader.name), help: help, choices: reader.choices,
            store: { options, text throws(OptionError) in options[keyPath: place] = try reader.read(text) })
        if showsUsual {
            argument.usual = { options in
                let text = reader.spelled(options[keyPath: place])
                return text.isEmpty ? nil : text
            }
        }
        return argument
    }

    /// Nil unless told.
    public static func option<Value>(
        _ name: String, _ place: WritableKeyPath<Options, Value?>, _ reader: ValueReader<Value>, help: String
    ) -> Argument {
        Argument(
            name: name, kind: .option(value: reader.name), help: help, choices: reader.choices,
            store: { options, text throws(OptionError) in options[keyPath: place] = try reader.read(text) })
    }

    /// May be given again and again. What the list holds before counts only where it is never given.
    public static func repeated<Value>(
        _ name: String, _ place: WritableKeyPath<Options, [Value]>, _ reader: ValueReader<Value>, help: String
    ) -> Argument {
        Argument(
            name: name, kind: .option(value: reader.name), help: help, isRepeatable: true, choices: reader.choices,
            store: { options, text throws(OptionError) in options[keyPath: place].append(try reader.read(text)) },
            usual: { options in
                let values = options[keyPath: place].map(reader.spelled)
                return values.isEmpty ? nil : values.joined(separator: ", ")
            })
    }

    /// One word, which is needed.
    public static func word<Value>(
        _ place: WritableKeyPath<Options, Value>, _ reader: ValueReader<Value>, help: String
    ) -> Argument {
        Argument(
            name: reader.name, kind: .positional(isNeeded: true), help: help, choices: reader.choices,
            store: { options, text throws(OptionError) in options[keyPath: place] = try reader.read(text) })
    }

    /// All words that are there.
    public static func words<Value>(
        _ place: WritableKeyPath<Options, [Value]>, _ reader: ValueReader<Value>, isNeeded: Bool = false, help: String
    ) -> Argument {
        Argument(
            name: reader.name, kind: .positional(isNeeded: isNeeded), help: help, isRepeatable: true,
            choices: reader.choices,
            store: { options, text throws(OptionError) in options[keyPath: place].append(try reader.read(text)) })
    }
}
