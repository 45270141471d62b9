/// A value that comes with a name: `BuildGrid=grpc://127.0.0.1:8980`.
public struct NamedText: Equatable, Sendable {
    public var name, text: String

    public init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

extension ValueReader where Value == NamedText {
    /// `name`: as it stands in the help, `NAME=ADDRESS`. The text may contain further equals signs.
    public static func named(_ name: String) -> ValueReader {
        ValueReader(
            name: name,
            read: { word throws(OptionError) in
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, !word.hasPrefix("=") else { throw OptionError("needs \(name)") }
                return NamedText(name: parts[0], text: parts[1])
            }, spelled: { "\($0.name)=\($0.text)" })
    }
}
