import AffectedTargets
import Disk
import JSON
import Targets
import Workspaces

/// `mono owners FILE`: the targets that a change of a file would reach at once.
enum OwnersCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var files: [String] = []
        var isJSON = false
        var withReaders = false
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "owners", "prints the targets that a file belongs to",
        discussion: [
            """
            The file need not exist. mono knows the target of a new file once the target lists it; headers of C \
            targets are the exception.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional("FILE", .any, reads: .file, help: "files of the workspace") { $0.files.append($1) },
            .flag(
                "--readers",
                help:
                    """
                    print also targets that may read it: tests that were observed to read it, and tools whose flags or \
                    plugins name it
                    """
            ) {
                $0.withReaders = true
            },
            .flag("--json", help: "as JSON, with both") { $0.isJSON = true },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [.init(line: "mono owners Sources/Core/Core.swift", meaning: "which target it belongs to")])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        if options.files.isEmpty { throw ErrorReport(code: .usage, what: "owners of what?", help: "name a file") }
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        let files = workspace.files, graph = workspace.loaded.graph
        let owners = FileOwners(of: workspace.loaded, files: files)
        var roles: [TargetID: FileOwners.Role] = [:]
        for file in options.files {
            // Links on the way are no part of the file's name; one at its end is.
            let path = session.path(file)
            let place = (files.resolve(path.parent) ?? path.parent) / path.name
            for (target, role) in owners.owners(of: place, isFolder: files.linkStatus(place)?.kind == .folder)
            where roles[target] != .input {
                roles[target] = role
            }
            for test in workspace.testsSeen(reading: place) where roles[test] == nil { roles[test] = .mayBeRead }
        }
        let made = roles.filter { $0.value == .input }.keys.sorted(),
            reading = roles.filter { $0.value == .mayBeRead }.keys.sorted()
        let output = session.terminal.output
        if options.isJSON {
            output.print(
                JSONText.object([
                    ("format", 1), ("targets", .array(made.map { .text($0.description) })),
                    ("readers", .array(reading.map { .text($0.description) })),
                ]).description)
        } else {
            for name in TargetNames(graph).names(of: (made + (options.withReaders ? reading : [])).sorted()) {
                output.print(name)
            }
        }
        return .success
    }
}
