import Digests

/// Who wrote an entry, and when. It stands in the entry and in no key.
public struct EntryOrigin: Hashable, Sendable {
    /// In seconds since 1970, by the writer's clock.
    public var time: Int64
    public var scope: CacheScope
    /// Empty where it is not known, as are the next two.
    public var host: String
    public var commit: String
    /// mono's.
    public var version: String

    public init(time: Int64, scope: CacheScope, host: String, commit: String, version: String) {
        (self.time, self.scope, self.host, self.commit, self.version) = (time, scope, host, commit, version)
    }

    /// Five words with blanks between them: a blank in a word, or what is no printable ASCII, is written `_`, and an
    /// empty word `-`.
    var text: String {
        ([String(max(0, time)), scope.name] + [host, commit, version].map(EntryOrigin.word)).joined(separator: " ")
    }

    init(_ text: EntryReader.Bytes) throws(Malformation) {
        let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 5, let scope = CacheScope(words[1]), words[2...].allSatisfy({ EntryOrigin.word($0) == $0 })
        else {
            throw Malformation(reason: "it does not say who wrote it")
        }
        func value(_ word: String) -> String { word == "-" ? "" : word }
        self.init(
            time: try EntryReader.number(EntryReader.Bytes(rebasing: text.prefix { $0 != UInt8(ascii: " ") })),
            scope: scope, host: value(words[2]),
            commit: value(words[3]), version: value(words[4]))
    }

    private static let longestWord = 255

    private static func word(_ text: String) -> String {
        if text.isEmpty { return "-" }
        let bytes = text.utf8.prefix(longestWord).map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Who writes entries in this process.
public struct CacheWriter: Sendable {
    public var host: String
    public var version: String
    /// Of the checkout that is built; asked once, before the first entry is written.
    public var commit: @Sendable () -> String?

    public init(host: String = "", version: String = "", commit: @escaping @Sendable () -> String? = { nil }) {
        (self.host, self.version, self.commit) = (host, version, commit)
    }
}
