import BuildPlanning
import Disk
import TestDiscovery

extension Action.TestListing {
    /// Makes the source of the runner of what the tool wrote; false where that is no symbol graph.
    func writeRunner(of action: Action, _ files: any FileSystem, at path: (String) -> AbsolutePath) throws(FileError) -> Bool {
        let graph: [UInt8]
        do { graph = try files.read(path(symbolGraph)) } catch { return false }
        guard let output = action.outputs.first, let classes = try? TestDiscovery.classes(inSymbolGraph: graph) else { return false }
        try files.writeIfChanged(Array(TestRunnerSource.text(module: moduleName, classes: classes).utf8), to: path(output.path))
        return true
    }
}
