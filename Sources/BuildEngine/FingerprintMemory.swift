import BuildPlanning
import Digests
import Disk

/// The named components of each action's last key, and what its module showed lately: read only when an action must
/// run, to say why. Many to a file: with one for each of 26,000 actions, these files took a third of the time of a fresh
/// clone's first build.
struct FingerprintMemory: Sendable {
    private let records: RecordSegments

    init(files: any FileSystem, folder: AbsolutePath) { records = RecordSegments(files: files, folder: folder) }

    private struct Record {
        var fingerprint: Fingerprint
        var nodes: [ModuleSight.Node]
    }

    /// Those who see a module may have been built last when it showed something older.
    private static let mostNodes = 16

    func last(for action: ActionID) -> Fingerprint? { read(action)?.fingerprint }

    /// What the action's module showed under each of the last keys, the last first.
    func nodes(of action: ActionID) -> [ModuleSight.Node] { read(action)?.nodes ?? [] }

    /// `nodes`: nil where others see nothing of the action.
    func record(_ fingerprint: Fingerprint, _ nodes: ModuleSight.Nodes?, for action: ActionID) {
        var kept: [ModuleSight.Node] = []
        if let nodes {
            kept = [nodes.interfaces, nodes.bytes]
            kept += self.nodes(of: action).filter { !kept.contains($0) }
        }
        var writer = RecordWriter()
        writer.write(action.name)
        writer.write(fingerprint.components) {
            $0.write($1.name.text)
            $0.write($1.value)
        }
        writer.write(Array(kept.prefix(FingerprintMemory.mostNodes))) { writer, node in
            writer.write(node.own)
            writer.write(node.imports) {
                $0.write($1.module.name)
                $0.write($1.sight)
            }
        }
        records.put(writer.bytes, for: key(of: action))
    }

    /// Writes what is new. Failing to is no error: the next build does not know why something runs.
    func save() { records.save() }

    private func read(_ action: ActionID) -> Record? {
        records.record(of: key(of: action)).flatMap { try? FingerprintMemory.decode($0, action) }
    }

    private static func decode(_ bytes: [UInt8], _ action: ActionID) throws(MalformedRecord) -> Record {
        var reader = RecordReader(bytes)
        guard try reader.text() == action.name else { throw MalformedRecord() }
        let components = try reader.list { (reader) throws(MalformedRecord) in
            Fingerprint.Component(Fingerprint.Name(text: try reader.text()), try reader.text())
        }
        let nodes = try reader.list { (reader) throws(MalformedRecord) in
            ModuleSight.Node(
                own: try reader.digest(),
                imports: try reader.list { (reader) throws(MalformedRecord) in
                    .init(module: ActionID(try reader.text()), sight: try reader.digest())
                })
        }
        try reader.finish()
        return Record(fingerprint: Fingerprint(components: components), nodes: nodes)
    }

    private func key(of action: ActionID) -> ContentDigest { ContentDigest(of: action.name) }
}
