/// One command of mono: one file each in `Commands`.
protocol Subcommand {
    associatedtype Options: Sendable

    static var syntax: CommandSyntax<Options> { get }

    /// Does what the options ask for. What it throws is put into words by `ErrorReport`.
    static func run(_ options: Options, in session: Session) throws -> ExitCode
}

extension Subcommand {
    static var description: CommandDescription { syntax.description }

    /// Reads the arguments that follow the command's words. What is returned does the work; it is nil where help or the
    /// version was asked for instead.
    static func prepare(
        _ arguments: ArraySlice<String>, global: inout GlobalOptions
    ) throws(ArgumentError) -> ((Session) throws -> ExitCode)? {
        guard let options = try syntax.parse(arguments, global: &global) else { return nil }
        return { try run(options, in: $0) }
    }
}

/// All commands, in the order of the overview.
enum CommandTable {
    static var all: [any Subcommand.Type] {
        [
            BuildCommand.self, RunCommand.self, TestCommand.self, PluginCommand.self, AffectedCommand.self,
            CheckCommand.self, NewFeatureCommand.self, NewInterfaceCommand.self, NewWiringCommand.self,
            NewWorkspaceCommand.self, CleanCommand.self, GraphCommand.self, DependenciesCommand.self,
            DependentsCommand.self, PathCommand.self, OwnersCommand.self, WhyCommand.self, HashCommand.self,
            DigestCommand.self, PlanCommand.self, WiringCommand.self, ProfileCommand.self, ReportCommand.self,
            AdviseCommand.self, CachePathCommand.self, CacheStatsCommand.self, CacheVerifyCommand.self,
            CacheGCCommand.self, CacheQuarantineCommand.self, CacheLogCommand.self, CacheDisownCommand.self,
            CacheKeygenCommand.self, UpdateCommand.self, DoctorCommand.self, EditorCommand.self,
            CompletionsCommand.self, HelpCommand.self, VersionCommand.self, CompleteCommand.self,
        ]
    }

    static var descriptions: [CommandDescription] { all.map { $0.description } }

    /// True for a word that another one must follow (`cache`).
    static func isFamily(_ word: String?) -> Bool {
        descriptions.contains { $0.words.count > 1 && $0.words[0] == word }
    }

    /// The command that `arguments` start with, whose words are taken away from them.
    static func command(_ arguments: inout ArraySlice<String>) throws(ArgumentError) -> any Subcommand.Type {
        guard let first = arguments.first else { throw .noCommand }
        let named = all.filter { $0.description.words.first == first }
        guard let only = named.first else {
            throw .unknownCommand(
                SwiftPMWords.command(arguments)?.words ?? first,
                known: all.filter { !$0.description.isHidden }.map { $0.description.words[0] })
        }
        if only.description.words.count == 1 {
            arguments.removeFirst()
            return only
        }
        // A family, such as `cache`: the next word chooses.
        let choices = named.map { $0.description.words[1] }
        guard let second = arguments.dropFirst().first, second.utf8.first != UInt8(ascii: "-") else {
            throw .incompleteCommand(first, known: choices)
        }
        guard let command = named.first(where: { $0.description.words[1] == second }) else {
            throw .unknownCommand("\(first) \(second)", known: choices.map { "\(first) \($0)" })
        }
        arguments.removeFirst(2)
        return command
    }
}
