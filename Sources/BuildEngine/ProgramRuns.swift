import BuildPlanning
import Disk
import PackagePlugins
import Subprocesses
import Toolchains

extension Action.Program {
    /// Runs the action's program; where the action is a question, its answer is written. `root`: of the workspace that the run sees, `path`: where
    /// it has what.
    func run(
        _ action: Action, _ files: any FileSystem, _ commands: any CommandRunner, _ cancellation: Cancellation, root: AbsolutePath,
        at path: (String) -> AbsolutePath, environment: [String: String]
    ) throws(ActionFailure) -> CommandResult {
        do {
            for copy in beside { try files.copy(path(copy.source), to: path(copy.path), permissions: 0o644, durably: false) }
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        let temporary = Argument.temporaryFolder(in: environment)
        let command = Command(
            path(self.path).string, action.arguments.map { $0.spelled(jobs: 1, root: root.string, temporary: temporary) },
            folder: path(action.folder).string,
            environment: environment.merging(variables.mapValues { OpenRoot.filled($0, root: root.string) }) { $1 },
            input: action.question.map { PluginFrames.frame(Array(PluginQuestion.filled($0.text, root: root.string).utf8)) } ?? [])
        let started = files.now
        let result: CommandResult
        do {
            if let question = action.question { try files.makeFolder(path(question.workFolder)) }
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        do {
            result = try commands.run(command, cancellation: cancellation)
        } catch { throw .cannotStart(tool: command.executable, code: error.code) }
        guard let question = action.question, let output = action.outputs.first else {
            if result.succeeded { try makePlain(action.outputs, files, at: path) }
            return result
        }
        let written = { PluginAnswer.File.written(to: question.workFolder, since: started, files, root: root, at: path) }
        return try answered(result, in: output, files, root: root, at: path, written)
    }

    /// A link becomes a copy of what it leads to: the cache keeps files.
    private func makePlain(_ outputs: [Action.Output], _ files: any FileSystem, at path: (String) -> AbsolutePath) throws(ActionFailure) {
        for output in outputs {
            let place = path(output.path)
            guard let status = files.status(place) else { continue }
            if status.kind == .folder { throw .outputIsFolder(output.path) }
            guard status.kind == .file, files.linkStatus(place)?.kind == .symbolicLink, let original = files.resolve(place) else { continue }
            do {
                try files.copy(original, to: place, permissions: status.isExecutable ? 0o755 : 0o644, durably: false)
            } catch { throw .unwritable(path: error.path.string, code: error.code) }
        }
    }

    /// What it prints goes to people, what it says to mono into the action's output.
    private func answered(
        _ result: CommandResult, in output: Action.Output, _ files: any FileSystem, root: AbsolutePath, at path: (String) -> AbsolutePath,
        _ written: () -> [PluginAnswer.File]
    ) throws(ActionFailure) -> CommandResult {
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
        answer.files = written()
        do {
            try files.write(Array(answer.text.utf8), to: path(output.path))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
        return result
    }
}

extension PluginAnswer.File {
    /// What a plugin wrote to its folder while it was asked. Commands may have left other files there earlier.
    static func written(
        to folder: String, since started: Int64, _ files: any FileSystem, root: AbsolutePath, at path: (String) -> AbsolutePath
    ) -> [PluginAnswer.File] {
        ((try? FolderWalk(of: path(folder), in: files).files) ?? []).compactMap { file in
            let name = "\(folder)/\(file.path)"
            guard file.kind == .file, let status = files.status(path(name)), status.changed >= started, let bytes = try? files.read(path(name)),
                let text = String(validating: bytes, as: UTF8.self)
            else { return nil }
            return PluginAnswer.File(path: OpenRoot.path(name), content: OpenRoot.opened(text, root: root.string))
        }
    }
}

extension ActionRunner {
    /// True where something that the action made names the workspace's folder: it is the same in this folder alone.
    func namesRoot(_ action: Action) -> Bool {
        action.outputs.contains { output in
            guard let bytes = try? files.read(readable.absolute(output.path)) else { return true }
            return PathSearch.contains(root.string, in: bytes)
        }
    }
}
