extension Fingerprint {
    /// What a component of a key is. Its text stands in keys, so it never changes.
    public enum Name: Sendable {
        case format
        /// The action's kind.
        case action
        case tool
        case toolchain
        /// A file that flags name.
        case mentioned(String)
        case linker(String)
        case sdk
        case cxxHeaders
        case interfaceDigest
        case program
        case runsOfPrograms
        case variable(String)
        /// A file that a program finds beside itself.
        case beside(String)
        case folder
        /// Of the workspace, where tools cannot be told to leave it out of what they make.
        case place
        case arguments
        case source(String)
        /// Those that can be found by searching.
        case headerNames
        case generated(String)
        case interface(of: ActionID)
        /// The lines of its interface that can matter.
        case used(of: ActionID)
        /// The names that its compile looked up.
        case lookedUp
        case output(String, of: ActionID)
        /// A file that a run was seen to read beside what is declared.
        case read(String)
        /// A feature's own.
        case own(String)
    }
}

extension Fingerprint.Name: Hashable, Comparable {
    public var text: String {
        switch self {
        case .format: "format"
        case .action: "action"
        case .tool: "tool"
        case .toolchain: "toolchain"
        case .mentioned(let path): "mentioned \(path)"
        case .linker(let name): "linker \(name)"
        case .sdk: "Swift SDK"
        case .cxxHeaders: "folders of C++ headers"
        case .interfaceDigest: "interface digest"
        case .program: "program"
        case .runsOfPrograms: "runs of programs"
        case .variable(let name): "variable \(name)"
        case .beside(let path): "beside it \(path)"
        case .folder: "folder"
        case .place: "workspace's place"
        case .arguments: "arguments"
        case .source(let path): "source \(path)"
        case .headerNames: "names of headers"
        case .generated(let path): "generated \(path)"
        case .interface(let action): "interface of \(action)"
        case .used(let action): "used of \(action)"
        case .lookedUp: "looked up"
        case .output(let name, let action): "\(name) of \(action)"
        case .read(let path): "read \(path)"
        case .own(let text): text
        }
    }

    /// Names that are always the same text.
    private static let fixed: [Self] = [
        .format, .action, .tool, .toolchain, .sdk, .cxxHeaders, .interfaceDigest, .program, .runsOfPrograms, .folder,
        .place, .arguments, .headerNames,
    ]

    /// A name that was kept as text.
    public init(text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = words.count == 2 ? words[1] : ""
        switch words[0] {
        case "source" where words.count == 2: self = .source(rest)
        case "read" where words.count == 2: self = .read(rest)
        case "generated" where words.count == 2: self = .generated(rest)
        case "mentioned" where words.count == 2: self = .mentioned(rest)
        case "linker" where words.count == 2: self = .linker(rest)
        case "variable" where words.count == 2: self = .variable(rest)
        case "beside" where rest.hasPrefix("it "): self = .beside(String(rest.dropFirst(3)))
        case "used" where rest.hasPrefix("of "): self = .used(of: ActionID(String(rest.dropFirst(3))))
        case "interface" where rest.hasPrefix("of "): self = .interface(of: ActionID(String(rest.dropFirst(3))))
        default: self = Self.fixed.first { $0.text == text } ?? Self.output(in: text) ?? .own(text)
        }
    }

    /// `out.o of compile pkg:Target`: names of actions begin with a kind's word, in small letters and hyphens.
    private static func output(in text: String) -> Self? {
        for mark in text.ranges(of: " of ") {
            let action = text[mark.upperBound...], kind = action.prefix { $0 != " " }
            guard !kind.isEmpty, kind.count < action.count, kind.allSatisfy({ ("a"..."z").contains($0) || $0 == "-" })
            else { continue }
            return .output(String(text[..<mark.lowerBound]), of: ActionID(String(action)))
        }
        return nil
    }

    // A feature may call something as another name reads: in keys the text is all there is.
    public static func == (a: Self, b: Self) -> Bool { a.text == b.text }
    public static func < (a: Self, b: Self) -> Bool { a.text < b.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
