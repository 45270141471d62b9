import Disk
import PackageResolution
import Targets

/// What a folder holds that a manifest calls a prebuilt artifact. The artifact may lie deeper, as archives have it.
enum ArtifactFolder: Hashable {
    /// An artifact bundle in this folder, relative to the package's.
    case bundle(String)
    /// What is for Apple's systems.
    case framework
    case none

    /// Where there are several, the last by name. `folder`: relative to the package's.
    init(in folder: String, package: inout PackageFolder) {
        let entries = (try? package.entries(of: folder)) ?? []
        if entries.contains(where: { $0.kind == .file && $0.name.lowercased() == "info.plist" }) {
            self = .framework
        } else if entries.contains(where: { $0.kind == .file && $0.name == Artifacts.information }) {
            self = .bundle(folder)
        } else {
            self = .none
            for entry in entries.reversed() where entry.kind == .folder {
                let path = PackagePath.joined(folder, entry.name)
                if package.leadsBack(path) { continue }
                self = ArtifactFolder(in: path, package: &package)
                if self != .none { return }
            }
        }
    }
}
