import BuildPlanning
import Disk
import PackagePlugins
import Subprocesses
import Toolchains

extension Action.Program {
    /// Runs the action's program; where the action is a question, its answer is written. `root`: of the workspace that the run sees, `path`: where
    /// it has what.
    func run(
        _ action: Action, _ files: any FileSystem, _ commands: any CommandRunner, _ cancellation: Cancellation, _ placement: BundlePlacement, root: AbsolutePath,
        at path: (String) -> AbsolutePath, environment: [String: String]
    ) throws(ActionFailure) -> CommandResult {
        do {
            for bundle in bundles { try placement.place(bundle) }
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        let temporary = Argument.temporaryFolder(in: environment)
        let command = Command(
            path(self.path).string, action.arguments.map { $0.spelled(jobs: 1, root: root.string, temporary: temporary) },
            folder: path(action.folder).string,
            environment: environment.merging(variables.mapValues { OpenRoot.filled($0, root: root.string) }) { $1 },
            input: action.question.map { PluginFrames.frame(Array(PluginQuestion.filled($0.text, root: root.string).utf8)) } ?? [],
            // A plugin's answer is read as a whole; one that says more than this says nothing.
            outputLimit: action.question == nil ? ActionRunner.outputLimit : 256 << 20)
        let folder = action.question.map { PluginWorkFolder(path($0.workFolder), in: files) }
        do {
            try folder?.empty()
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        let result: CommandResult
        do {
            result = try commands.run(command, cancellation: cancellation)
        } catch {
            try? folder?.restore()
            throw .cannotStart(tool: command.executable, code: error.code)
        }
        if let folder {
            // Does nothing where there is an answer.
            defer { try? folder.restore() }
            return try answered(result, action, folder, files, root: root, at: path)
        }
        if result.succeeded { try makePlain(action.outputs, files, at: path) }
        return result
    }

    /// A link becomes a copy of what it leads to: the cache keeps files, and folders with all they hold. No folder is a source.
    private func makePlain(_ outputs: [Action.Output], _ files: any FileSystem, at path: (String) -> AbsolutePath) throws(ActionFailure) {
        for output in outputs {
            let place = path(output.path)
            guard let status = files.status(place) else { continue }
            let isLink = files.linkStatus(place)?.kind == .symbolicLink
            if status.kind == .folder, isLink || output.path.hasSuffix(".swift") { throw .outputIsFolder(output.path) }
            guard status.kind == .file, isLink, let original = files.resolve(place) else { continue }
            do {
                try files.copy(original, to: place, permissions: status.isExecutable ? 0o755 : 0o644, durably: false)
            } catch { throw .unwritable(path: error.path.string, code: error.code) }
        }
    }

    /// What it prints goes to people, what it says to mono into the action's output.
    private func answered(
        _ result: CommandResult, _ action: Action, _ folder: PluginWorkFolder, _ files: any FileSystem, root: AbsolutePath,
        at path: (String) -> AbsolutePath
    ) throws(ActionFailure) -> CommandResult {
        guard let question = action.question, let output = action.outputs.first else { return result }
        var result = result
        var answer: PluginAnswer
        let remarks: PluginAnswer.Remarks
        do {
            (answer, remarks) = try PluginAnswer.reading(result.output, root: root.string)
        } catch {
            // One that crashed says why, and nothing else.
            if !result.succeeded {
                result.output = []
                return result
            }
            throw .unreadableAnswer(error)
        }
        result.output = Array(remarks.text.utf8)
        if !result.succeeded { return result }
        if remarks.hasErrors {
            result.exit = .code(1)
            return result
        }
        answer.add(folder, as: question.workFolder, root: root.string)
        do {
            try folder.restore(answer.made(in: question.workFolder))
            try files.write(Array(answer.text.utf8), to: path(output.path))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        return result
    }
}

extension ActionRunner {
    /// What a plugin's command is to write behind a link that leads out of mono's folder, which the plugin or a command left on the way: a file of the
    /// user's, as far as anybody knows, and outputs are removed before they are made.
    func outputElsewhere(of action: Action) -> String? {
        guard action.kind == .generate else { return nil }
        return action.written.first { files.isBehindLink(readable.absolute($0), outOf: readable.absolute(BuildLayout.folder)) }
    }

    /// True where something that the action made names the workspace's folder: it is the same in this folder alone.
    func namesRoot(_ action: Action) -> Bool {
        action.outputs.contains { output in
            let path = readable.absolute(output.path)
            guard let bytes = (try? FileTree.encoded(path, files: files)) ?? (try? files.read(path)) else { return true }
            return PathSearch.contains(root.string, in: bytes)
        }
    }

    /// What a plugin left that its answer cannot hold.
    func unkept(of action: Action) -> Unpublished? {
        guard action.question != nil, let output = action.outputs.first, let bytes = try? files.read(readable.absolute(output.path)) else { return nil }
        return PluginAnswer(text: bytes)?.unkept.map(Unpublished.unkept)
    }
}
