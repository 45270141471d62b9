import Digests
import Disk
import Foundation
import Subprocesses
import Toolchains

/// The toolchain in `PATH`, and what its programs are started with.
package struct Workbench {
    package let toolchain: Toolchain
    package let environment: [String: String]

    /// `folder`: keeps what is remembered of the toolchain.
    package init(in folder: AbsolutePath) throws {
        let variables = ProcessInfo.processInfo.environment, files = LocalFileSystem()
        let machine = folder / "machine"
        toolchain = try ToolchainFinder(
            files: files, digests: FileDigests(files: files, memory: machine / "digests"),
            commands: LocalCommandRunner(), memory: machine
        ).find(for: machine, environment: variables)
        environment = [
            "PATH": "\(toolchain.root / "bin"):/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": variables["HOME"] ?? "/",
        ]
    }
}
