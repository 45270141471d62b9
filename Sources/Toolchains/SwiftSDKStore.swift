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
        folder: AbsolutePath, files: any FileSystem, digests: FileDigests, toolchain: Toolchain, commands: any CommandRunner, memory: AbsolutePath
    ) {
        (self.folder, self.files, self.digests, self.toolchain) = (folder, files, digests, toolchain)
        linkers = LinkerSearch(clang: toolchain.path(of: .clang), files: files, commands: commands, memory: memory)
    }

    /// The SDK of that name, or else the only one for the platform of that name.
    public func find(_ selector: String) throws(SwiftSDKError) -> SwiftSDK {
        let reader = SwiftSDKReader(files: files)
        var all: [(bundle: AbsolutePath, entry: SwiftSDKReader.Entry)] = []
        let names = ((try? files.list(folder)) ?? []).map(\.name).filter { $0.hasSuffix(".artifactbundle") }.sorted()
        for name in names {
            for entry in try reader.entries(of: folder / name) where entry.hosts?.contains(toolchain.triple) ?? true { all.append((folder / name, entry)) }
        }
        var matching = all.filter { $0.entry.id == selector }
        // An SDK for several platforms is asked for by one of these.
        if matching.isEmpty { matching = all.filter { $0.entry.triple == selector } }
        guard let found = matching.first else {
            throw .notFound(selector, folder: folder, known: all.map { "\($0.entry.id) (\($0.entry.triple))" })
        }
        if matching.count > 1 { throw .ambiguous(selector, matching.map { $0.entry.id == selector ? $0.entry.triple : $0.entry.id }) }
        guard SwiftSDKStore.isLinux(found.entry.triple) else { throw .notLinux(id: found.entry.id, triple: found.entry.triple) }
        return try sdk(found.entry, in: found.bundle, try reader.description(of: found.entry))
    }

    private static func isLinux(_ triple: String) -> Bool {
        let parts = triple.split(separator: "-")
        return parts.count >= 3 && parts[parts.count - 2] == "linux" && !parts[parts.count - 1].hasPrefix("android")
    }

    private func sdk(
        _ entry: SwiftSDKReader.Entry, in bundle: AbsolutePath, _ description: SwiftSDKDescription
    ) throws(SwiftSDKError) -> SwiftSDK {
        // What lies elsewhere counts file by file, as the machine's own system does.
        let inside = Set(description.paths.filter { $0.isInside(bundle) })
        let covered = inside.filter { path in !inside.contains { $0 != path && path.isInside($0) } }.sorted()
        var tree = TreeDigest(of: "mono Swift SDK 1", files: files, digests: digests)
        do {
            for path in covered { try tree.add(path, named: path.relative(to: bundle)) }
        } catch { throw .unreadable(error) }
        // A link that leads nowhere may lead anywhere tomorrow.
        let ends = covered.compactMap(files.resolve)
        let exits = tree.links.filter { link in !ends.contains { files.resolve(link)?.isInside($0) ?? false } }
        let identity = tree.finish()
        var asked = DigestBuilder()
        asked.append(toolchain.identity)
        asked.append(identity)
        var links = DigestBuilder()
        links.append(identity)
        if let linker = linkers.linker(for: entry.triple, sysroot: description.sysroot, words: description.swift, asked.finish()),
            !toolchain.covers(linker), let digest = try? digests.digest(linker) {
            links.append(digest)
        }
        return SwiftSDK(
            id: entry.id, triple: entry.triple, identity: identity, identityForLinks: links.finish(), folder: bundle, description: description,
            covered: covered, exits: exits)
    }
}
