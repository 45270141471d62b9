import Foundation
import PackagePlugin

@main struct StampPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL.appending(path: "stamp")
        let script = "mkdir -p '\(folder.path)' && echo \"let stamp = \\\"$(cat stamp.txt)\\\"\" > '\(folder.path)/Stamp.swift'"
        return [
            .prebuildCommand(
                displayName: "stamp", executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script], outputFilesDirectory: folder)
        ]
    }
}
