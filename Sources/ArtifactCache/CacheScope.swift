/// A part of a cache folder that has results of its own. Jobs that do not trust each other write to different scopes:
/// what one of them wrote is not there for whoever does not read its scope. Blobs are shared by all scopes, because a
/// blob is what its name says.
public struct CacheScope: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let name: String

    /// The scope of whoever names none. Its results lie where those of folders without scopes lie.
    public static let main = CacheScope(checked: "main")

    private init(checked name: String) { self.name = name }

    /// Nil unless `name` has 1 to 64 of the lower-case letters, digits, `.`, `_` and `-`, and begins with a letter or
    /// digit: it is the name of a folder, on file systems too that do not tell `A` from `a`.
    public init?(_ name: some StringProtocol) {
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first, isLetterOrDigit(first),
            name.utf8.allSatisfy({ isLetterOrDigit($0) || "._-".utf8.contains($0) })
        else { return nil }
        self.init(checked: String(name))
    }

    public var description: String { name }

    public static func < (a: Self, b: Self) -> Bool { a.name < b.name }
}

/// The scope that a job writes to, and those that it reads, in the order in which they are asked.
public struct ScopeChain: Hashable, Sendable {
    /// The first is written to as well. Each stands there once.
    public let read: [CacheScope]

    public var written: CacheScope { read[0] }

    /// Reads and writes `main` alone.
    public static let main = ScopeChain(writing: .main)

    /// Reads the scope that it writes to, then `main`.
    public init(writing scope: CacheScope) { read = scope == .main ? [.main] : [scope, .main] }

    /// `main` comes last where it is not named. Nil where `main` would be written to and others be read: what those
    /// hold would come into `main`, for everybody.
    public init?(writing scope: CacheScope, reading others: [CacheScope]) {
        var seen: Set<CacheScope> = []
        read = ([scope] + others + [.main]).filter { seen.insert($0).inserted }
        if scope == .main, read.count > 1 { return nil }
    }
}
