import Foundation
import Glibc
import Measuring

/// Does a change to a workspace, at once and with as few steps as there can be, and undoes it.
final class RacingHand {
    private let workspace: RacedWorkspace
    private let change: Change
    private var place: String { "\(workspace.folder)/\(change.spot.folder)" }
    private var file: String { "\(place)/\(change.spot.file)" }
    private var other: String { workspace.folder + "/.other" }
    private var away: String { workspace.folder + "/.away" }
    private var mapping: UnsafeMutablePointer<UInt8>?
    private var times: [timespec] = []

    /// The workspace has content 1 at the spot; lays out what the change needs, before the build.
    init(_ workspace: RacedWorkspace, _ change: Change) throws {
        (self.workspace, self.change) = (workspace, change)
        let files = FileManager.default
        switch change.kind {
        case .folder, .folderAndBack, .link, .linkAndBack:
            try files.copyItem(atPath: place, toPath: other)
            try Folders.write(workspace.text(change.spot, 2), to: "\(other)/\(change.spot.file)", atomically: false)
        case .replace, .replaceAndBack:
            try Folders.write(workspace.text(change.spot, 2), to: other, atomically: false)
        case .rewrite, .rewriteAndBack: break
        case .mapped: try map()
        }
        if change.kind == .link || change.kind == .linkAndBack {
            try files.moveItem(atPath: place, toPath: away)
            try files.createSymbolicLink(atPath: place, withDestinationPath: away)
        }
        var found = stat()
        stat(file, &found)
        times = [found.st_atim, found.st_mtim]
    }

    deinit { if let mapping { munmap(mapping, 4096) } }

    /// Makes the page dirty, so that another store changes no time.
    private func map() throws {
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        guard let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else {
            throw RunError("cannot map \(file)")
        }
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        bytes[0] = bytes[0]
        mapping = bytes
    }

    func act() {
        switch change.kind {
        case .folder, .folderAndBack:
            rename(place, away)
            rename(other, place)
        case .link, .linkAndBack: lead(to: other)
        case .rewrite, .rewriteAndBack: overwrite(2)
        case .replace: rename(other, file)
        case .replaceAndBack:
            rename(file, away)
            rename(other, file)
        case .mapped:
            let old = Array(workspace.text(change.spot, 1).utf8), new = Array(workspace.text(change.spot, 2).utf8)
            if let at = old.indices.first(where: { old[$0] != new[$0] }) { mapping?[at] = new[at] }
        }
    }

    func undo() {
        switch change.kind {
        case .folderAndBack:
            rename(place, other)
            rename(away, place)
        case .linkAndBack: lead(to: away)
        case .rewriteAndBack:
            overwrite(1)
            utimensat(AT_FDCWD, file, times, 0)
        case .replaceAndBack:
            rename(file, other)
            rename(away, file)
        case .folder, .link, .rewrite, .replace, .mapped: break
        }
    }

    /// Another link takes the name of the old one, in one step.
    private func lead(to destination: String) {
        let new = workspace.folder + "/.new"
        symlink(destination, new)
        rename(new, place)
    }

    private func overwrite(_ content: Int) {
        let text = workspace.text(change.spot, content), descriptor = open(file, O_WRONLY)
        pwrite(descriptor, text, text.utf8.count, 0)
        close(descriptor)
    }
}
