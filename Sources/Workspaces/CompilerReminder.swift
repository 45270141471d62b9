import BuildPlanning
import Disk

extension OpenWorkspace {
    /// True for the first call in this workspace with this compiler: what is to be said once is said then. Where it
    /// cannot be remembered it stays true.
    public func isFirstBuildWithCompiler() -> Bool {
        let file = root / BuildLayout.folder / "state/compiler-seen"
        let identity = Array(toolchain.identity.description.utf8)
        // Not an input of the build: past the log of what it looks at.
        if let seen = try? unloggedFiles.read(file, atMost: 1 << 10), seen == identity { return false }
        try? unloggedFiles.write(identity, to: file)
        return true
    }
}
