import BuildPlanning
import Digests
import Disk

/// The named components of each action's last key, one small file an action: read only when an action must run, to say
/// why.
struct FingerprintMemory: Sendable {
    let files: any FileSystem
    let folder: AbsolutePath

    func last(for action: ActionID) -> Fingerprint? {
        (try? files.read(path(of: action))).flatMap { try? FingerprintMemory.decode($0, action) }
    }

    private static func decode(_ bytes: [UInt8], _ action: ActionID) throws(MalformedRecord) -> Fingerprint {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.text() == action.name else { throw MalformedRecord() }
        let components = try reader.list { (reader) throws(MalformedRecord) in
            Fingerprint.Component(Fingerprint.Name(text: try reader.text()), try reader.text())
        }
        try reader.finish()
        return Fingerprint(components: components)
    }

    func record(_ fingerprint: Fingerprint, for action: ActionID) {
        var writer = RecordWriter()
        writer.write(action.name)
        writer.write(fingerprint.components) {
            $0.write($1.name.text)
            $0.write($1.value)
        }
        try? files.write(writer.sealed(), to: path(of: action))
    }

    private func path(of action: ActionID) -> AbsolutePath { folder / ContentDigest(of: action.name).hex }
}
