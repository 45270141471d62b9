/// What may be given to a command, described once: the scanner reads by it, and help and completions are written from
/// it.
struct CommandDescription: Hashable, Sendable {
    struct Example: Hashable, Sendable {
        var line: String
        var meaning: String
    }

    /// The words that choose it after `mono`: `["build"]`, `["cache", "gc"]`.
    var words: [String]
    /// One line, lower case, without a full stop.
    var summary: String
    /// Paragraphs of a longer text; each is wrapped on its own.
    var discussion: [String] = []
    var options: [OptionDescription] = []
    var positionals: [PositionalDescription] = []
    var examples: [Example] = []
    /// Left out of overviews and completions.
    var isHidden = false

    var name: String { words.joined(separator: " ") }
}

struct OptionDescription: Hashable, Sendable {
    /// The heading that it stands under in the help text.
    enum Group: String, CaseIterable, Hashable, Sendable {
        case what = "options", how = "options for how it is built", tools = "options handed to the tools"
        case cache = "options for the cache", reports = "options for reports", everywhere = "options for every command"
    }

    /// With their dashes, the short one first: `-j`, `--jobs`.
    var names: [String]
    /// Nil for a flag.
    var value: ValueDescription?
    var help: String
    var group: Group = .what
    /// May be given more than once, each time adding; of other options the last one counts.
    var isRepeatable = false
    var isHidden = false

    /// The name for people: the longest.
    var displayName: String { names.max { $0.utf8.count < $1.utf8.count } ?? "" }
}

struct ValueDescription: Hashable, Sendable {
    /// As it stands in help texts: `N`, `DIR`, `debug|release`.
    var name: String
    var completion: Completion = .none
    /// The next argument is the value even where it starts with a dash.
    var mayStartWithDash = false
    /// It may be left out; where it is given, it is attached: `--name=value`.
    var isOptional = false
}

struct PositionalDescription: Hashable, Sendable {
    enum Arity: Hashable, Sendable {
        case one, optional, any
        /// All that follows the positionals before it, whether it looks like options or not.
        case rest
    }

    var name: String
    var arity: Arity
    var help: String
    var completion: Completion = .none
}

/// What a shell offers for a value.
enum Completion: Hashable, Sendable {
    case none, files, folders
    case choices([String])
    /// Asked of the workspace when the key is pressed.
    case names(NameKind)

    enum NameKind: String, CaseIterable, Hashable, Sendable {
        /// Everything that can be built by name.
        case targets
        /// Executables alone.
        case executables
        /// Test targets.
        case tests
        /// mono's own commands.
        case commands
    }
}
