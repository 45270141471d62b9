import ArtifactCache
import BuildEngine
import BuildPlanning
import Configuration
import Digests
import Disk
import PackageManifests

/// The file that holds what the last build of one request looked at, and what it would tell now.
struct UpToDateRecord: Sendable {
    private static let format = 4
    private static let namePrefix = "up-to-date-", outlinePrefix = "outline-",
        listingsPrefix = "listings-"
    /// Older ones of other requests go.
    private static let mostKept = 16
    private static let day: Int64 = 86_400 * 1_000_000_000
    /// Of edited files; more are a reason to look at all.
    private static let mostEdited = 64
    /// In bytes; text that is larger is not worth it.
    private static let mostSaid = 1 << 20

    /// Variables that shells and terminals change by themselves, and that nothing is built of unless a manifest asks
    /// for them. All others count.
    static let unheeded: Set<String> = [
        "_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES", "TERM", "COLORTERM", "TERM_SESSION_ID", "WINDOWID",
    ]

    private let files: any FileSystem
    private let root, folder: AbsolutePath
    /// Of all that the looks do not tell.
    private let binding: ContentDigest

    /// Nil where nothing can be noted.
    init?(
        of configuration: WorkspaceConfiguration, _ settings: WorkspaceSettings, _ files: any FileSystem,
        _ cache: TieredCache, _ request: UpToDateRequest
    ) {
        // Another mono may look at the same with other eyes.
        guard let program = files.status(UpToDateRecord.program), !request.settings.isDryRun,
            request.settings.verification == nil, !settings.loading.updatesVersions
        else { return nil }
        self.files = files
        root = configuration.root
        folder = UpToDateRecord.folder(in: root)
        var builder = DigestBuilder()
        builder.append("mono up to date \(UpToDateRecord.format)")
        builder.append(program)
        // Once a day all is looked at: what is used is marked as such then, in caches and in memories.
        builder.append(files.now / UpToDateRecord.day)
        builder.append(request.words)
        builder.append(request.settings)
        builder.append(configuration)
        builder.append(settings)
        builder.append(cache.binding)
        binding = builder.finish()
    }

    private static let program = AbsolutePath("/proc/self/exe")

    private static func folder(in root: AbsolutePath) -> AbsolutePath { root / "\(BuildLayout.folder)/state" }

    /// What only spares time, and the program, which the record is bound to.
    static func leftOut(of root: AbsolutePath) -> [AbsolutePath] { [folder(in: root), program] }

    private var path: AbsolutePath { folder / (UpToDateRecord.namePrefix + binding.hex) }
    private var outlinePath: AbsolutePath { folder / (UpToDateRecord.outlinePrefix + binding.hex) }
    private var listingsPath: AbsolutePath { folder / (UpToDateRecord.listingsPrefix + binding.hex) }

    // MARK: Reading

    enum Reading {
        /// All is as it was.
        case same(UpToDate)
        /// All but the content of a few files.
        case edited(EditedSince)
    }

    /// Nil where more has changed, or nothing is known.
    func read() -> Reading? {
        guard let bytes = try? files.read(path), let record = try? decode(bytes) else { return nil }
        guard let edited = files.edited(since: record.table, atMost: UpToDateRecord.mostEdited) else { return nil }
        if edited.isEmpty { return .same(record.known) }
        guard let outline = record.outline, !edited.files.isEmpty else { return nil }
        return .edited(
            EditedSince(
                known: record.known, files: edited.files, folders: edited.folders, table: record.table,
                outline: outline, listings: record.listings))
    }

    private struct Decoded {
        var known: UpToDate
        var outline, listings: ContentDigest?
        var table: LookTable
    }

    private func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> Decoded {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.digest() == binding else { throw MalformedRecord() }
        let result = try NothingToDo(from: &reader), said = try reader.texts()
        let outline = try reader.optionalDigest(), listings = try reader.optionalDigest()
        let table = try LookTable(from: &reader)
        try reader.finish()
        return Decoded(
            known: UpToDate(result: result, said: said), outline: outline, listings: listings, table: table)
    }

    /// Whether the folders that look otherwise list what they did. `files`: what else is asked of it is noted.
    func foldersHold(_ edited: EditedSince, in files: any FileSystem) -> Bool {
        if edited.folders.isEmpty { return true }
        guard let digest = edited.listings, let bytes = try? self.files.read(listingsPath),
            ContentDigest(of: bytes) == digest, let listings = try? UpToDateRecord.listings(bytes)
        else { return false }
        return edited.folders.allSatisfy { folder in
            // Looks that do not follow links stand in tables too.
            _ = files.linkStatus(folder)
            return listings.holds(folder, in: files)
        }
    }

