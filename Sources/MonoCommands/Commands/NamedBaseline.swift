import ArchitectureRules
import Disk
import Workspaces

extension Baseline {
    /// The baseline that `mono.json` names; nil where it names none. It is read through the files of the open
    /// workspace, so that a build with nothing to do looks at it, too. Throws where there is no such file, or another
    /// one.
    static func named(by workspace: OpenWorkspace) throws(ErrorReport) -> Baseline? {
        let configuration = workspace.configuration
        guard let path = configuration.architecture.baseline else { return nil }
        let name = path.isInside(workspace.root) ? path.relative(to: workspace.root) : path.string
        let place = configuration.file.map { "\($0)" }
        let bytes: [UInt8]
        do {
            bytes = try workspace.files.read(path)
        } catch {
            throw ErrorReport(
                code: .workspace, what: "cannot read the baseline '\(name)': \(Words.systemError(error.code))",
                place: place, help: "'mono check --write-baseline \(name)' makes it")
        }
        guard let baseline = Baseline(text: String(decoding: bytes, as: UTF8.self)) else {
            throw ErrorReport(
                code: .workspace, what: "'\(name)' is not what 'mono check --write-baseline' writes", place: place)
        }
        return baseline
    }
}
