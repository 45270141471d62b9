import BuildPlanning
import Disk
import Subprocesses
import Toolchains

/// Does the work that no tool of the toolchain does: in the workspace, or in a copy of what an action may read.
struct Workshop: Sendable {
    let place: WorkPlace
    let bundles: BundlePlacement
    let commands: any CommandRunner
    let environment: [String: String]
    /// In seconds, for each program; nil: none.
    var timeLimit: Double?
    let cancellation: Cancellation

    /// Makes an output of others, which are in place. `needs`: the actions that made them.
    func make(_ made: Action.BuiltIn, needs: [ActionID: ActionRunner.Need]) throws(ActionFailure) {
        let parts = made.work.parts.map { part in
            needs[part.action]?.action.outputs.first { $0.name == part.output }.flatMap {
                try? place.files.read(place.path($0.path))
            }
        }
        do {
            try write(try made.work.content(in: place, parts: parts), to: made.output)
        } catch { throw ActionFailure(error) }
    }

    /// Makes an output of what the action's tool wrote beside its own.
    func make(_ extract: Action.Extract, of action: Action) throws(ActionFailure) {
        guard let output = action.outputs.first(where: { $0.name == extract.output }),
            let content = extract.extraction.content(from: extract.source, in: place)
        else { throw .missingOutput(extract.source) }
        do {
            try write(content, to: output)
        } catch { throw ActionFailure(error) }
    }

    private func write(_ content: [UInt8], to output: Action.Output) throws(FeatureFailure) {
        do {
            try place.files.makeFolder(place.path(output.path).parent)
            try place.files.write(content, to: place.path(output.path))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
    }

    // MARK: Programs

    /// Runs a program; where it is asked something, its answer is written.
    func run(_ program: Action.ProgramRun, of action: Action) throws(ActionFailure) -> CommandResult {
        do {
            for bundle in program.bundles { try bundles.place(bundle) }
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        switch program.purpose {
        case .command(_, let outputs):
            let result = try start(command(program, of: action))
            if result.succeeded { try makePlain(outputs) }
            return result
        case .question(let question, let answer): return try ask(question.asking, program, of: action, answer)
        }
    }

    private func command(
        _ program: Action.ProgramRun, of action: Action, input: [UInt8] = [],
        outputLimit: Int = ActionRunner.outputLimit
    ) -> Command {
        let temporary = Argument.temporaryFolder(in: environment), root = place.root.string
        return Command(
            place.path(program.path).string,
            action.arguments.map { $0.spelled(jobs: 1, root: root, temporary: temporary) },
            folder: place.path(action.folder).string,
            environment: environment.merging(program.variables.mapValues { OpenRoot.filled($0, root: root) }) { $1 },
            input: input, timeLimit: timeLimit, outputLimit: outputLimit)
    }

    private func start(_ command: Command) throws(ActionFailure) -> CommandResult {
        do {
            return try commands.run(command, cancellation: cancellation)
        } catch { throw .cannotStart(tool: command.executable, code: error.code) }
    }

    /// What it prints goes to people, what it says to mono into the answer.
    private func ask(
        _ question: any ProgramQuestion, _ program: Action.ProgramRun, of action: Action, _ answer: Action.Output
    ) throws(ActionFailure) -> CommandResult {
        let command = command(
            program, of: action, input: question.input(root: place.root), outputLimit: question.outputLimit)
        do {
            try question.begin(in: place)
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        defer { question.end(in: place) }
        var result = try start(command)
        do throws(FeatureFailure) {
            let reply = try question.reply(to: result.output, succeeded: result.succeeded, in: place)
            result.output = reply.remarks
            switch reply.outcome {
            case .answer(let content): try write(content, to: answer)
            case .refused: result.exit = .code(1)
            case .none: break
            }
        } catch { throw ActionFailure(error) }
        return result
    }

    /// A link becomes a copy of what it leads to: the cache keeps files, and folders with all they hold. No folder is a
    /// source.
    private func makePlain(_ outputs: [Action.Output]) throws(ActionFailure) {
        let files = place.files
        for output in outputs {
            let place = place.path(output.path)
            guard let status = files.status(place) else { continue }
            let isLink = files.linkStatus(place)?.kind == .symbolicLink
            if status.kind == .folder, isLink || output.path.hasSuffix(".swift") { throw .outputIsFolder(output.path) }
            guard status.kind == .file, isLink, let original = files.resolve(place) else { continue }
            do {
                try files.copy(original, to: place, permissions: status.isExecutable ? 0o755 : 0o644, durably: false)
            } catch { throw .unwritable(path: error.path.string, code: error.code) }
        }
    }
}

extension ActionFailure {
    init(_ failure: FeatureFailure) {
        self =
            switch failure {
            case .unreadable(let path, let code): .unreadable(path: path, code: code)
            case .unwritable(let path, let code): .unwritable(path: path, code: code)
            case .fault(let fault): .feature(fault)
            }
    }
}
