import Digests
import InterfaceDigests

/// What a compile looked for in what it sees: names, and C modules of which it read a header.
///
/// A compile that finds the same under the same names, and in the same headers, reads no other header: what would lead
/// it there is one of these.
struct LookedFor: Hashable, Sendable {
    var names = LookedUpNames()
    /// Those of the actions that declare them.
    var cModules: Set<String> = []

    init(names: LookedUpNames = LookedUpNames(), cModules: Set<String> = []) {
        (self.names, self.cModules) = (names, cModules)
    }

    /// No name of Swift holds a backslash, not even between backticks.
    private static let mark = "\\"

    init(kept: [String]) {
        names = LookedUpNames(kept.filter { !$0.hasPrefix(LookedFor.mark) })
        cModules = Set(kept.filter { $0.hasPrefix(LookedFor.mark) }.map { String($0.dropFirst(LookedFor.mark.count)) })
    }

    /// As caches keep it.
    var kept: [String] { Array(names.names) + cModules.map { LookedFor.mark + $0 } }

    mutating func formUnion(_ other: LookedFor) {
        names.formUnion(other.names)
        cModules.formUnion(other.cModules)
    }

    /// Equal for equal ones alone.
    var digest: ContentDigest {
        var builder = DigestBuilder()
        builder.append(names.digest)
        builder.append(cModules.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        return builder.finish()
    }
}
