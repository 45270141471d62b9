import Disk
import Toolchains

/// What surrounds a workspace, as the front end has it. Libraries ask the process for none of it.
public struct HostEnvironment: Hashable, Sendable {
    /// What SwiftPM, git, plugins and tests see of the user's environment.
    public var variables: [String: String]
    /// The user's home folder; nil where there is none.
    public var home: AbsolutePath?
    /// Where tools put temporary files; nil where that is theirs to choose.
    public var temporaryFolder: AbsolutePath?
    /// The machine's name, for those who ask where a result came from.
    public var host: String

    public init(
        variables: [String: String], home: AbsolutePath? = nil, temporaryFolder: AbsolutePath? = nil, host: String = ""
    ) {
        (self.variables, self.home, self.temporaryFolder, self.host) = (variables, home, temporaryFolder, host)
    }

    /// What compilers and linkers get. None of it changes an output of theirs; the search path is fixed, so that none
    /// can. Programs that plugins have run can see the folders.
    func ofTools(_ toolchain: Toolchain) -> [String: String] {
        var tools = ["PATH": "\(toolchain.root / "bin"):/usr/bin:/bin", "LANG": "C.UTF-8"]
        tools["HOME"] = variables["HOME"]
        tools["TMPDIR"] = temporaryFolder?.string
        return tools
    }
}
