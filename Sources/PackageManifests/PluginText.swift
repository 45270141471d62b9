import Disk
import Targets

/// What the sources of a plugin tell about what it may look at while it is asked.
public struct PluginText: Sendable {
    /// The string literals that could name a variable, where an environment is mentioned at all; sorted.
    public let variableNames: [String]
    /// True where its answer may depend on what no key can hold: the clock, chance, the network, other programs, git's files.
    public let isRestless: Bool

    /// Of git's files no key knows either.
    private static let restlessWords = RestlessWords.all + [".git"]

    public init(_ sources: [[UInt8]]) {
        variableNames = Set(sources.flatMap { ManifestText(bytes: $0).variableNames }).sorted()
        let words = PluginText.restlessWords.map { Array($0.utf8) }
        isRestless = sources.contains { source in words.contains { ByteSearch.contains($0, in: source) } }
    }
}

/// What SwiftPM makes of a file that a plugin's command wrote: by its name, since no manifest says anything of it.
public enum GeneratedFileUse: Hashable, Sendable {
    case source, resource
    /// It is there for other commands, or SwiftPM 6.3 does nothing with it: C sources, headers.
    case none

    public init(of path: String, tools: ToolsVersion) {
        // Until 5.6 everything was a source.
        if tools <= ToolsVersion(5, 6) {
            self = .source
            return
        }
        let type = PackagePath.fileExtension(ofName: String(PackagePath.name(path)))
        let rule: FileRule? = type.flatMap { FileRule.rule(forExtension: String($0), tools: tools) }
        switch rule {
        case .compile: self = type == "swift" ? .source : .none
        case .header, .moduleMap, .apiNotes, .ignored: self = .none
        case .resource, nil: self = .resource
        }
    }
}
