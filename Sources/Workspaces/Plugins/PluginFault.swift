import BuildEngine
import Targets

/// What a plugin asks for and cannot have, or what went wrong with it.
public enum PluginFault: Error, Hashable, Sendable {
    public struct Command: Hashable, Sendable {
        public var name: String
        /// Paths relative to the workspace's root.
        public var outputs: [String]
    }

    /// Commands wait for each other's outputs.
    case circle(of: TargetID, about: TargetID, commands: [Command])
    /// A command is to write outside of the folder that the plugin was given.
    case writesElsewhere(TargetID, about: TargetID, path: String)
    /// Two commands are to write one file.
    case writesTwice(TargetID, about: TargetID, path: String)
    /// A command that goes before the build runs a program that the build makes.
    case runsBuiltProgram(TargetID, command: String)
    /// A command that goes before the build failed. `said`: what it printed, line by line.
    case commandFailed(TargetID, command: String, said: [String])
    /// The system's error number.
    case cannotStart(TargetID, executable: String, code: Int32)
    /// What it answered is not there, or is no answer.
    case unreadableAnswer(of: TargetID, about: TargetID)
}

/// The build that asks plugins did not succeed; its observers were told why. Nothing else was built: what targets are
/// made of depends on the answers.
public struct PluginsFailed: Error, Sendable {
    public var summary: BuildSummary
}
