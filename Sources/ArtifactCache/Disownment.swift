import Digests
import Disk
import Glibc

/// Takes entries back: whoever reads a folder that holds this takes what it describes for absent, in that folder and
/// among what was copied from it. An entry is described where all that is said here holds of it.
public struct Disownment: Hashable, Sendable {
    public var scope: CacheScope?
    public var host: String?
    /// Entries written at this time or later; in seconds since 1970.
    public var since: Int64?
    /// Entries written at this time or before: what is made after the disowning counts.
    public var until: Int64

    public init(scope: CacheScope? = nil, host: String? = nil, since: Int64? = nil, until: Int64) {
        (self.scope, self.host, self.since, self.until) = (scope, host, since, until)
    }

    /// Of an entry that does not say who wrote it, anything may be true.
    func covers(_ origin: EntryOrigin?) -> Bool {
        guard let origin else { return true }
        return scope.map { $0 == origin.scope } ?? true && host.map { $0 == origin.host } ?? true
            && since.map { origin.time >= $0 } ?? true
            && origin.time <= until
    }

    // MARK: The form in the cache; `Docs/CacheFormat.md` describes it

    static let firstLine = "mono disowned entries 1"
    static let largest: Int64 = 4096

    var text: [UInt8] {
        var writer = EntryWriter(firstLine: Disownment.firstLine, key: nil)
        writer.line("until \(max(0, until))")
        if let since { writer.line("since \(max(0, since))") }
        if let scope { writer.line("scope \(scope)") }
        if let host { writer.line("host", name: host) }
        return writer.finish()
    }

    init(_ text: [UInt8]) throws(Malformation) {
        self = try text.withUnsafeBufferPointer { (bytes) throws(Malformation) in
            var reader = try EntryReader(bytes, firstLine: Disownment.firstLine, key: nil)
            guard let until = reader.take("until") else {
                throw Malformation(reason: "it holds a line that is not known")
            }
            var rule = Disownment(until: try EntryReader.number(until))
            if let since = reader.take("since") { rule.since = try EntryReader.number(since) }
            if let name = reader.take("scope") {
                guard let scope = CacheScope(try EntryReader.name(name)) else {
                    throw Malformation(reason: "it names no scope")
                }
                rule.scope = scope
            }
            if let host = reader.take("host") { rule.host = try EntryReader.name(host) }
            try reader.finish()
            return rule
        }
    }
}

/// Several rules in one text, for stores that keep them under one name.
public enum DisownmentList {
    /// Bytes.
    public static let largest: Int64 = 1 << 20

    public static func encode(_ rules: [Disownment]) -> [UInt8] { rules.flatMap(\.text) }

    /// Those that can be read.
    public static func decode(_ text: [UInt8]) -> [Disownment] {
        let start = Array(Disownment.firstLine.utf8) + [UInt8(ascii: "\n")]
        var parts: [[UInt8]] = []
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = line + [UInt8(ascii: "\n")]
            if Array(line) == start { parts.append([]) }
            if !parts.isEmpty { parts[parts.count - 1] += line }
        }
        // What follows the last line feed is no line.
        if let last = parts.indices.last { parts[last].removeLast() }
        return parts.prefix(DisownedEntries.most).compactMap { try? Disownment($0) }
    }
}

/// The disownments of one folder.
struct DisownedEntries: Sendable {
    static let folderName = "disowned"
    /// More than anybody writes: each is looked at for each entry.
    static let most = 1000

    let folder: CacheFolder

    private var place: AbsolutePath { folder.versionFolder / DisownedEntries.folderName }

    /// All that can be read. Two that say the same are one file.
    func rules() -> [Disownment] {
        let names = ((try? folder.files.list(place)) ?? []).filter {
            $0.kind == .file && !TemporaryName.matches($0.name)
        }.prefix(DisownedEntries.most)
        return names.compactMap { entry in
            guard let found = try? folder.files.readRegularFile(place / entry.name, atMost: Disownment.largest) else {
                return nil
            }
            return try? Disownment(found.content)
        }
    }

    func add(_ rule: Disownment) throws(FileError) {
        let text = rule.text
        try folder.write(text, to: place / ContentDigest(of: text).hex)
    }
}
