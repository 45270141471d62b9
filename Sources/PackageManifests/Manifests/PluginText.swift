import Disk

/// What the sources of a plugin tell about what it may look at while it is asked.
public struct PluginText: Sendable {
    /// The string literals that could name a variable, where an environment is mentioned at all; sorted.
    public let variableNames: [String]
    /// True where its answer may depend on what no key can hold: the clock, chance, the network, other programs, git's
    /// files.
    public let isRestless: Bool

    /// Of git's files no key knows either.
    private static let volatileWords = VolatileWords.all + [".git"]

    public init(_ sources: [[UInt8]]) {
        variableNames = Set(sources.flatMap { ManifestText(bytes: $0).variableNames }).sorted()
        let words = PluginText.volatileWords.map { Array($0.utf8) }
        isRestless = sources.map(PluginText.withoutBlanks).contains { source in
            words.contains { ByteSearch.contains($0, in: source) }
        }
    }

    /// Without those before brackets: `Date ()` is a call too.
    private static func withoutBlanks(_ source: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        for byte in source {
            if byte == UInt8(ascii: "(") {
                while let last = result.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { result.removeLast() }
            }
            result.append(byte)
        }
        return result
    }
}
