import Disk
import Glibc

/// A folder that is gone with this.
final class TemporaryFolder: Sendable {
    let path: AbsolutePath

    init() {
        var template = Array("/tmp/mono-transfers-XXXXXX".utf8CString)
        path = AbsolutePath(mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent")
    }

    deinit { try? LocalFileSystem().remove(path) }
}
