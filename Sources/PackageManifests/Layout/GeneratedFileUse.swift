import Targets

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
