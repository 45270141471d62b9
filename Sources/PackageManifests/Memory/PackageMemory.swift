import Digests
import Disk
import PackageResolution
import Synchronization
import Targets

/// What the workspace's own packages were the last time: their manifests, and the targets that their folders hold. So a
/// load looks at each folder once, instead of listing all of them and reading all manifests, which takes twice as long
/// with 10,000 targets.
///
/// A package is what it was where a look at its manifests and at all folders that were listed for it shows nothing that
/// differs. A folder's times say whether anything was added to it, removed or renamed, on file systems that are known
/// to keep them so. Losing the memory costs time alone. May be used from any thread.
final class PackageMemory: Sendable {
    /// Raised with the form of what is written.
    private static let format = 5
    /// Writing all of it takes as long as reading some fiftieth of the packages anew.
    private static let worthWriting = 50

    private static let day: Int64 = 86_400 * 1_000_000_000

    private struct Entry: Sendable {
        var manifest, layout: [UInt8]
    }

    /// What this load found out about a package.
    private struct Found: Sendable {
        var manifest: [UInt8]?
        var layout: [UInt8]?
        /// Any of it was not remembered.
        var isNew = false
        /// Where the last load found the same manifest.
        var known: Entry?
    }

    private let root: AbsolutePath
    private let files: any FileSystem
    private let environment: [String: String]
    private let device: UInt64
    private let path: AbsolutePath
    private let binding: ContentDigest
    private let entries: [String: Entry]
    private let found = Mutex<[AbsolutePath: Found]>([:])

    /// Nil where nothing can be remembered. `environment`: the user's. `toolchain`: what evaluates manifests.
    init?(of root: AbsolutePath, files: any FileSystem, environment: [String: String], toolchain: ContentDigest) {
        // Another mono may read the same folders with other eyes.
        guard let status = files.status(root), files.datesFolders(root),
            let program = files.status(AbsolutePath("/proc/self/exe"))
        else { return nil }
        // The user's mirrors count in all manifests.
        if let home = environment["HOME"], home.hasPrefix("/"), files.status(AbsolutePath(home) / Mirrors.path) != nil {
            return nil
        }
        (self.root, self.files, self.environment, device) = (root, files, environment, status.device)
        path = root / ".mono/state/packages"
        var builder = DigestBuilder()
        builder.append("mono packages")
        builder.append(Int64(PackageMemory.format))
        builder.append(Int64(ManifestCodec.version))
        builder.append(toolchain)
        builder.append(root.string)
        // Once a day the cache is asked: it forgets manifests that nobody asks for.
        builder.append(files.now / PackageMemory.day)
        builder.append(environment["HOME"])
        PackageMemory.append(program, to: &builder)
        binding = builder.finish()
        entries = (try? files.read(path)).flatMap { [binding] in try? PackageMemory.parse($0, binding) } ?? [:]
    }

    private static func append(_ status: FileStatus, to builder: inout DigestBuilder) {
        for number in [
            status.size, status.modified, status.changed, Int64(bitPattern: status.inode),
            Int64(bitPattern: status.device),
        ] {
            builder.append(number)
        }
    }

