import ArtifactCache
import BuildPlanning
import Disk
import Synchronization

/// Makes resource bundles hold what the plan says, and nothing else. One at a time: commands that run the same program
/// at once share what lies beside it.
final class BundlePlacement: Sendable {
    private let files: any FileSystem
    private let readable: ReadableFiles
    private let digests: FileDigests
    private let turn = Mutex(())

    init(files: any FileSystem, readable: ReadableFiles, digests: FileDigests) {
        (self.files, self.readable, self.digests) = (files, readable, digests)
    }

    /// For a workspace elsewhere.
    convenience init(files: any FileSystem, root: AbsolutePath) {
        let digests = FileDigests(files: files, memory: nil)
        self.init(
            files: files, readable: ReadableFiles(root: root, files: files, workspace: digests, machine: digests),
            digests: digests)
    }

    func place(_ bundle: BuildPlan.Bundle) throws(FileError) {
        try turn.withLock { _ throws(FileError) in try fill(bundle) }
    }

    private func fill(_ bundle: BuildPlan.Bundle) throws(FileError) {
        let folder = readable.absolute(bundle.path)
        // Somebody's link leads to a folder of theirs, from which nothing may be removed.
        if (try? files.destination(ofLink: folder)) != nil { try files.remove(folder) }
        try files.makeFolder(folder)
        // First: what was a folder may be a file now. A folder is kept as if something in it were; what actions made is
        // placed by others.
        try files.removeOthers(
            in: folder, keeping: Set(bundle.entries.map { $0.content == .emptyFolder ? $0.name + "/" : $0.name }),
            whole: Set(bundle.entries.filter { if case .output = $0.content { true } else { false } }.map(\.name)))
        for entry in bundle.entries {
            let path = folder / entry.name
            switch entry.content {
            case .text(let text): try files.writeIfChanged(Array(text.utf8), to: path)
            case .emptyFolder: try files.makeFolder(path)
            case .link(let destination):
                if (try? files.destination(ofLink: path)) == destination { continue }
                try files.makeFolder(path.parent)
                try files.remove(path)
                try files.makeSymbolicLink(at: path, to: destination)
            // Placed as everything that actions make.
            case .output: continue
            case .file(let source): try copy(readable.absolute(source), to: path)
            case .made(let source):
                let original = readable.absolute(source)
                guard files.isFolder(original) else {
                    try copy(original, to: path)
                    continue
                }
                let tree = try FileTree(reading: original, files: files)
                try files.makeFolder(path.parent)
                try tree?.replace(path, files: files)
            }
        }
    }

    private func copy(_ original: AbsolutePath, to path: AbsolutePath) throws(FileError) {
        let wanted = try digests.digest(original)
        let permissions: UInt16 = files.status(original)?.isExecutable == true ? 0o755 : 0o644
        // A link is no copy, even if it leads to the same.
        if let status = files.linkStatus(path), status.kind == .file, status.permissions == permissions,
            let found = try? digests.digest(path),
            found == wanted
        {
            return
        }
        try files.makeFolder(path.parent)
        try files.copy(files.resolve(original) ?? original, to: path, permissions: permissions, durably: false)
    }
}
