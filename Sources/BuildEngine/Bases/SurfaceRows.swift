import Digests
import Disk
import SwiftText
import Synchronization

/// The surfaces of sources by their content, each read once a build.
final class SurfaceRows: Sendable {
    private let files: any FileSystem
    private let known = Mutex<[ContentDigest: SurfaceTable.Row]>([:])

    init(files: any FileSystem) { self.files = files }

    /// What is known already.
    func learn(_ rows: some Sequence<SurfaceTable.Row>) {
        known.withLock { known in for row in rows { known[row.content] = row } }
    }

    /// Of the source, which has this content; nil where it holds something else by now.
    func row(of source: AbsolutePath, content: ContentDigest) -> SurfaceTable.Row? {
        if let row = known.withLock({ $0[content] }) { return row }
        guard let bytes = try? files.read(source), ContentDigest(of: bytes) == content else { return nil }
        let row = SurfaceTable.Row(content: content, surface: SourceSurface(bytes).map(SurfaceTable.Surface.init))
        known.withLock { $0[content] = row }
        return row
    }
}
