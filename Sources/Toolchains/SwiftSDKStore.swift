import Digests
import Disk
import Subprocesses

/// The SDKs that a machine has, as `swift sdk install` leaves them: bundles in one folder.
public struct SwiftSDKStore: Sendable {
    private let folder: AbsolutePath
    private let files: any FileSystem
    private let digests: FileDigests
    private let toolchain: Toolchain
    private let linkers: LinkerSearch

    /// `digests` and `memory`: as those of `ToolchainFinder`.
    public init(
        folder: AbsolutePath, files: any FileSystem, digests: FileDigests, toolchain: Toolchain,
        commands: any CommandRunner, memory: AbsolutePath
    ) {
        (self.folder, self.files, self.digests, self.toolchain) = (folder, files, digests, toolchain)
        linkers = LinkerSearch(clang: toolchain.path(of: .clang), files: files, commands: commands, memory: memory)
    }

    /// The SDK of that name, or else the only one for the platform of that name.
    public func find(_ selector: String) throws(SwiftSDKError) -> SwiftSDK {
        let reader = SwiftSDKReader(files: files), found = try entry(selector, reader)
        return try sdk(found.entry, in: found.bundle, try reader.description(of: found.entry))
    }

    /// The platform of that SDK, without a look at what the SDK is made of.
    public func platform(_ selector: String) throws(SwiftSDKError) -> String {
        try entry(selector, SwiftSDKReader(files: files)).entry.triple
    }

    private func entry(
        _ selector: String, _ reader: SwiftSDKReader
    ) throws(SwiftSDKError) -> (bundle: AbsolutePath, entry: SwiftSDKReader.Entry) {
        var all: [(bundle: AbsolutePath, entry: SwiftSDKReader.Entry)] = []
        let names = ((try? files.list(folder)) ?? []).map(\.name).filter { $0.hasSuffix(".artifactbundle") }.sorted()
        // One that is broken is in nobody's way who asks for another one.
        var broken: SwiftSDKError?
        for name in names {
            do throws(SwiftSDKError) {
                for entry in try reader.entries(of: folder / name) where entry.hosts?.contains(toolchain.triple) ?? true
                { all.append((folder / name, entry)) }
            } catch { broken = broken ?? error }
        }
        var matching = all.filter { $0.entry.name == selector }
        if matching.isEmpty { matching = all.filter { $0.entry.id == selector } }
        // An SDK for several platforms is asked for by one of these.
        if matching.isEmpty { matching = all.filter { $0.entry.triple == selector } }
        guard let found = matching.first else {
            throw broken ?? .notFound(selector, folder: folder, known: all.map(\.entry.name))
        }
        if matching.count > 1 { throw .ambiguous(selector, matching.map(\.entry.name)) }
        guard SwiftSDK.isLinux(found.entry.triple) else {
            throw .notLinux(id: found.entry.id, triple: found.entry.triple)
        }
        return found
    }

    private func sdk(
        _ entry: SwiftSDKReader.Entry, in bundle: AbsolutePath, _ description: SwiftSDKDescription
    ) throws(SwiftSDKError) -> SwiftSDK {
        // What lies elsewhere counts file by file, as the machine's own system does.
        let home = files.resolve(bundle) ?? bundle
        let inside = Set(description.folders.compactMap(files.resolve).filter { $0.isInside(home) })
        let covered = inside.filter { path in !inside.contains { $0 != path && path.isInside($0) } }.sorted()
        var tree = TreeDigest(of: "mono Swift SDK 1", files: files, digests: digests)
        do {
            for path in covered { try tree.add(path, named: path.relative(to: home)) }
        } catch { throw .unreadable(error) }
        let identity = tree.finish()
        var links = DigestBuilder()
        links.append(identity)
        if let linker = linker(of: entry, description, identity), !toolchain.covers(linker),
            let digest = try? digests.digest(linker)
        {
            links.append(digest)
        }
        return SwiftSDK(
            id: entry.id, triple: entry.triple, identity: identity, identityForLinks: links.finish(), folder: bundle,
            description: description,
            covered: covered)
    }

    /// The linker that the driver would have start.
    private func linker(of entry: SwiftSDKReader.Entry, _ description: SwiftSDKDescription, _ identity: ContentDigest)
        -> AbsolutePath?
    {
        if let program = description.linkerProgram { return files.resolve(program) }
        var words =
            description.tools.flatMap { ["-B", $0.string] }
            + (description.sysroot.map { ["--sysroot", $0.string] } ?? [])
        if let choice = description.swift.last(where: { $0.hasPrefix("-use-ld=") }) {
            words.append("-f" + choice.dropFirst(1))
        }
        var asked = DigestBuilder()
        asked.append(toolchain.identity)
        asked.append(identity)
        return linkers.linker(for: entry.triple, words, asked.finish())
    }
}
