import Digests
import Disk
import Subprocesses
import Toolchains

/// A module as its emit-module action left it.
public struct EmittedModule: Hashable, Sendable {
    public var name: String
    /// The `.swiftmodule`, and its content.
    public var file: AbsolutePath
    public var bytes: ContentDigest
    /// The package interface, or the private one where there is no package name.
    public var interface: AbsolutePath
    /// Absolute paths of what it was made from.
    public var sources: [AbsolutePath]
    /// Where tools that read the module run, and what they need to find its imports: search paths, module maps, the target.
    public var folder: AbsolutePath
    public var arguments: [String]
    /// Emitted for library evolution: its interface is the contract.
    public var isResilient: Bool

    public init(
        name: String, file: AbsolutePath, bytes: ContentDigest, interface: AbsolutePath, sources: [AbsolutePath], folder: AbsolutePath,
        arguments: [String], isResilient: Bool = false
    ) {
        (self.name, self.file, self.bytes, self.interface) = (name, file, bytes, interface)
        (self.sources, self.folder, self.arguments, self.isResilient) = (sources, folder, arguments, isResilient)
    }
}

/// Computes digests of modules from what the compiler says of them: starts the toolchain's programs, keeps nothing.
public struct ABIDigester: Sendable {
    let toolchain: Toolchain
    let files: any FileSystem
    let commands: any CommandRunner
    let environment: [String: String]

    public init(toolchain: Toolchain, files: any FileSystem, commands: any CommandRunner, environment: [String: String]) {
        (self.toolchain, self.files, self.commands, self.environment) = (toolchain, files, commands, environment)
    }

    /// Never fails: what cannot be looked at has the digest of its bytes, and a part that says why.
    public func digest(of module: EmittedModule, cancellation: Cancellation) -> ABIDigest {
        ABIDigest(moduleBytes: module.bytes, parts: ABIParts([.init(.fallback, module.name, "nothing is looked at yet")]))
    }
}
