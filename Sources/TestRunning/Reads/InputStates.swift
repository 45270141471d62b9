import Digests
import Disk
import Subprocesses
import Synchronization

/// What inputs of tests are now. Each is looked at once: many test targets ask for the same. All members may be called
/// from any thread.
final class InputStates: Sendable {
    private let files: any FileSystem
    /// Of files of the workspace, and of the machine.
    private let workspace, machine: FileDigests
    private let scopes: TestScopes
    /// Not counted in folders either.
    private let excluded: Set<AbsolutePath>
    /// By the bytes of names: two spellings of one accented letter are two files.
    private let known = Mutex<[[UInt8]: String]>([:])

    init(
        files: any FileSystem, workspace: FileDigests, machine: FileDigests, scopes: TestScopes,
        excluded: Set<AbsolutePath>
    ) {
        (self.files, self.workspace, self.machine) = (files, workspace, machine)
        (self.scopes, self.excluded) = (scopes, excluded)
    }

    /// Forgets what was seen: tests may have changed it since.
    func forget() { known.withLock { $0 = [:] } }

    /// In words, for a key: the same for the same. `name`: of an input (`TestInput.names`).
    func state(ofInputNamed name: String) -> String {
        let bytes = Array(name.utf8)
        if let state = known.withLock({ $0[bytes] }) { return state }
        let state = look(at: name)
        known.withLock { $0[bytes] = state }
        return state
    }

    private func look(at name: String) -> String {
        guard let input = TestInput(name: name), let path = scopes.path(of: input) else { return "nowhere" }
        guard let link = files.linkStatus(path) else { return "absent" }
        if input.ways == .followed {
            guard link.kind == .symbolicLink else { return "no link" }
            return "link to \((try? files.destination(ofLink: path)) ?? "?")"
        }
        guard let status = files.status(path) else { return "broken link" }
        switch input.ways {
        case .listed:
            guard let entries = try? files.list(path) else { return "no folder" }
            var builder = DigestBuilder()
            for entry in entries where !excluded.contains(path / entry.name) {
                builder.append(entry.name)
                builder.append(InputStates.word(for: entry.kind))
            }
            return builder.finish().description
        case .attributes:
            var builder = DigestBuilder()
            for (name, value) in files.attributes(path).sorted(by: { $0.key < $1.key }) {
                builder.append(name)
                builder.append(ContentDigest(of: value))
            }
            return builder.finish().description
        case .read where status.kind == .file:
            let digests = input.scope == .workspace ? workspace : machine
            return (try? digests.digest(path))?.description ?? "unreadable"
        default:
            let kind = (link.kind == .symbolicLink ? "link to " : "") + InputStates.word(for: status.kind)
            let size = status.kind == .file ? " of \(status.size)" : ""
            return "\(kind)\(size) \(rights(of: status))\(status.kind == .folder ? place(of: input, at: path) : "")"
        }
    }

    /// Who goes to a folder through links finds by relative paths what lies where the links lead. Empty where there are
    /// none on the way.
    private func place(of input: TestInput, at path: AbsolutePath) -> String {
        guard let real = files.resolve(path).map({ scopes.input(input.ways, $0) }), real != input else { return "" }
        return " at \(real.scope.rawValue)/\(real.path)"
    }

    private static func word(for kind: FileStatus.Kind) -> String {
        switch kind {
        case .file: "file"
        case .folder: "folder"
        case .symbolicLink: "link"
        case .other: "other"
        }
    }

    /// Of the owner: those of others depend on who made the file.
    private func rights(of status: FileStatus) -> String { String(status.permissions >> 6 & 7) }
}
