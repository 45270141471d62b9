import Digests
import Disk
import Foundation
import Subprocesses
import Toolchains

extension Room {
    /// In a folder, with the toolchain in `PATH`.
    package convenience init(work: String) throws {
        let variables = ProcessInfo.processInfo.environment, files = LocalFileSystem()
        let machine = AbsolutePath(work, in: AbsolutePath(FileManager.default.currentDirectoryPath)) / "machine"
        let toolchain = try ToolchainFinder(
            files: files, digests: FileDigests(files: files, memory: machine / "digests"),
            commands: LocalCommandRunner(), memory: machine
        ).find(for: machine, environment: variables)
        try self.init(
            folder: work + "/room", moduleCache: work + "/modules", toolchain: toolchain,
            environment: [
                "PATH": "\(toolchain.root / "bin"):/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": variables["HOME"] ?? "/",
            ])
    }
}
