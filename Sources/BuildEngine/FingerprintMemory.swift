import BuildPlanning
import Digests
import Disk

/// The named components of each action's last key, one small file an action: read only when an action must run, to say why.
struct FingerprintMemory: Sendable {
    let files: any FileSystem
    let folder: AbsolutePath

    func last(for action: ActionID) -> Fingerprint? {
        guard let bytes = try? files.read(path(of: action)), var reader = ByteReader(sealed: bytes),
            reader.text() == action.name, let count = reader.count()
        else { return nil }
        var fingerprint = Fingerprint()
        for _ in 0..<count {
            guard let name = reader.text(), let value = reader.text() else { return nil }
            fingerprint.add(Fingerprint.Name(text: name), value)
        }
        return fingerprint
    }

    func record(_ fingerprint: Fingerprint, for action: ActionID) {
        var writer = ByteWriter()
        writer.write(action.name)
        writer.write(fingerprint.components.count)
        for component in fingerprint.components {
            writer.write(component.name.text)
            writer.write(component.value)
        }
        try? files.write(writer.sealed(), to: path(of: action))
    }

    private func path(of action: ActionID) -> AbsolutePath { folder / ContentDigest(of: action.name).hex }
}
