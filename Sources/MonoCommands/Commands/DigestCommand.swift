import ArtifactCache
import BuildEngine
import BuildPlanning
import Disk
import InterfaceDigests
import Synchronization
import Targets

/// `mono digest TARGET`.
enum DigestCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        var target = ""
        /// As it was typed.
        var earlier: String?
    }

    static let syntax = CommandSyntax<Options>(
        "digest", "prints what dependents of a Swift target are built by: its interface's digest, and what that is made of",
        discussion: [
            "Only the module is built, where the cache does not have it. What is printed stays the same as long as no dependent has to be built again; keep it to compare with.",
        ],
        defaults: Options(),
        arguments: [
            .positional("TARGET", reads: .text("TARGET", completion: .names(.targets)), help: "a Swift target, by its name or as PACKAGE:NAME") {
                $0.target = $1
            },
            .option("--against", reads: .file, help: "say what changed since FILE was printed, declaration by declaration") { $0.earlier = $1 },
        ] + BuildOptions.arguments.filter(\.isAboutHow).map { $0.within(\.build) },
        examples: [
            .init(line: "mono digest Brain > before.txt", meaning: "what is there now"),
            .init(line: "mono digest Brain --against before.txt", meaning: "what an edit did to it"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        var work = try programs.interruptible {
            try BuildWork(options.build, in: session, programs: programs, requests: [options.target])
        }
        let earlier = try options.earlier.map { try read($0, in: session, work.workspace.files) }
        let module = try moduleAction(options.target, work, in: session)
        work.plan = BuildPlan(
            graph: ActionGraph(actions: Array(work.plan.graph.actions.values), goals: [module.id]), placements: [], leftOut: [])
        let keys = KeyObserver(module.id)
        let reporting = try BuildReporting(options.build, work, in: session, isQuiet: true)
        let summary = work.build(observers: reporting.observers + [keys], cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }

        let digest = try self.digest(of: module, key: keys.key, work.workspace.cache)
        let output = session.terminal.output
        if let earlier {
            guard earlier.target == digest.target else {
                throw ErrorReport(code: .usage, what: "'\(options.earlier ?? "")' is about '\(earlier.target)', and not about '\(digest.target)'")
            }
            for line in earlier.difference(to: digest) { output.print(line) }
        } else {
            output.print(String(digest.text.dropLast()))
        }
        return .success
    }

    /// What emits the module of the one Swift target that is meant.
    private static func moduleAction(_ name: String, _ work: BuildWork, in session: Session) throws -> Action {
        guard case .some(let targets, _) = try GoalSelection(work.workspace, in: session).goal([name], products: []), !targets.isEmpty else {
            throw ErrorReport(code: .usage, what: "'\(name)' is a product, and only targets have a digest")
        }
        let swift = targets.filter { work.workspace.loaded.graph.targets[$0]?.language == .swift }
        guard targets.count == 1 || swift.count == 1 else {
            throw ErrorReport(code: .usage, what: "'\(name)' names several targets", hint: "say one of \(Words.alternatives(targets.map(\.name)))")
        }
        let action = work.plan.graph.actions.values.first { $0.moduleOutput != nil && $0.subject == swift.first.map(Action.Subject.target) }
        guard let action else { throw ErrorReport(code: .usage, what: "'\(name)' is no Swift target: headers are compared as they are") }
        return action
    }

    private static func read(_ path: String, in session: Session, _ files: any FileSystem) throws -> ModuleDigest {
        let bytes: [UInt8]
        do {
            bytes = try files.read(session.path(path))
        } catch {
            throw ErrorReport(code: .usage, what: "cannot read '\(path)': \(Words.systemError(error.code))")
        }
        guard let digest = ModuleDigest(text: String(decoding: bytes, as: UTF8.self)) else {
            throw ErrorReport(code: .usage, what: "'\(path)' is not what 'mono digest' prints")
        }
        return digest
    }

    private static func digest(of module: Action, key: ActionKey?, _ cache: TieredCache) throws -> ModuleDigest {
        guard let key, case .success(let (result, _)) = cache.result(for: key.digest), let digest = result.interface,
            let bytes = result.outputs.first(where: { $0.name == module.moduleOutput })?.digest
        else {
            throw ErrorReport(
                code: .storage, what: "the result of '\(module.title)' was not kept in the cache", hint: "see whether a source changed meanwhile")
        }
        return ModuleDigest(target: module.subject.fullName, digest: digest, moduleBytes: bytes, parts: ABIParts())
    }
}

/// Notes under which key an action's result is.
private final class KeyObserver: BuildObserver {
    private let action: ActionID
    private let found = Mutex<ActionKey?>(nil)

    init(_ action: ActionID) { self.action = action }

    var key: ActionKey? { found.withLock { $0 } }

    func actionFinished(_ report: ActionReport) {
        guard report.action.id == action, let key = report.key else { return }
        found.withLock { $0 = key }
    }
}

extension Argument {
    /// Says how something is built and told, and not what.
    fileprivate var isAboutHow: Bool {
        if case .option(let option) = kind { option.group != .what } else { false }
    }
}
