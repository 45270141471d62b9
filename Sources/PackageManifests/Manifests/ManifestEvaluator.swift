import Digests
import Disk
import PackageResolution
import Subprocesses
import Targets

/// Evaluates manifests, and remembers what came of it by everything that it can depend on: the bytes of all
/// `Package*.swift`, the toolchain, the variables that they name, and the mirrors that are set up.
struct ManifestEvaluator: Sendable {
    /// A manifest that has not been evaluated after this many seconds never will be.
    private static let limit = 300.0

    let files: any FileSystem
    /// What SwiftPM sees; `files` may be an earlier state of it.
    let disk: any FileSystem
    let swiftPM: SwiftPM
    let toolchain: ContentDigest
    let environment: [String: String]
    let recollection: Recollection
    /// A folder that is ours to give to SwiftPM.
    let scratch: AbsolutePath
    let observe: @Sendable (LoadingStep) -> Void

    struct Evaluated: Hashable, Sendable {
        var manifest: Manifest
        /// The name of the file that SwiftPM chose.
        var fileName: String
        /// All variables that evaluating may have asked for.
        var variables: [String]
        /// Nothing is remembered of a manifest that looks at what no key can hold.
        var isRemembered: Bool
        /// Nothing but files of the package's own folder went into it: no link leads elsewhere, and the package sets up
        /// no mirrors.
        var isFromOwnFiles: Bool
    }

    /// Where a package comes from, which is all that a manifest may ask git about.
    enum Origin: Sendable {
        /// People edit it.
        case workspace
        /// The same at another time. Where its manifests were others, they are laid out in `folder` to be evaluated:
        /// nothing else of the package is there.
        case earlier(folder: AbsolutePath)
        /// A commit of a repository; `clone` says where SwiftPM has it with git's own files, if it has it.
        case revision(String, clone: @Sendable () -> AbsolutePath?)
    }

