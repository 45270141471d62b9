import CLinux
import Glibc

/// How a path becomes arguments of a system call, and where symbolic links are followed on the way.
///
/// Below an *anchor* no link is followed, neither on the way nor at the end: whoever else may write there cannot lead
/// us elsewhere. The anchor itself is what its path says, links and all, because the user named it. Every other path is
/// handed to the system as it is.
struct PathAccess: Sendable {
    /// Outermost first: of nested anchors the outer one counts.
    private(set) var anchors: [AbsolutePath] = []
    /// For tests: what kernels without `openat2` get.
    var isStepwise = false

    func anchored(at folder: AbsolutePath) -> PathAccess {
        var access = self
        access.anchors = (anchors + [folder]).sorted { $0.string.utf8.count < $1.string.utf8.count }
        return access
    }

    /// The anchor that `path` lies below; nil for an anchor itself and for all that lies elsewhere.
    func anchor(of path: AbsolutePath) -> AbsolutePath? {
        anchors.first { path.isInside($0) && path != $0 }
    }

    /// Makes a system call on `path`, again as long as a signal interrupts it. `call` gets the folder and the name to
    /// look up in it, and whether links at the end must not be followed. A path that holds a zero byte fails with
    /// `EINVAL`, a link below an anchor with `ELOOP`.
    @inline(__always)
    func systemCall<Value>(
        _ path: AbsolutePath, _ call: (_ folder: Int32, _ name: UnsafePointer<CChar>, _ isAnchored: Bool) -> Value
    ) -> SystemResult<Value> {
        guard let anchor = anchor(of: path) else { return path.systemCall { call(AT_FDCWD, $0, false) } }
        return anchoredCall(path, anchor, call)
    }

    private func anchoredCall<Value>(
        _ path: AbsolutePath, _ anchor: AbsolutePath, _ call: (Int32, UnsafePointer<CChar>, Bool) -> Value
    ) -> SystemResult<Value> {
        let parent = path.parent
        let below = parent == anchor ? "" : parent.relative(to: anchor)
        if path.string.utf8.contains(0) { return SystemResult(value: -1, code: EINVAL) }
        let opened = Disk.systemCall { mono_open_folder_beneath(anchor.string, below, isStepwise ? 1 : 0) }
        if opened.failed { return SystemResult(value: -1, code: opened.code) }
        let folder = OpenFile(descriptor: opened.value)
        return path.name.withCString { name in Disk.systemCall { call(folder.descriptor, name, true) } }
    }
}

extension OpenFile {
    /// Opens `path`; the file is not inherited by programs. `permissions` apply, less the umask, where `flags` make a
    /// file.
    init(_ path: AbsolutePath, _ access: PathAccess, _ flags: Int32, permissions: mode_t = 0) throws(ErrorNumber) {
        let result = access.systemCall(path) { folder, name, isAnchored in
            openat(folder, name, flags | O_CLOEXEC | (isAnchored ? O_NOFOLLOW : 0), permissions)
        }
        if result.failed { throw ErrorNumber(result.code) }
        self.init(descriptor: result.value)
    }
}
