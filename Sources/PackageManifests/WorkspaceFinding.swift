import Configuration
import Disk

/// Finding and opening a workspace is the first step of loading one: what goes wrong here goes wrong as it does there.
extension WorkspaceConfiguration {
    /// The workspace that `folder` is in: the nearest folder upwards with a `mono.json`, else the nearest one with a
    /// `Package.swift`. `home`: what `~` at the start of a path stands for. Throws where there is neither, and where
    /// the file is not as it should be.
    public static func find(
        from folder: AbsolutePath, files: any FileSystem, home: AbsolutePath? = nil
    ) throws(ManifestError) -> WorkspaceConfiguration {
        // SwiftPM tells paths without links: so everything is seen from there.
        let start = files.resolve(folder) ?? folder
        if let root = nearest(fileName, from: start, files) {
            return try read(root / fileName, files: files, home: home)
        }
        guard let root = nearest("Package.swift", from: start, files) else { throw .noWorkspace(folder) }
        return WorkspaceConfiguration(root: root, packages: [PackageEntry(folder: root)])
    }

    /// The root of that workspace, whatever its file says: it may be wrong for now.
    public static func root(from folder: AbsolutePath, files: any FileSystem) throws(ManifestError) -> AbsolutePath {
        let start = files.resolve(folder) ?? folder
        guard let root = nearest(fileName, from: start, files) ?? nearest("Package.swift", from: start, files) else {
            throw .noWorkspace(folder)
        }
        return root
    }

    /// What the configuration file `file` says about the folder it lies in.
    public static func read(
        _ file: AbsolutePath, files: any FileSystem, home: AbsolutePath? = nil
    ) throws(ManifestError) -> WorkspaceConfiguration {
        let bytes: [UInt8]
        do { bytes = try files.read(file, atMost: ReadLimit.configuration) } catch { throw .file(error) }
        do {
            return try WorkspaceConfiguration(bytes, of: file, files: files, home: home)
        } catch { throw .configuration(error) }
    }

    private static func nearest(_ name: String, from folder: AbsolutePath, _ files: any FileSystem) -> AbsolutePath? {
        var folder = folder
        while true {
            if files.isFile(folder / name) { return folder }
            if folder.string == "/" { return nil }
            folder = folder.parent
        }
    }
}
