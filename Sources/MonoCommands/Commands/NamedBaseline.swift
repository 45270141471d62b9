import ArchitectureRules
import Disk
import Workspaces

extension Baseline {
    /// The baseline that `mono.json` names; nil where it names none. It is read through the files of the open
    /// workspace, so that a build with nothing to do looks at it, too. Throws where there is no such file, or another
    /// one.
    static func named(by workspace: OpenWorkspace) throws(ErrorReport) -> Baseline? {
        let configuration = workspace.configuration, root = workspace.root
        guard let file = configuration.architecture.baseline else { return nil }
        let list = EarlierOutput(
            command: "mono check --write-baseline", path: file.isInside(root) ? file.relative(to: root) : file.string,
            isPrinted: false, code: .workspace, place: configuration.file.map { "\($0)" })
        return try list.read(file, workspace.files) { Baseline(text: String(decoding: $0, as: UTF8.self)) }
    }
}
