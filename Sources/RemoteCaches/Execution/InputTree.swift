import Digests

/// The folders in which inputs lie, as messages that name what they hold by digest: the same files make the same
/// tree on every machine.
struct InputTree: Sendable {
    private final class Folder {
        var files: [String: RemoteAction.Input] = [:]
        var folders: [String: Folder] = [:]
    }

    private enum Field {
        static let files = 1, folders = 2
        enum Node { static let name = 1, digest = 2, isExecutable = 4 }
    }

    let root: ContentDigest
    /// The folders' messages.
    private(set) var folders: [ContentDigest: [UInt8]] = [:]

    /// Nil where two inputs lie at one place, or one inside another, or outside of all.
    init?(_ inputs: [RemoteAction.Input]) {
        let top = Folder()
        for input in inputs {
            let parts = input.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard let name = parts.last, !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
            var folder = top
            for part in parts.dropLast() {
                if folder.files[part] != nil { return nil }
                let next = folder.folders[part] ?? Folder()
                folder.folders[part] = next
                folder = next
            }
            if let known = folder.files[name], known.digest != input.digest { return nil }
            if folder.folders[name] != nil { return nil }
            folder.files[name] = input
        }
        var folders: [ContentDigest: [UInt8]] = [:]
        root = InputTree.add(top, to: &folders)
        self.folders = folders
    }

    /// Names stand in the order of their bytes.
    private static func add(_ folder: Folder, to folders: inout [ContentDigest: [UInt8]]) -> ContentDigest {
        var writer = ProtobufWriter()
        for (name, file) in folder.files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            var node = ProtobufWriter()
            node.text(Field.Node.name, name)
            node.message(Field.Node.digest, RemoteEntry.encode(file.digest))
            node.number(Field.Node.isExecutable, file.isExecutable ? 1 : 0)
            writer.message(Field.files, node.bytes)
        }
        for (name, inner) in folder.folders.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            var node = ProtobufWriter()
            node.text(Field.Node.name, name)
            node.message(Field.Node.digest, RemoteEntry.encode(add(inner, to: &folders)))
            writer.message(Field.folders, node.bytes)
        }
        let digest = ContentDigest(of: writer.bytes)
        folders[digest] = writer.bytes
        return digest
    }
}
