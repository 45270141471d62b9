import Targets

/// Where a package's targets lie, by SwiftPM's rules.
struct TargetFolders {
    private static let sources = ["Sources", "Source", "src", "srcs"]
    private static let tests = ["Tests", "Sources", "Source", "src", "srcs"]

    private let sourceFolder, testFolder: String
    private let manifest: Manifest

    init(of manifest: Manifest, package: inout PackageFolder) {
        self.manifest = manifest
        sourceFolder = TargetFolders.sources.first { package.isFolder($0) } ?? "Sources"
        testFolder = TargetFolders.tests.first { package.isFolder($0) } ?? "Tests"
    }

    /// Relative to the package's folder.
    func folder(of target: DeclaredTarget, package: inout PackageFolder) throws(LayoutFailure) -> String {
        if let path = target.path {
            if path.hasPrefix("/") { throw .problem(.pathOutsidePackage(path)) }
            let folder = PackagePath.joined(".", path)
            if PackagePath.leavesPackage(folder) { throw .problem(.pathOutsidePackage(path)) }
            guard package.isFolder(folder) else { throw .problem(.pathIsNoFolder(path)) }
            return folder
        }
        let home: String
        switch target.kind {
        case .test: home = testFolder
        case .plugin: home = "Plugins"
        default: home = sourceFolder
        }
        let folder = home + "/" + target.name
        if package.kind(of: folder) != nil { return folder }
        // A lone target of its kind may have the whole folder to itself.
        if manifest.toolsVersion >= ToolsVersion(5, 9), neighbours(of: target) == 1, package.isFolder(home) {
            return home
        }
        throw .problem(.noFolder(searched: neighbours(of: target) == 1 ? [folder, home] : [folder]))
    }

    private func neighbours(of target: DeclaredTarget) -> Int {
        manifest.targets.count { other in
            switch target.kind {
            case .test: other.kind == .test
            case .plugin: other.kind == .plugin
            default: other.kind != .test && other.kind != .plugin
            }
        }
    }
}