    /// `folder` holds a `Package.swift`.
    func evaluate(_ package: PackageID, in folder: AbsolutePath, _ origin: Origin) throws(ManifestError) -> Evaluated {
        let (texts, isFromOwnFiles) = try self.texts(in: folder, files)
        let text = ManifestText(bytes: Array(texts.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])))
        let names = ManifestNames(text.bytes)
        // What SwiftPM itself needs of the environment is there for who does not ask by name.
        let unnamed = names.takesWholeEnvironment ? SwiftPM.basicNames : []
        let variables = Set(text.variableNames + unnamed).sorted()
        let present = variables.compactMap { name in environment[name].map { (name, $0) } }

        var place = folder, ceiling: AbsolutePath?, revision: String?, isLaidOut = false
        var isRemembered = !text.looksElsewhere(names), isRecalled = isRemembered
        switch origin {
        case .workspace where text.asksGit: (isRemembered, isRecalled) = (false, false)
        case .workspace: break
        case .earlier(let layout):
            if text.asksGit { (isRemembered, isRecalled) = (false, false) }
            isLaidOut = !((try? self.texts(in: folder, disk))?.texts ?? []).elementsEqual(texts, by: ==)
            if isLaidOut { place = layout }
        case .revision(let commit, let clone):
            // Git must not take the workspace's repository for the package's.
            ceiling = folder.parent
            if text.asksGit {
                revision = commit
                // Without git's own files the answer is a poorer one, which nobody else should get.
                if let clone = clone(), files.isFile(clone / "Package.swift") {
                    (place, ceiling) = (clone, nil)
                } else {
                    isRemembered = false
                }
            }
        }

        let mirrors = Mirrors(of: folder, environment: environment, files: files).digest
        let key = self.key(
            texts, present, mirrors, place: text.asksWhereItIs ? isLaidOut ? place : folder : nil, revision: revision)
        if isRecalled, let value = recollection.recall(key), let manifest = try? ManifestCodec.decode(value) {
            return evaluated(manifest, texts, variables, isRemembered: true, isFromOwnFiles)
        }
        observe(.evaluating(package))
        if isLaidOut { try layOut(texts, in: place) }
        defer { if isLaidOut { try? disk.remove(place) } }
        let manifest = try run(package, place, text, present, ceiling)
        // An edit in the meantime would put the answer to one text under the key of another.
        if isRemembered, try self.texts(in: place, disk).texts.elementsEqual(texts, by: ==) {
            recollection.remember(ManifestCodec.encode(manifest), for: key)
        }
        return evaluated(manifest, texts, variables, isRemembered: isRemembered, isFromOwnFiles)
    }

    /// All manifests in a folder, by name.
    private func texts(
        in folder: AbsolutePath, _ files: any FileSystem
    ) throws(ManifestError) -> (texts: [(name: String, bytes: [UInt8])], isFromOwnFiles: Bool) {
        var texts: [(name: String, bytes: [UInt8])] = [], isFromOwnFiles = true
        do {
            for entry in try files.list(folder) {
                if entry.name == Mirrors.folder { isFromOwnFiles = false }
                guard entry.name.hasPrefix("Package"), entry.name.hasSuffix(".swift"),
                    entry.name == "Package.swift" || entry.name.hasPrefix("Package@swift-")
                else { continue }
                if entry.kind != .file { isFromOwnFiles = false }
                texts.append((entry.name, try files.read(folder / entry.name, atMost: ReadLimit.configuration)))
            }
        } catch { throw .file(error) }
        return (texts, isFromOwnFiles)
    }

    private func layOut(_ texts: [(name: String, bytes: [UInt8])], in folder: AbsolutePath) throws(ManifestError) {
        do {
            try disk.remove(folder)
            for text in texts { try disk.write(text.bytes, to: folder / text.name) }
        } catch { throw .file(error) }
    }

    private func evaluated(
        _ manifest: Manifest, _ texts: [(name: String, bytes: [UInt8])], _ variables: [String], isRemembered: Bool,
        _ isFromOwnFiles: Bool
    ) -> Evaluated {
        // SwiftPM does not say which file it chose; the tools version tells, in all but odd cases.
        let chosen = texts.first { ManifestText.toolsVersion(of: $0.bytes) == manifest.toolsVersion }
        return Evaluated(
            manifest: manifest, fileName: chosen?.name ?? "Package.swift", variables: variables,
            isRemembered: isRemembered,
            isFromOwnFiles: isFromOwnFiles)
    }

    private func key(
        _ texts: [(name: String, bytes: [UInt8])], _ present: [(String, String)], _ mirrors: ContentDigest?,
        place: AbsolutePath?, revision: String?
    ) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("mono manifest")
        builder.append(Int64(ManifestCodec.version))
        builder.append(toolchain)
        builder.beginList(count: texts.count)
        for text in texts {
            builder.append(text.name)
            builder.append(text.bytes)
        }
        builder.beginList(count: present.count)
        for (name, value) in present {
            builder.append(name)
            builder.append(value)
        }
        builder.append(mirrors)
        builder.append(place?.string)
        // A path may be written from the home folder.
        builder.append(place == nil ? nil : environment["HOME"])
        builder.append(revision)
        return builder.finish()
    }

    private func run(
        _ package: PackageID, _ folder: AbsolutePath, _ text: ManifestText, _ present: [(String, String)],
        _ ceiling: AbsolutePath?
    ) throws(ManifestError) -> Manifest {
        var variables = SwiftPM.basics(of: environment)
        for (name, value) in present { variables[name] = value }
        if let ceiling { variables["GIT_CEILING_DIRECTORIES"] = ceiling.string }
        // Several run at once, and SwiftPM locks its scratch folder.
        let own = scratch / "manifests" / ContentDigest(of: folder.string).short
        let result: CommandResult
        do {
            result = try swiftPM.package(
                [
                    "--package-path", folder.string, "--scratch-path", own.string, "--manifest-cache", "none",
                    "dump-package",
                ],
                in: folder, environment: variables, limit: ManifestEvaluator.limit)
        } catch { throw ManifestError(error) }
        let path = folder / "Package.swift"
        guard result.succeeded else {
            throw .brokenManifest(
                package, manifest: path, diagnostics: String(decoding: result.errors + result.output, as: UTF8.self))
        }
        do {
            return try ManifestDump(folder: folder, text: text.bytes).manifest(from: result.output)
        } catch { throw .notUnderstood(package, manifest: path, error) }
    }
}
