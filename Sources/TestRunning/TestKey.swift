import BuildPlanning
import Digests
import Disk
import Targets
import Toolchains

/// Makes the key under which a test target's results are kept: everything that its program is and may read.
public struct TestKey: Sendable {
    public static let format = "1"

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
        graph: TargetGraph, root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, workspace: FileDigests, machine: FileDigests,
        declared: [String], excluded: Set<AbsolutePath>
    ) {
        (self.graph, self.root, self.toolchain, self.files) = (graph, root, toolchain, files)
        (self.workspace, self.machine, self.declared, self.excluded) = (workspace, machine, declared, excluded)
    }

    /// `placed`: the program and what lies beside it for its tests, relative to the root. Nil where a key could not name all that counts.
    public func fingerprint(
        of target: TargetID, placed: [String], needs: TestNeeds, environment: TestEnvironment, selection: TestSelection
    ) throws(FileError) -> Fingerprint? {
        if case .unknown = needs.reach { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add("test format", TestKey.format)
        fingerprint.add("toolchain", toolchain.identity)
        fingerprint.add("target", target.description)
        for path in placed.sorted() { fingerprint.add("program \(path)", try workspace.digest(root / path)) }
        for text in selection.wanted { fingerprint.add("filter", text) }
        for text in selection.unwanted { fingerprint.add("skip", text) }
        for (name, value) in environment.counted { fingerprint.add("environment \(name)", value ?? "not set") }
        for path in declared { try add(path, to: &fingerprint) }
        var packages = Set(needs.asking.map(\.package))
        packages.insert(target.package)
        for package in packages.sorted() { try add(package, of: target, needs, to: &fingerprint) }
        return fingerprint
    }

    /// A file that is declared, or a folder with all it holds.
    private func add(_ declared: String, to fingerprint: inout Fingerprint) throws(FileError) {
        let path = AbsolutePath(declared, in: root)
        guard files.isFolder(path) else {
            fingerprint.add("declared \(declared)", try? machine.digest(path))
            return
        }
        for file in try FolderWalk(of: path, in: files, boundary: nil, entering: { _ in true }).files where file.kind == .file {
            fingerprint.add("declared \(declared)/\(file.path)", try? machine.digest(path / file.path))
        }
    }

    private func add(_ id: PackageID, of target: TargetID, _ needs: TestNeeds, to fingerprint: inout Fingerprint) throws(FileError) {
        guard let package = graph.packages[id] else { return }
        let folder = root / package.folder
        let others = Set(graph.packages.values.filter { $0.id != id && !$0.isExternal }.map { root / $0.folder })
        // Links are followed wherever they lead, as tests do; of one that leads to half the disk there is no end, and no key.
        let walk = try FolderWalk(of: folder, in: files, boundary: AbsolutePath("/")) { path in
            let place = folder / path
            return !TestKey.skipped.contains(String(path.split(separator: "/").last ?? "")) && !others.contains(place) && !excluded.contains(place)
        }
        var sources: Set<String> = []
        if needs.reach != .package {
            for other in graph.targets.values where other.id.package == id {
                let isOpen = needs.reach == .ownFolder && needs.asking.contains(other.id)
                if !isOpen { sources.formUnion(other.sources + other.headers) }
            }
        }
        let prefix = package.folder == "." ? "" : package.folder + "/"
        for file in walk.files where file.kind == .file && !sources.contains(file.path) && !excluded.contains(folder / file.path) {
            // What cannot be read says so in the key: it is not what it would be if it could be.
            fingerprint.add("file \(prefix)\(file.path)", try? workspace.digest(folder / file.path))
        }
        for link in walk.linksNotFollowed { fingerprint.add("link \(prefix)\(link.path)", (try? files.destination(ofLink: folder / link.path)) ?? "") }
    }

    /// What tools keep beside packages.
    private static let skipped: Set<String> = [".git", ".build", ".mono", ".swiftpm"]
}