    private static func parse(_ bytes: [UInt8], _ binding: ContentDigest) throws(MalformedRecord) -> [String: Entry] {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.digest() == binding else { throw MalformedRecord() }
        let entries = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.text(), Entry(manifest: Array(try reader.content()), layout: Array(try reader.content())))
        }
        try reader.finish()
        return entries
    }

    // MARK: Manifests

    /// A look at a package's folder and its manifests, before they are read.
    struct Look: Sendable {
        fileprivate var names: [String]
        fileprivate var digest: ContentDigest
    }

    /// The package in `folder`, where it is what it was.
    func manifest(in folder: AbsolutePath, as role: LoadedManifest.Role) -> WorkspaceParts.Manifest? {
        guard let role = PackageMemory.number(of: role) else { return nil }
        found.withLock { $0[folder] = Found() }
        let path = folder.relative(to: root)
        guard let entry = entries[path] else { return nil }
        var reader = RecordReader(entry.manifest)
        do {
            guard try reader.number() == role, try look(try reader.texts(), in: folder, since: nil) == reader.digest()
            else { return nil }
            let variables = try reader.texts()
            guard try reader.digest() == values(of: variables) else { return nil }
            let name = try reader.text(), manifest = try ManifestCodec.decode(Array(try reader.content()))
            try reader.finish()
            found.withLock { $0[folder]!.known = entry }
            let package = LoadedManifest(
                id: PackageID(path), role: role == 0 ? .member : .local, identity: Identity.of(location: folder.string),
                folder: folder, path: path,
                manifestName: name, manifest: manifest)
            return WorkspaceParts.Manifest(
                package: package,
                evaluated: .init(
                    manifest: manifest, fileName: name, variables: variables, isRemembered: true, isFromOwnFiles: true))
        } catch { return nil }
    }

    /// Nil where the next change might not show.
    func look(at folder: AbsolutePath) -> Look? {
        let now = files.now
        guard
            let names = try? files.list(folder).map(\.name).filter({ $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
            ),
            let digest = look([""] + names, in: folder, since: now)
        else { return nil }
        return Look(names: [""] + names, digest: digest)
    }

    /// `look` was taken before SwiftPM or anybody else read the manifests.
    func note(_ manifest: WorkspaceParts.Manifest, _ look: Look) {
        let package = manifest.package, evaluated = manifest.evaluated
        guard evaluated.isRemembered, evaluated.isFromOwnFiles, let role = PackageMemory.number(of: package.role) else {
            return
        }
        var writer = RecordWriter()
        writer.write(role)
        writer.write(look.names)
        writer.write(look.digest)
        writer.write(evaluated.variables)
        writer.write(values(of: evaluated.variables))
        writer.write(evaluated.fileName)
        writer.write(ManifestCodec.encode(package.manifest))
        let bytes = writer.bytes
        found.withLock { found in
            found[package.folder]?.manifest = bytes
            found[package.folder]?.isNew = true
        }
    }

    private static func number(of role: LoadedManifest.Role) -> Int? {
        switch role {
        case .member: 0
        case .local: 1
        case .external: nil
        }
    }

    /// Not the values themselves: they may be secrets.
    private func values(of variables: [String]) -> ContentDigest {
        var builder = DigestBuilder()
        for variable in variables { builder.append(environment[variable]) }
        return builder.finish()
    }

    // MARK: Targets

    /// The targets of a package that `manifest` knew, where its folders are what they were.
    func targets(of package: LoadedManifest, traits: Set<String>, declared: [DeclaredTarget]) -> TargetAssembly.Result?
    {
        guard let known = found.withLock({ $0[package.folder]?.known }) else { return nil }
        var reader = RecordReader(known.layout)
        do {
            guard try reader.texts() == traits.sorted() else { return nil }
            let indices = try reader.list { (reader) throws(MalformedRecord) in try reader.number() }
            let all = package.manifest.targets
            guard indices.count == declared.count,
                zip(indices, declared).allSatisfy({ all.indices.contains($0) && all[$0] == $1 }),
                try look(try reader.texts(), in: package.folder, since: nil) == reader.digest(),
                let result = LayoutCodec.decode(Array(try reader.content()), of: package, traits: traits, declared)
            else { return nil }
            found.withLock { all in
                (all[package.folder]!.manifest, all[package.folder]!.layout) = (known.manifest, known.layout)
            }
            return result
        } catch { return nil }
    }

    /// Calls `read`, and remembers what comes of it.
    func noting(
        _ package: LoadedManifest, _ traits: Set<String>, _ declared: [DeclaredTarget],
        _ read: (any FileSystem) throws(ManifestError) -> TargetAssembly.Result
    ) throws(ManifestError) -> TargetAssembly.Result {
        if package.isExternal { return try read(files) }
        let observed = ObservedFiles(files, on: device)
        let result = try read(observed)
        guard let looks = observed.looks, let layout = LayoutCodec.encode(result, of: package, traits: traits, declared)
        else { return result }
        let indices = declared.compactMap { package.manifest.targets.firstIndex(of: $0) }
        guard indices.count == declared.count, looks.keys.allSatisfy({ $0.isInside(package.folder) }) else {
            return result
        }
        let paths = looks.keys.sorted()
        var writer = RecordWriter(), builder = DigestBuilder()
        for path in paths { PackageMemory.append(looks[path]!, to: &builder) }
        writer.write(traits.sorted())
        writer.write(indices) { $0.write($1) }
        writer.write(paths.map { $0 == package.folder ? "" : $0.relative(to: package.folder) })
        writer.write(builder.finish())
        writer.write(layout)
        let bytes = writer.bytes
        found.withLock { all in
            guard var found = all[package.folder] else { return }
            (found.manifest, found.layout, found.isNew) = (found.manifest ?? found.known?.manifest, bytes, true)
            all[package.folder] = found
        }
        return result
    }

    /// What a look at files and folders below `folder` shows; `""` is the folder itself. Nil where one is not there,
    /// or, where `since` is a time, where a change after it might not show.
    private func look(_ paths: [String], in folder: AbsolutePath, since: Int64?) -> ContentDigest? {
        var builder = DigestBuilder()
        for path in paths {
            guard let status = files.status(path.isEmpty ? folder : folder / path), status.device == device,
                since.map(status.isSettled) ?? true
            else { return nil }
            PackageMemory.append(status, to: &builder)
        }
        return builder.finish()
    }

    // MARK: Keeping it

    /// Writes what is new, where that is worth it. Failing to is no error: the next load looks again.
    func save() {
        let found = found.withLock { $0 }
        let whole = found.compactMap { folder, found -> (name: String, Found)? in
            found.manifest == nil || found.layout == nil ? nil : (folder.relative(to: root), found)
        }
        let new = whole.count { $0.1.isNew }
        if new == 0 || new * PackageMemory.worthWriting < entries.count { return }
        var writer = RecordWriter()
        writer.write(binding)
        writer.write(whole.sorted { $0.name < $1.name }) { writer, package in
            writer.write(package.name)
            writer.write(package.1.manifest!)
            writer.write(package.1.layout!)
        }
        try? files.write(writer.sealed(), to: path)
    }
}
