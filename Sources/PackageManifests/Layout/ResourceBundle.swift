import Disk
import Targets

/// What lies in a target's resource bundle, by SwiftPM's rules on Linux: what is copied keeps its folders, what is
/// processed lies side by side, but for languages. And what becomes code instead.
struct ResourceBundle: Hashable {
    private(set) var resources: [Resource] = []
    private(set) var embedded: [String] = []
    private(set) var obstacles: [Obstacle] = []

    /// `paths` are the target's resources as its files were sorted; `folder` is the target's.
    init(of target: DeclaredTarget, in folder: String, _ paths: [String], package: inout PackageFolder)
        throws(LayoutFailure)
    {
        if paths.isEmpty || target.kind == .plugin { return }
        let declared = target.resources.map { (path: PackagePath.joined(folder, $0.path), rule: $0.rule) }
        var missing: [String] = []
        for path in paths {
            let rule = declared.filter { PackagePath.isInside(path, $0.path) }.max {
                $0.path.utf8.count < $1.path.utf8.count
            }
            guard let kind = package.kind(of: path) else {
                missing.append(path)
                continue
            }
            switch rule?.rule {
            case .embedInCode: embedded += try files(at: path, kind, &package)
            case .copy?:
                // What is copied keeps its place within what the manifest names.
                let name = String(PackagePath.name(rule!.path))
                resources += try copies(
                    of: path, kind,
                    as: path == rule!.path ? name : name + "/" + path.dropFirst(rule!.path.utf8.count + 1), &package)
            case .process?, nil:
                let language = PackagePath.name(PackagePath.parent(path))
                let name = String(PackagePath.name(path))
                resources += try copies(
                    of: path, kind, as: language.hasSuffix(".lproj") ? language + "/" + name : name, &package)
            }
        }
        if !missing.isEmpty { obstacles.append(.missingResources(missing)) }
        resources.sort { PackagePath.precedes($0.name, $1.name) }
        for (one, next) in zip(resources, resources.dropFirst()) where one.name == next.name {
            throw .problem(.sameResourceName(one.name, [one.source, next.source]))
        }
    }

    /// As SwiftPM copies: links stay links, also those that lead nowhere, and what a folder holds goes along whatever
    /// it is called.
    private func copies(
        of path: String, _ kind: FileStatus.Kind, as name: String, _ package: inout PackageFolder
    ) throws(LayoutFailure) -> [Resource] {
        if let destination = package.destination(ofLink: path) {
            return [Resource(source: path, name: name, .link(to: destination))]
        }
        guard kind == .folder else { return [Resource(source: path, name: name)] }
        let entries: [FolderEntry]
        do { entries = try package.entriesWithLinks(of: path) } catch { throw .file(error) }
        if entries.isEmpty { return [Resource(source: path, name: name, .emptyFolder)] }
        var found: [Resource] = []
        for entry in entries {
            found += try copies(of: path + "/" + entry.name, entry.kind, as: name + "/" + entry.name, &package)
        }
        return found
    }

    /// What becomes code is read, and links are followed.
    private func files(at path: String, _ kind: FileStatus.Kind, _ package: inout PackageFolder) throws(LayoutFailure)
        -> [String]
    {
        guard kind == .folder else { return [path] }
        if package.leadsBack(path) { throw .problem(.endlessLink(path)) }
        let entries: [FolderEntry]
        do { entries = try package.entries(of: path) } catch { throw .file(error) }
        var found: [String] = []
        for entry in entries { found += try files(at: path + "/" + entry.name, entry.kind, &package) }
        return found
    }
}
