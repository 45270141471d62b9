import Digests
import Disk
import JSON
import Parallelism
import Targets

/// The prebuilt artifacts that have to be fetched or unpacked. SwiftPM does that: it knows proxies, credentials,
/// indices and archives, and it checks what it got. So that it is asked for nothing else, they are declared anew, by a
/// package of their own.
public struct Artifacts: Sendable {
    /// Where they lie, relative to the workspace's root.
    public static let path = ".mono/artifacts"
    /// The file of an artifact bundle that says what it holds.
    public static let information = "info.json"

    private let root: AbsolutePath
    private let files: any FileSystem
    private let swiftPM: SwiftPM
    private let toolchain: ContentDigest
    private let environment: [String: String]
    private let trees: PlacedTrees

    /// `environment`: the user's. `toolchain`: SwiftPM's.
    public init(
        root: AbsolutePath, files: any FileSystem, swiftPM: SwiftPM, toolchain: ContentDigest,
        environment: [String: String],
        recollection: Recollection
    ) {
        (self.root, self.files, self.swiftPM) = (root, files, swiftPM)
        (self.toolchain, self.environment) = (toolchain, environment)
        trees = PlacedTrees(
            folder: root / Artifacts.path, files: files.confined(to: root / ".mono"), recollection: recollection)
    }

    private var scratch: AbsolutePath { root / ".mono/swiftpm/artifacts" }

    /// Where an archive's content lies.
    public struct Place: Hashable, Sendable {
        public var folder: AbsolutePath
        /// The same, relative to the workspace root.
        public var path: String
    }

    /// Where its content lies, or will.
    public func place(of archive: ArtifactArchive) -> Place {
        let folder = trees.place(of: archive.tree(toolchain: toolchain))
        return Place(folder: folder, path: folder.relative(to: root))
    }

    /// Puts what is remembered in its place, where it does not lie there; returns those of which nothing is.
    public func restore(_ archives: [ArtifactArchive]) throws(ResolutionError) -> [ArtifactArchive] {
        let inPlace = try parallelMap(archives) { (archive) throws(ResolutionError) in try restore(archive) }
        return zip(archives, inPlace).filter { !$0.1 }.map(\.0)
    }

    private func restore(_ archive: ArtifactArchive) throws(ResolutionError) -> Bool {
        let tree = archive.tree(toolchain: toolchain)
        if trees.isInPlace(tree) { return true }
        do { return try trees.restore(tree) } catch { throw .file(error) }
    }

    /// Lets SwiftPM fetch and unpack them, puts each in its place, and remembers it.
    public func fetch(_ archives: [ArtifactArchive]) throws(ResolutionError) {
        let wanted = Dictionary(archives.map { ($0.tree(toolchain: toolchain).name, $0) }) { first, _ in first }
        let targets = archives.map(\.target).sorted()
        do {
            // What another run left says nothing about this one.
            try files.remove(scratch)
            for (name, archive) in wanted {
                guard case .file(let file) = archive.origin else { continue }
                try files.copy(file, to: scratch / "\(name).zip", permissions: 0o644, durably: false)
            }
            try files.write(Artifacts.manifest(wanted), to: scratch / "Package.swift")
        } catch { throw .file(error) }
        // The whole environment, as for the choice of versions.
        let result = try swiftPM.package(
            ["--package-path", scratch.string, "--scratch-path", (scratch / "build").string, "resolve"], in: scratch,
            environment: environment,
            limit: SwiftPM.resolutionLimit)
        let diagnostics = String(decoding: result.errors + result.output, as: UTF8.self)
        guard result.succeeded else { throw .artifactsNotFetched(targets, diagnostics: diagnostics) }
        let found = unpacked()
        do {
            for (name, archive) in wanted {
                guard let folder = found[name] else {
                    throw ResolutionError.artifactsNotFetched(targets, diagnostics: diagnostics)
                }
                try take(folder, for: archive)
            }
            try files.remove(scratch)
        } catch let error as FileError {
            throw .file(error)
        } catch let error as ResolutionError {
            throw error
        } catch { return }
    }

    private func take(_ folder: AbsolutePath, for archive: ArtifactArchive) throws(FileError) {
        let tree = archive.tree(toolchain: toolchain)
        // Frameworks are nothing here, and large.
        let isBundle = files.isFile(folder / Artifacts.information)
        let content = isBundle ? try FileTree(reading: folder, files: files) : FileTree(entries: [])
        guard let content else { return try trees.move(folder, for: tree) }
        try trees.put(content, for: tree)
        trees.remember(content, for: tree)
    }

    /// Where SwiftPM unpacked them, by the names that they have here.
    private func unpacked() -> [String: AbsolutePath] {
        let bytes = (try? files.read(scratch / "build/workspace-state.json")) ?? []
        var result: [String: AbsolutePath] = [:]
        for artifact in (try? JSONParser.parse(bytes))?["object"]?["artifacts"]?.array ?? [] {
            guard let name = artifact["targetName"]?.string, let path = artifact["path"]?.string, path.hasPrefix("/")
            else { continue }
            result[name] = AbsolutePath(path)
        }
        return result
    }

    private static func manifest(_ archives: [String: ArtifactArchive]) -> String {
        let targets = archives.sorted { $0.key < $1.key }.map { name, archive in
            switch archive.origin {
            case .url(let url):
                """
                        .binaryTarget(name: \"\(name)\", url: \(Umbrella.quoted(url)), checksum: \
                \(Umbrella.quoted(archive.checksum))),
                """
            case .file: "        .binaryTarget(name: \"\(name)\", path: \"\(name).zip\"),"
            }
        }
        return """
            // swift-tools-version: 5.9
            import PackageDescription

            let package = Package(
                name: "artifacts",
                targets: [
            \(targets.joined(separator: "\n"))
                ])

            """
    }
}
