import BuildEngine
import BuildPlanning
import Disk
import PackageManifests
import Targets

/// `mono hash T`: every named component of the keys of a target's actions.
enum HashCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        var target = ""
        var isJSON = false
        /// As it was typed.
        var earlier: String?
    }

    static let syntax = CommandSyntax<Options>(
        "hash", "prints what the keys of a target's actions are made of",
        discussion: [
            "Nothing is built: an action whose key waits for a result that the cache does not hold is told as such. Keep the output, and '--diff' says what is different now.",
        ],
        defaults: Options(),
        arguments: [
            .positional("TARGET", reads: .text("TARGET", completion: .names(.targets)), help: "a target, by its name or as PACKAGE:NAME") { $0.target = $1 },
            .option("--diff", reads: .file, help: "say what is different since FILE was printed") { $0.earlier = $1 },
            .flag("--json", help: "as JSON") { $0.isJSON = true },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono hash Core > there.txt", meaning: "on one machine"),
            .init(line: "mono hash Core --diff there.txt", meaning: "on another, to see why it does not get the same results"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let earlier = try options.earlier.map { try read($0, in: session) }
        let workspace = try programs.interruptible { try OpenWorkspace(in: session, cache: options.build.cache, programs: programs) }
        let target = try GoalSelection(workspace, in: session).target(options.target)
        let work = try BuildWork(options.build, in: session, workspace: workspace, goal: .some(targets: [target], products: []))
        let inspected = work.inspect()
        let actions = work.plan.graph.order.filter { work.plan.graph[$0].subject == .target(target) }
        let keys = TargetHash(target: target.description, actions: actions.map { id in (id.name, inspected[id]?.fingerprint) })
        let output = session.terminal.output
        guard let earlier else {
            output.print(options.isJSON ? keys.json : String(keys.text.dropLast()))
            return .success
        }
        guard earlier.target == keys.target else {
            throw ErrorReport(code: .usage, what: "'\(options.earlier ?? "")' is about '\(earlier.target)', and not about '\(keys.target)'")
        }
        let titles = work.plan.graph.actions.mapValues(\.title)
        for line in keys.difference(since: earlier, wording: KeyWording { titles[$0] ?? $0.name }) { output.print(line) }
        return .success
    }

    private static func read(_ path: String, in session: Session) throws -> TargetHash {
        let bytes: [UInt8]
        do {
            bytes = try LocalFileSystem().read(session.path(path))
        } catch {
            throw ErrorReport(code: .usage, what: "cannot read '\(path)': \(Words.systemError(error.code))")
        }
        guard let hash = TargetHash(text: String(decoding: bytes, as: UTF8.self)) else {
            throw ErrorReport(code: .usage, what: "'\(path)' is not what 'mono hash' prints")
        }
        return hash
    }
}
