/// What a program takes, said once: its command line is read by it, and its help is written from it.
public struct ProgramSyntax<Options> {
    let name: String
    /// A sentence that begins after the program's name.
    let summary: String
    /// Paragraphs of a longer text.
    let discussion: [String]
    /// The options of a command line that gives none.
    let defaults: Options
    let arguments: [Argument<Options>]
    /// What is to be said of the whole: works out what follows from the rest, and refuses what does not go together.
    private let check: (inout Options, Given) throws -> Void

    /// Names of what was given: `--rounds`, `PACKAGE`.
    public typealias Given = Set<String>

    public init(
        _ name: String, _ summary: String, discussion: [String] = [], defaults: Options, arguments: [Argument<Options>],
        check: @escaping (inout Options, Given) throws -> Void = { _, _ in }
    ) {
        (self.name, self.summary, self.discussion) = (name, summary, discussion)
        (self.defaults, self.arguments, self.check) = (defaults, arguments, check)
    }

    /// Nil where the words ask for help.
    public func options(of words: [String]) throws -> Options? {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) { return nil }
        var options = defaults, given: Given = [], rest = words[...], areWordsOnly = false
        while let word = rest.popFirst() {
            if areWordsOnly || !word.hasPrefix("-") {
                let argument = try positional(word, given)
                try store(word, of: argument, as: argument.name, in: &options, &given)
            } else if word == "--" {
                areWordsOnly = true
            } else {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let argument = try option(parts[0])
                let value = try value(of: argument, attached: parts.count > 1 ? parts[1] : nil, &rest)
                try store(value, of: argument, as: parts[0], in: &options, &given)
            }
        }
        try checkCompany(of: given)
        try check(&options, given)
        return options
    }

    private func option(_ name: String) throws -> Argument<Options> {
        guard let found = arguments.first(where: { $0.name == name && !$0.isPositional }) else {
            throw OptionError("'\(name)' is no option")
        }
        return found
    }

    /// The one that a word belongs to: the first that may still be given.
    private func positional(_ word: String, _ given: Given) throws -> Argument<Options> {
        let fits = arguments.first { $0.isPositional && ($0.isRepeatable || !given.contains($0.name)) }
        guard let fits else { throw OptionError("'\(word)' is one word too many") }
        return fits
    }

    /// The next word is the value even where it starts with a dash: some are options of other programs.
    private func value(
        of argument: Argument<Options>, attached: String?, _ rest: inout ArraySlice<String>
    ) throws -> String {
        guard case .option(let value) = argument.kind else {
            if attached != nil { throw OptionError("\(argument.name) takes no value") }
            return ""
        }
        guard let word = attached ?? rest.popFirst() else {
            throw OptionError("\(argument.name) needs a value: \(argument.name) \(value)")
        }
        return word
    }

    private func store(
        _ word: String, of argument: Argument<Options>, as name: String, in options: inout Options, _ given: inout Given
    ) throws {
        let isFirst = given.insert(argument.name).inserted
        guard isFirst || argument.isRepeatable else { throw OptionError("\(name) is given twice") }
        do { try argument.store(&options, word) } catch {
            throw OptionError("\(name) \(error), and '\(word)' is none")
        }
    }

    /// Nothing is read and then ignored.
    private func checkCompany(of given: Given) throws {
        for argument in arguments {
            if !given.contains(argument.name) {
                let isMissing = argument.kind == .positional(isNeeded: true)
                if isMissing { throw OptionError("\(argument.name) is missing") }
                continue
            }
            if !argument.needed.isEmpty, given.isDisjoint(with: argument.needed) {
                throw OptionError("\(argument.name) means nothing without \(argument.needed.joined(separator: " or "))")
            }
            if let other = argument.excluded.first(where: given.contains) {
                throw OptionError("\(argument.name) means nothing with \(other)")
            }
        }
    }
}
