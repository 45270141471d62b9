import BuildPlanning
import Disk

extension [Action.EmbeddedResource] {
    /// Writes the source that SwiftPM would. It lies in memory as a whole: compilers take a second for a hundred kilobytes of it.
    func write(of action: Action, _ files: any FileSystem, at path: (String) -> AbsolutePath) throws(ActionFailure) {
        var text = Array<UInt8>("struct PackageResources {\n".utf8)
        for resource in self {
            let bytes: [UInt8]
            do { bytes = try files.read(path(resource.source)) } catch { throw .unreadable(path: error.path.string, code: error.code) }
            text += "static let \(resource.name): [UInt8] = [".utf8
            for (index, byte) in bytes.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += String(byte).utf8
            }
            text += "]\n".utf8
        }
        text += "}\n".utf8
        guard let output = action.outputs.first else { return }
        do {
            try files.makeFolder(path(output.path).parent)
            try files.write(text, to: path(output.path))
        } catch { throw .unwritable(path: error.path.string, code: error.code) }
    }
}
