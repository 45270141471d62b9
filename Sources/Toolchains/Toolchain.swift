import Digests
import Disk

/// The programs that build Swift packages, known by what they are rather than by the version they claim: two builds can
/// both say 6.3.1 and differ.
public struct Toolchain: Hashable, Sendable {
    /// The `usr` folder: it holds `bin` and `lib`.
    public let root: AbsolutePath
    /// Digest of the compilers, their libraries, and the modules and headers that they ship.
    public let identity: ContentDigest
    /// The host's, as the compiler names it: `x86_64-unknown-linux-gnu`.
    public let triple: String
    /// What `--version` says, for people.
    public let versionText: String
    /// The linker that clang starts. It is the system's, not the toolchain's, so it has an identity of its own.
    public let linker: AbsolutePath
    public let linkerIdentity: ContentDigest
    /// Where its compilers look for headers of the system.
    public let headers: HeaderSearch
    /// What code is built with that is for another platform; nil where all is for this machine.
    public var sdk: SwiftSDK?
    /// How much its dependents' keys say of a module; nil where nobody looked it up.
    public var precision: DigestPrecision?

    public init(
        root: AbsolutePath, identity: ContentDigest, triple: String, versionText: String, linker: AbsolutePath,
        linkerIdentity: ContentDigest, headers: HeaderSearch = HeaderSearch()
    ) {
        (self.root, self.identity, self.triple, self.versionText) = (root, identity, triple, versionText)
        (self.linker, self.linkerIdentity, self.headers) = (linker, linkerIdentity, headers)
    }

    public var swift: AbsolutePath { root / "bin/swift" }

    /// The platform that code is for.
    public var targetTriple: String { sdk?.triple ?? triple }

    /// The platform that code is built for, as `#if os(Linux)` asks for it; nil for one that nobody here knows.
    public var targetPlatform: String? {
        let parts = targetTriple.split(separator: "-")
        guard parts.count == 4, parts[2] == "linux", parts[3].hasPrefix("gnu") || parts[3].hasPrefix("musl") else {
            return nil
        }
        return "Linux"
    }

    /// The folder with the Swift modules that code is compiled with: the toolchain's own, or the SDK's.
    public func moduleFolder(_ files: any FileSystem) -> AbsolutePath {
        let resources = sdk.flatMap { $0.resources(isStatic: false) ?? $0.resources(isStatic: true) }
        let folders = ["linux", "linux-static"].map { (resources ?? root / "lib/swift") / $0 }
        return folders.first { files.isFolder($0 / "Swift.swiftmodule") } ?? folders[0]
    }

    /// Modules of `moduleFolder` of which there is no text.
    public func compiledModules(_ files: any FileSystem) -> Set<String> {
        let folder = moduleFolder(files), ending = ".swiftmodule"
        let modules = ((try? files.list(folder)) ?? []).filter { entry in
            entry.name.hasSuffix(ending) && files.isFile(folder / "\(entry.name)/\(targetTriple)\(ending)")
                && !files.isFile(folder / "\(entry.name)/\(targetTriple).swiftinterface")
        }
        return Set(modules.map { String($0.name.dropLast(ending.count)) })
    }

    public func path(of tool: Tool) -> AbsolutePath { root / "bin/\(tool.rawValue)" }

    /// What actions start, directly or through the driver: the programs that the identities are of.
    public var programs: [AbsolutePath] { Toolchain.coveredPrograms.map { root / "bin/\($0)" } + [linker] }

    /// The digest of what running one of its tools depends on, beside the tool's inputs.
    ///
    /// Results of one precision are none of the other's: those who do not trust digests of this compiler take none from
    /// those who do.
    public func identity(linking: Bool) -> ContentDigest {
        var identity = identity
        if let precision, !precision.usesInterfaces {
            var builder = DigestBuilder()
            builder.append("modules by their bytes")
            builder.append(identity)
            identity = builder.finish()
        }
        guard linking else { return identity }
        var builder = DigestBuilder()
        builder.append(identity)
        builder.append(linkerIdentity)
        // Executables name the folder where they find the Swift libraries.
        builder.append(root.string)
        return builder.finish()
    }

    /// True for a file that `identity` covers: an action may read it without naming it.
    public func covers(_ path: AbsolutePath) -> Bool {
        Toolchain.coveredFolders.contains { path.isInside(root / $0) }
            && !Toolchain.leftOut.contains { path.isInside(root / $0) }
            || Toolchain.coveredPrograms.contains { path == root / "bin/\($0)" }
    }

    /// Programs that actions start, directly or through the driver.
    static let coveredPrograms = ["swift-driver", "swift-frontend", "clang", "lld", "llvm-ar", "swift-plugin-server"]
    static let coveredFolders = ["lib/swift", "lib/clang", "lib/swift_static"]
    /// 600 MB that ordinary compiles never read; one that does names what it read in its dependency file.
    static let leftOut = ["lib/swift/embedded", "lib/swift/FrameworkABIBaseline", "lib/swift/migrator"]
}

/// A program of the toolchain that an action may start.
public enum Tool: String, Hashable, Sendable, CaseIterable {
    case swiftc, clang
    /// The compiler without its driver.
    case frontend = "swift-frontend"
    case autolinkExtract = "swift-autolink-extract"
    case symbolGraphExtract = "swift-symbolgraph-extract"
    case clangxx = "clang++"
    case archiver = "llvm-ar"
}

/// Whether the interface digests of a compiler's modules can be relied on.
public enum DigestPrecision: Hashable, Sendable {
    /// It is one that this version of mono was tested with.
    case listed
    /// It passed the same tests on this machine.
    case qualified
    /// Nobody asked: modules count by their bytes.
    case unknown
    /// It did not pass on this machine, whatever it says that it is: modules count by their bytes.
    case refuted

    public var usesInterfaces: Bool { self == .listed || self == .qualified }
}

/// Why there is no toolchain to build with.
public enum ToolchainError: Error, Hashable, Sendable {
    /// No `swiftc` in these folders.
    case notFound(searched: [String])
    /// A program of it is missing.
    case incomplete(AbsolutePath)
    /// A program of it does not do what it must; what it printed.
    case broken(AbsolutePath, output: String)
    case unreadable(FileError)
}
