import BuildPlanning
import Digests
import Disk
import Targets
import Toolchains

/// Makes the key under which a test target's results are kept: everything that its program is and may read.
public struct TestKey: Sendable {
    public static let format = "2"

    let graph: TargetGraph
    let root: AbsolutePath
    let toolchain: Toolchain
    let files: any FileSystem
    /// Of files of the workspace, and of the machine.
    let workspace, machine: FileDigests
    /// Files that the workspace declares, as they were written: relative to the root, or absolute.
    let declared: [String]
    /// Folders in which mono keeps what it makes, and files that it writes for people.
    let excluded: Set<AbsolutePath>

    public init(
        graph: TargetGraph, root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, workspace: FileDigests,
        machine: FileDigests,
        declared: [String], excluded: Set<AbsolutePath>
    ) {
        (self.graph, self.root, self.toolchain, self.files) = (graph, root, toolchain, files)
        (self.workspace, self.machine, self.declared, self.excluded) = (workspace, machine, declared, excluded)
    }

    /// Nil where a key could not name all that counts.
    func fingerprint(of test: TestTarget, selection: TestSelection) throws(FileError) -> Fingerprint? {
        let target = test.id, needs = test.needs
        if case .unknown = needs.reach { return nil }
        guard let libraries = test.libraries else { return nil }
        // What its programs load when they run is on no list.
        if toolchain.sdk != nil { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add(.own("test format"), TestKey.format)
        fingerprint.add(.own("toolchain"), toolchain.identity)
        fingerprint.add(.own("target"), target.description)
        for path in test.placed.sorted() {
            guard try add(placed: path, to: &fingerprint) else { return nil }
        }
        for path in Set(libraries).sorted() {
            fingerprint.add(
                .own("library \(path)"),
                try? (path.hasPrefix("/") ? machine : workspace).digest(AbsolutePath(path, in: root)))
        }
        for text in selection.wanted { fingerprint.add(.own("filter"), text) }
        for text in selection.unwanted { fingerprint.add(.own("skip"), text) }
        for (name, value) in test.environment.counted {
            fingerprint.add(.own("environment \(name)"), value ?? "not set")
        }
        for path in declared { try add(path, to: &fingerprint) }
        var packages = Set(needs.asking.map(\.package))
        packages.insert(target.package)
        for package in packages.sorted() { try add(package, of: target, needs, to: &fingerprint) }
        return fingerprint
    }

    /// False for what stands for more than a key says: folders, and a link in a bundle through which a test could read
    /// one elsewhere.
    private func add(placed path: String, to fingerprint: inout Fingerprint) throws(FileError) -> Bool {
        let place = root / path
        switch files.linkStatus(place)?.kind {
        case .folder:
            // What a plugin's command made.
            guard try files.list(place).isEmpty else { return false }
            fingerprint.add(.own("program \(path)"), "folder")
        case .symbolicLink:
            let destination = try files.destination(ofLink: place)
            fingerprint.add(.own("program \(path)"), "link to \(destination)")
            guard files.isFolder(place) else {
                fingerprint.add(.own("behind \(path)"), try? machine.digest(place))
                return true
            }
            // Such a one leads to what lies in the bundle beside it.
            return !destination.hasPrefix("/") && !destination.split(separator: "/").contains("..")
        default: fingerprint.add(.own("program \(path)"), try workspace.digest(place))
        }
        return true
    }

    /// A file that is declared, or a folder with all it holds.
    private func add(_ declared: String, to fingerprint: inout Fingerprint) throws(FileError) {
        let path = AbsolutePath(declared, in: root)
        guard files.isFolder(path) else { return add(path, "declared \(declared)", machine, to: &fingerprint) }
        let walk = try FolderWalk(of: path, in: files, boundary: AbsolutePath("/"))
        add(walk, of: path, "declared", prefix: declared + "/", machine, to: &fingerprint) { _ in true }
    }

    private func add(_ id: PackageID, of target: TargetID, _ needs: TestNeeds, to fingerprint: inout Fingerprint)
        throws(FileError)
    {
        guard let package = graph.packages[id] else { return }
        let folder = root / package.folder
        // Links are followed wherever they lead, as tests do; of one that leads to half the disk there is no end, and
        // no key.
        let walk = try FolderWalk(of: folder, in: files, boundary: AbsolutePath("/")) { path in
            let place = folder / path
            return !excluded.contains(place) && !isOfTools(place)
        }
        var sources: Set<String> = []
        if needs.reach != .package {
            for other in graph.packages.values where !other.isExternal && (root / other.folder).isInside(folder) {
                let inner = (root / other.folder).relative(to: folder),
                    prefix = inner == "." || inner.isEmpty ? "" : inner + "/"
                for each in graph.byPackage[other.id] ?? [] {
                    if needs.reach == .ownFolder, needs.asking.contains(each) { continue }
                    guard let each = graph.targets[each] else { continue }
                    sources.formUnion((each.sources + each.headers).map { prefix + $0 })
                }
            }
        }
        let prefix = package.folder == "." ? "" : package.folder + "/"
        add(walk, of: folder, "", prefix: prefix, workspace, to: &fingerprint) {
            !sources.contains($0) && !excluded.contains(folder / $0)
        }
    }

    /// What a walk found, as far as it counts.
    private func add(
        _ walk: FolderWalk, of folder: AbsolutePath, _ kind: String, prefix: String, _ digests: FileDigests,
        to fingerprint: inout Fingerprint,
        counts: (String) -> Bool
    ) {
        let kind = kind.isEmpty ? "" : kind + " "
        for file in walk.files where file.kind == .file && counts(file.path) {
            add(folder / file.path, "\(kind)file \(prefix)\(file.path)", digests, to: &fingerprint)
        }
        for path in walk.emptyFolders { fingerprint.add(.own("\(kind)folder \(prefix)\(path)"), "") }
        for link in walk.linksNotFollowed {
            fingerprint.add(
                .own("\(kind)link \(prefix)\(link.path)"), (try? files.destination(ofLink: folder / link.path)) ?? "")
        }
    }

    /// What cannot be read says so in the key: it is not what it would be if it could be.
    private func add(_ file: AbsolutePath, _ name: String, _ digests: FileDigests, to fingerprint: inout Fingerprint) {
        fingerprint.add(.own(name), try? digests.digest(file))
        // A script that nobody may start any more is another one.
        if files.status(file)?.isExecutable ?? false { fingerprint.add(.own("executable \(name)"), "") }
    }

    /// What tools keep beside packages. In other places folders of these names are like any other, such as fixtures.
    private func isOfTools(_ folder: AbsolutePath) -> Bool {
        guard TestKey.toolFolders.contains(folder.name) else { return false }
        if folder.parent == root
            || graph.packages.values.contains(where: { !$0.isExternal && root / $0.folder == folder.parent })
        {
            return true
        }
        // Of a package that is none of the workspace's: other tools than tests make these.
        return [".git", ".build"].contains(folder.name) && files.isFile(folder.parent / "Package.swift")
    }

    private static let toolFolders: Set<String> = [".git", ".build", ".mono", ".swiftpm"]
}
