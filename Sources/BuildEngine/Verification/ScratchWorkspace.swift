import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Toolchains

/// A folder in which an action runs as it would in the workspace, and finds only what it declares or was seen to read.
///
/// Files keep their paths relative to the root, because outputs hold these paths. Inputs are copied and not linked: of a
/// symbolic link, compilers print the target. The module cache is this folder's own, as its headers are.
struct ScratchWorkspace: Sendable {
    let root: AbsolutePath
    private let files: any FileSystem
    private let cache: TieredCache
    private let readable: ReadableFiles
    /// The digest of each file that was copied here, by path. Nobody else writes to this folder.
    private var placed: [String: ContentDigest] = [:]

    init(root: AbsolutePath, files: any FileSystem, cache: TieredCache, readable: ReadableFiles) {
        (self.root, self.files, self.cache, self.readable) = (root, files, cache, readable)
    }

    func path(_ relative: String) -> AbsolutePath { AbsolutePath(relative, in: root) }

    /// An argument as it is spelled here. Some name the workspace by its own path: what pkg-config or a person said.
    /// Debug information holds that path unless it starts with the root that the compiler is told.
    func spelled(_ argument: Argument, jobs: Int, temporary: String) -> String {
        // What is made holds this path. A source that is named so is the workspace's own, which has the content that the
        // key says.
        if case .revealed = argument {
            return argument.spelled(jobs: jobs, root: original.string, temporary: temporary)
        }
        let text = argument.spelled(jobs: jobs, root: root.string, temporary: temporary)
        switch argument {
        case .rooted, .mapped, .revealed, .temporary, .open, .placed: return text
        case .text, .incidental, .jobs, .incremental, .threads: break
        }
        return MovedPaths.moved(text, from: original.string, to: root.string)
    }

    /// The workspace.
    private var original: AbsolutePath { readable.absolute(".") }

    /// Copies a file of the workspace, as it was when `digest` was its digest.
    mutating func copy(_ source: String, _ digest: ContentDigest) throws {
        if placed[source] == digest { return }
        let original = readable.absolute(source)
        do {
            let found = try files.copy(
                files.resolve(original) ?? original, to: path(source), expecting: digest,
                permissions: readable.isExecutable(source) ? 0o755 : 0o644,
                durably: false)
            guard found == digest else { throw VerificationObstacle.inputChanged(source) }
        } catch let error as FileError {
            guard error.path.isInside(root) else { throw VerificationObstacle.inputChanged(source) }
            throw error
        }
        placed[source] = digest
    }

    /// Makes a folder that counts by the names in it. One that is a link in the workspace is a link here, because `..`
    /// behind it leads elsewhere than behind a folder; call this before anything is copied there.
    mutating func makeFolder(_ relative: String) throws(FileError) {
        let place = path(relative), source = readable.absolute(relative)
        // Names come from caches.
        guard place.isInside(root), place != root else { return }
        guard files.linkStatus(source)?.kind == .symbolicLink, let end = files.resolve(source),
            let workspace = files.resolve(original), end != workspace, end.isInside(workspace)
        else { return try files.makeFolder(place) }
        let destination = path(end.relative(to: workspace))
        try files.makeFolder(destination)
        if files.linkStatus(place)?.kind == .symbolicLink { return }
        try files.remove(place)
        for known in placed.keys where known.hasPrefix(relative + "/") { placed[known] = nil }
        try files.makeSymbolicLink(at: place, to: destination.string)
    }

    /// Restores what another action made.
    mutating func place(_ output: Action.Output, of need: ActionRunner.Need) throws {
        guard let known = need.decided.result.outputs.first(where: { $0.name == output.name }) else { return }
        if placed[output.path] == known.digest { return }
        let place = path(output.path)
        do {
            try cache.materialise(known, at: place)
        } catch .file(let error) {
            throw error
        } catch .miss {
            // A result that was not published lies in the workspace alone.
            if known.isFolder {
                guard let content = try? FileTree.encoded(readable.absolute(output.path), files: files),
                    ContentDigest(of: content) == known.digest,
                    let tree = try? FileTree(decoding: content)
                else { throw VerificationObstacle.inputLost(output.path, of: need.action.id) }
                try tree.replace(place, files: files)
                placed[output.path] = known.digest
                return
            }
            let found = try? files.copy(
                readable.absolute(output.path), to: place, expecting: known.digest,
                permissions: known.isExecutable ? 0o755 : 0o644, durably: false)
            guard found == known.digest else { throw VerificationObstacle.inputLost(output.path, of: need.action.id) }
        }
        placed[output.path] = known.digest
    }

    mutating func write(_ file: Action.GeneratedFile) throws(FileError) {
        let content = Array(file.content(in: original).utf8), digest = ContentDigest(of: content)
        if placed[file.path] == digest { return }
        try files.write(content, to: path(file.path))
        placed[file.path] = digest
    }

    /// Removes what the action writes: its next run is a clean one, and nobody else reads what this one made.
    mutating func clear(_ action: Action) throws(FileError) {
        for written in ScratchWorkspace.written(by: action) {
            try files.remove(path(written))
            placed[written] = nil
        }
    }

    /// Makes the folders that the action works in and writes to.
    func makeFolders(for action: Action) throws(FileError) {
        try files.makeFolder(path(action.folder))
        for written in ScratchWorkspace.written(by: action) { try files.makeFolder(path(written).parent) }
    }

    private static func written(by action: Action) -> [String] {
        action.written + (action.inPlace?.state ?? [])
    }
}
