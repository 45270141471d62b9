import Foundation
import PackagePlugin

@main struct SayPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let source = context.pluginWorkDirectoryURL.appending(path: "Said.swift")
        return [
            .buildCommand(
                displayName: "say", executable: try context.tool(named: "say").url, arguments: [source.path], inputFiles: [], outputFiles: [source])
        ]
    }
}
