import Targets
import Workspaces

extension PluginFault: Reportable {
    var report: ErrorReport {
        switch self {
        case .circle(let plugin, let target, let commands):
            ErrorReport(
                code: .buildFailed,
                what: "what plugin '\(plugin.name)' wants to run for target '\(target.name)' waits for itself",
                details: commands.map { "\($0.name): \($0.outputs.joined(separator: ", "))" },
                help: "let no command read what is made of its own outputs")
        case .writesElsewhere(let plugin, let target, let path):
            ErrorReport(
                code: .buildFailed, what: PluginFault.write(plugin, target, path),
                help: "its commands are to write to the folder that it is given (pluginWorkDirectoryURL)")
        case .writesTwice(let plugin, let target, let path):
            ErrorReport(
                code: .buildFailed, what: PluginFault.write(plugin, target, path),
                details: ["another command writes the same file"],
                help: "give each file one command that makes it")
        case .runsBuiltProgram(let plugin, let command):
            ErrorReport(
                code: .buildFailed,
                what: "plugin '\(plugin.name)' wants to run '\(command)' before the build, which the build makes",
                details: ["SwiftPM does not allow that either"], help: "make it a build command")
        case .commandFailed(let plugin, let command, let said):
            ErrorReport(
                code: .buildFailed, what: "'\(command)', which plugin '\(plugin.name)' runs before the build, failed",
                details: said)
        case .cannotStart(let plugin, let executable, let code):
            ErrorReport(
                code: .buildFailed,
                what: "cannot start '\(executable)' for plugin '\(plugin.name)': \(Words.systemError(code))")
        case .unreadableAnswer:
            ErrorReport(
                severity: .note, code: .storage,
                what: "nothing was built: what targets are made of depends on their plugins")
        }
    }

    private static func write(_ plugin: TargetID, _ target: TargetID, _ path: String) -> String {
        "plugin '\(plugin.name)' wants to write '\(path)' for target '\(target.name)'"
    }
}
