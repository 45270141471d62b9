import Foundation
import PackagePlugin

@main struct WordsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        // A file of the package that no target has.
        let settings = context.package.directoryURL.appending(path: "words.conf")
        let lines = try String(contentsOf: settings, encoding: .utf8).split(separator: "\n")
        if lines.contains("refuse") {
            Diagnostics.error("words.conf says no")
            return []
        }
        // A file of the plugin's own, which its commands read.
        let suffix = context.pluginWorkDirectoryURL.appending(path: "suffix.txt")
        try (lines.first { $0.hasPrefix("suffix=") }.map { String($0.dropFirst(7)) } ?? "").write(to: suffix, atomically: true, encoding: .utf8)
        let tool = try context.tool(named: "WordsTool").url
        return module.sourceFiles(withSuffix: "words").map { file in
            let name = file.url.deletingPathExtension().lastPathComponent
            let source = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
            let listing = context.pluginWorkDirectoryURL.appending(path: "\(name).txt")
            return .buildCommand(
                displayName: "words of \(name)", executable: tool, arguments: [file.url.path, suffix.path, source.path, listing.path],
                environment: ["WORDS_KIND": "word"], inputFiles: [file.url, suffix, tool], outputFiles: [source, listing])
        }
    }
}
