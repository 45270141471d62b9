import Digests
import Disk
import Glibc

/// Results that turned out to be wrong, kept aside in a cache folder for study: nothing that builds reads them.
/// `Docs/CacheFormat.md` tells the layout.
struct Quarantine: Sendable {
    static let folderName = "quarantine"

    let folder: CacheFolder

    private var root: AbsolutePath { folder.versionFolder / Quarantine.folderName }

    func place(of key: ContentDigest) -> AbsolutePath { root / key.hex }

    /// True where `result` is what was found to be wrong under `key`, whoever wrote it.
    func holds(_ result: ActionResult, for key: ContentDigest) -> Bool {
        guard
            let found = try? folder.files.readRegularFile(
                place(of: key) / "result", atMost: ActionResultFormat.largestEntry)
        else { return false }
        return (try? ActionResultFormat.decode(found.content, key: key).result) == result
    }

    /// Takes the place of what was quarantined under the key before. `fill` writes beside the result.
    func add(_ resultText: [UInt8], about: String, for key: ContentDigest, fill: (AbsolutePath) -> Void)
        throws(FileError)
    {
        let place = place(of: key)
        try folder.files.remove(place)
        try folder.files.makeFolder(place)
        try folder.files.write(Array(about.utf8), to: place / "about")
        fill(place)
        // Last: whoever sees it sees it whole.
        try folder.files.write(resultText, to: place / "result")
    }

    /// The keys' names of what is there, sorted, and why not all of it was seen.
    func list() -> (names: [String], failure: FileError?) {
        do {
            return (try folder.files.list(root).filter { $0.kind == .folder }.map(\.name), nil)
        } catch {
            return ([], error.code == ENOENT ? nil : error)
        }
    }

    func remove(_ name: String) throws(FileError) { try folder.files.remove(root / name) }
}

/// One result that is kept aside.
public struct QuarantinedResult: Hashable, Sendable {
    /// The hash of its key.
    public var key: String
    public var folder: AbsolutePath
    /// What is wrong with it: lines for people, as they were written then.
    public var about: String
    /// The sum of the sizes of what is kept of it.
    public var bytes: Int64
}

extension CacheMaintenance {
    /// The results that were found to be wrong, by key.
    public func quarantined() throws(FileError) -> [QuarantinedResult] {
        let quarantine = Quarantine(folder: folder)
        let (names, failure) = quarantine.list()
        if let failure { throw failure }
        return names.map { name in
            let place = folder.versionFolder / Quarantine.folderName / name
            let about = (try? files.readRegularFile(place / "about", atMost: 1 << 20).content) ?? []
            return QuarantinedResult(
                key: name, folder: place, about: String(decoding: about, as: UTF8.self), bytes: size(of: place))
        }
    }

    /// Removes them.
    public func clearQuarantine() throws(FileError) {
        for result in try quarantined() { try Quarantine(folder: folder).remove(result.key) }
    }

    private func size(of folder: AbsolutePath) -> Int64 {
        ((try? files.list(folder)) ?? []).reduce(0) { sum, entry in
            // Only real folders are entered: a symbolic link could lead anywhere.
            switch entry.kind {
            case .folder: sum + size(of: folder / entry.name)
            case .file: sum + (files.linkStatus(folder / entry.name)?.size ?? 0)
            default: sum
            }
        }
    }
}

extension TieredCache {
    /// Takes the result under `key`, which turned out to be wrong, out of every tier that may be written, and keeps it
    /// aside in the local one with `about` (lines for people), the content of those of its outputs in `made`, and what
    /// was made in their stead. Returns where it is kept; nil where it could not be. A shared tier that is only read is
    /// no longer believed about it.
    public func quarantine(
        _ result: ActionResult, key: ContentDigest, about: String, made: [String: AbsolutePath]
    ) -> AbsolutePath? {
        let quarantine = localQuarantine, files = quarantine.folder.files
        var place: AbsolutePath?
        if let text = try? ActionResultFormat.encode(result, key: key) {
            let failure: FileError?
            do {
                try quarantine.add(text, about: about, for: key) { place in
                    // What cannot be kept is missed by nobody but who studies it.
                    for output in result.outputs {
                        guard let file = made[output.name] else { continue }
                        try? materialise(
                            output.digest, at: place / "cached/\(output.name)", isExecutable: output.isExecutable)
                        try? files.copy(file, to: place / "made/\(output.name)", permissions: 0o644, durably: false)
                    }
                }
                (place, failure) = (quarantine.place(of: key), nil)
            } catch {
                failure = error
            }
            if let failure { note(.notWritten(failure)) }
        }
        evict(key: key)
        return place
    }
}
