import Disk
import PackagePlugins
import Targets

/// What plugins make for one target: the commands that they want to be run, and what of the files counts.
public struct GeneratedSources: Hashable, Sendable {
    /// A command of a build. In its texts the workspace root is left open (`OpenRoot`).
    public struct Command: Hashable, Sendable {
        /// Whose it is.
        public var plugin: TargetID
        /// For people.
        public var name: String
        public var executable: String
        public var arguments: [String]
        public var variables: [String: String]
        /// Files, relative to the workspace root, or absolute where they lie elsewhere.
        public var inputs: [String]
        /// Relative to the workspace root.
        public var outputs: [String]

        public init(
            plugin: TargetID, name: String, executable: String, arguments: [String], variables: [String: String],
            inputs: [String], outputs: [String]
        ) {
            (self.plugin, self.name, self.executable, self.arguments) = (plugin, name, executable, arguments)
            (self.variables, self.inputs, self.outputs) = (variables, inputs, outputs)
        }
    }

    public var commands: [Command]
    /// What is compiled, relative to the workspace root: outputs of commands, and files that are there already.
    public var sources: [String]
    /// What goes into the target's resource bundle; the same.
    public var resources: [Resource]

    /// Commands of which each waits for what another one makes, so that none can run.
    public var circle: [Command] {
        var makers = OutputMakers<Int>()
        for (index, command) in commands.enumerated() { makers.add(index, of: command.outputs) }
        var waiting = Dictionary(
            uniqueKeysWithValues: commands.enumerated().map { index, command in
                (
                    index,
                    Set((command.inputs + [OpenRoot.relative(command.executable)]).compactMap { makers.maker(of: $0) })
                        .subtracting([index])
                )
            })
        while case let ready = waiting.filter({ $0.value.isEmpty }).map(\.key), !ready.isEmpty {
            for index in ready { waiting[index] = nil }
            waiting = waiting.mapValues { $0.subtracting(ready) }
        }
        return waiting.keys.sorted().map { commands[$0] }
    }

    public init(commands: [Command] = [], sources: [String] = [], resources: [Resource] = []) {
        (self.commands, self.sources, self.resources) = (commands, sources, resources)
    }
}

/// Who makes what, of commands whose outputs may be folders.
struct OutputMakers<Maker> {
    private var makers: [String: Maker] = [:]

    /// Of two that make the same, the later one counts.
    mutating func add(_ maker: Maker, of outputs: [String]) {
        for output in outputs { makers[output] = maker }
    }

    /// Who makes that file, or a folder that holds it.
    func maker(of path: String) -> Maker? {
        var path = path[...]
        while true {
            if let maker = makers[String(path)] { return maker }
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            path = path[..<slash]
        }
    }
}

/// A question to a plugin about a target.
public struct PluginInquiry: Hashable, Sendable {
    public var target, plugin: TargetID
    /// The message, with the workspace root left open.
    public var question: String
    /// Where its commands are told to write, relative to the workspace root; what it writes there itself belongs to its
    /// answer.
    public var workFolder: String
    /// What it sees of the user's environment.
    public var variables: [String: String]
    /// All that the plugin may read to answer it, relative to the workspace root; sorted.
    public var files: [String]

    public init(
        target: TargetID, plugin: TargetID, question: String, workFolder: String, variables: [String: String] = [:],
        files: [String]
    ) {
        (self.target, self.plugin, self.question, self.files) = (target, plugin, question, files)
        (self.workFolder, self.variables) = (workFolder, variables)
    }
}