    private static func listings(_ bytes: [UInt8]) throws(MalformedRecord) -> FolderListings {
        var reader = try RecordReader(sealed: bytes)
        let listings = try FolderListings(from: &reader)
        try reader.finish()
        return listings
    }

    /// The outline that belongs to what was read.
    func outline(of edited: EditedSince) -> BuildOutline? {
        guard let bytes = try? files.read(outlinePath), ContentDigest(of: bytes) == edited.outline else { return nil }
        return try? UpToDateRecord.outline(bytes)
    }

    private static func outline(_ bytes: [UInt8]) throws(MalformedRecord) -> BuildOutline {
        var reader = try RecordReader(sealed: bytes)
        let outline = try BuildOutline(from: &reader)
        try reader.finish()
        return outline
    }

    // MARK: Writing

    /// `amendment` and `listings`: of what stood here, where a part was built since.
    func write(
        _ known: UpToDate, _ outline: BuildOutline?, _ log: LookLog, _ amendment: LookAmendment?,
        listings: ContentDigest?
    ) {
        let said = known.result.diagnostics.map(\.text) + known.said
        guard said.reduce(0, { $0 + $1.utf8.count }) <= UpToDateRecord.mostSaid, let table = log.table(files, amendment)
        else { return }
        let outlined = outline.flatMap { write($0.write, to: outlinePath) }
        // A part changes no listing.
        let listed = amendment != nil || outlined == nil ? listings : writeListings(of: table)
        var writer = RecordWriter()
        writer.write(binding)
        known.result.write(to: &writer)
        writer.write(known.said)
        writer.write(outlined)
        writer.write(listed)
        table.write(to: &writer)
        try? files.write(writer.sealed(), to: path)
        forgetOld()
    }

    private func writeListings(of table: LookTable) -> ContentDigest? {
        let listings = FolderListings(of: table, in: root, butNot: root / BuildLayout.folder, files)
        return write(listings.write, to: listingsPath)
    }

    /// The digest of what is written; nil where it is not kept.
    private func write(_ content: (inout RecordWriter) -> Void, to path: AbsolutePath) -> ContentDigest? {
        var writer = RecordWriter()
        content(&writer)
        let bytes = writer.sealed()
        do throws(FileError) { try files.write(bytes, to: path) } catch { return nil }
        return ContentDigest(of: bytes)
    }

    private func forgetOld() {
        for prefix in [UpToDateRecord.namePrefix, UpToDateRecord.outlinePrefix, UpToDateRecord.listingsPrefix] {
            forgetOld(named: prefix)
        }
    }

    private func forgetOld(named prefix: String) {
        let names = ((try? files.list(folder)) ?? []).map(\.name).filter { $0.hasPrefix(prefix) }
        if names.count <= UpToDateRecord.mostKept { return }
        let byAge = names.map { name in (files.status(folder / name)?.modified ?? 0, name) }.sorted { $0 > $1 }
        for (_, name) in byAge.dropFirst(UpToDateRecord.mostKept) { try? files.remove(folder / name) }
    }
}

extension DigestBuilder {
    fileprivate mutating func append(_ status: FileStatus) {
        for number in [status.size, status.modified, status.changed] { append(number) }
        for number in [status.inode, status.device] { append(Int64(bitPattern: number)) }
    }

    fileprivate mutating func append(_ settings: BuildSettings) {
        let flags = settings.flags
        append(settings.configuration.rawValue)
        for list in [flags.swift, flags.clang, flags.cxx, flags.linker, flags.sanitizers.map(\.rawValue)] {
            append(list)
        }
        for flag in [
            flags.staticStandardLibrary, flags.measuresCoverage, flags.isTestable, settings.keepsGoing,
            settings.findsAllTests, settings.writesIndex,
        ] {
            append(flag)
        }
        append(settings.precision.rawValue)
    }

    fileprivate mutating func append(_ configuration: WorkspaceConfiguration) {
        append(configuration.root.string)
        append(configuration.file?.string)
        append(configuration.content)
        append(configuration.packages.map(\.folder.string))
        append(configuration.idlePatterns.map(\.text))
    }

    fileprivate mutating func append(_ settings: WorkspaceSettings) {
        append(settings.sdk?.selector)
        append(settings.sdk?.folder.string)
        append(settings.loading.forcesLockedVersions)
        switch settings.loading.traits {
        case .defaults: append(["defaults"])
        case .all: append(["all"])
        case .named(let names): append(["named"] + names)
        }
        append(settings.caches.machine.string)
        let environment = settings.environment
        append(environment.home?.string)
        append(environment.temporaryFolder?.string)
        // Not as they are: some are secrets.
        let counted = environment.variables.filter { !UpToDateRecord.unheeded.contains($0.key) }
        append(counted.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }
}
