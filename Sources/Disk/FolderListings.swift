import Digests
import Parallelism

/// What folders list, for those in which somebody may replace a file: editors save a file by putting another one in its
/// place, which changes the time of its folder, and nothing of what the folder lists.
public struct FolderListings: Sendable {
    private let listings: [AbsolutePath: ContentDigest]

    /// Of the folders in `table` that hold a file which was read, lie in `root` and not in `ownFolder`, and are still as
    /// the table shows them.
    public init(of table: LookTable, in root: AbsolutePath, butNot ownFolder: AbsolutePath, _ files: any FileSystem) {
        let folders = table.foldersOfFiles.filter { $0.path.isInside(root) && !$0.path.isInside(ownFolder) }
        let found = parallelMap(folders) { folder -> ContentDigest? in
            // In this order: a look shows what changed before.
            let listing = LookQuestion.listing(folder.path).answer(files)
            return files.status(folder.path) == folder.status ? listing : nil
        }
        listings = Dictionary(
            zip(folders, found).compactMap { folder, listing in listing.map { (folder.path, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// True where the folder lists what it did; `files` is asked, whatever a look would show.
    public func holds(_ folder: AbsolutePath, in files: any FileSystem) -> Bool {
        guard let known = listings[folder] else { return false }
        return LookQuestion.listing(folder).answer(files) == known
    }

    public func write(to writer: inout RecordWriter) {
        writer.write(listings.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key.string)
            writer.write(entry.value)
        }
    }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let entries = try reader.list { (reader) throws(MalformedRecord) in
            let path = try reader.text()
            guard path.utf8.first == UInt8(ascii: "/") else { throw MalformedRecord() }
            return (AbsolutePath(path), try reader.digest())
        }
        listings = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    }
}

extension LookTable {
    /// Folders of which a look shows all, and that hold a file of which one does.
    fileprivate var foldersOfFiles: [(path: AbsolutePath, status: FileStatus)] {
        blocks.withUnsafeBytes { bytes in
            (LookTable.parts(of: bytes) ?? []).compactMap { part in
                var cursor = LookCursor(UnsafeRawBufferPointer(rebasing: bytes[part]))
                var own: FileStatus?, holdsFile = false, place: AbsolutePath?
                _ = cursor.forEach { folder, entry in
                    guard case .whole(let status) = entry.look else { return true }
                    if entry.name[0] == 0 {
                        (own, place) = (status, AbsolutePath(String(cString: folder)))
                    } else if status.kind == .file {
                        holdsFile = true
                    }
                    return true
                }
                guard let own, let place, holdsFile else { return nil }
                return (place, own)
            }
        }
    }
}
