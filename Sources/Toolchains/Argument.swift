import Disk

/// One word of a command line, and whether it belongs to what the command computes.
public enum Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Part of the action: it stands in the key.
    case text(String)
    /// Changes no byte of any output, so no key holds it.
    case incidental(String)
    /// The same, for the workspace root's own path and this text after it: what must be spelled alike in every working
    /// folder (clang takes one module cache that it reaches by two paths for two, and finds every module "defined in
    /// both").
    case rooted(String)
    /// The same, with the root's path in the middle of the word.
    case mapped(before: String, after: String)
    /// The workspace root's own path and this text after it, which the tool puts into what it makes: the key holds that,
    /// and the root (`Action.fingerprint`).
    case revealed(String)
    /// As `rooted`, for the folder that tools put temporary files into.
    case temporary(String)
    /// Part of the action, with the workspace root left open in it (`OpenRoot`).
    case open(String)
    /// What lies in another folder on each machine: the word, and what stands in the key for it.
    case placed(String, keyed: String)
    /// `-jN`, where N is the number of job slots that the run holds.
    case jobs
    /// `-incremental`: a compile leaves behind what the next one in this folder can build upon, which takes it 10 % of
    /// its time (swift-nio). Changes no byte of any output.
    case incremental
    /// The number of threads of a whole module's compile. Any from 1 on gives the same bytes.
    case threads

    public init(stringLiteral value: String) { self = .text(value) }

    /// The word in the key; nil for what keys leave out.
    public var keyed: String? {
        switch self {
        case .text(let text), .open(let text), .placed(_, let text): text
        case .revealed(let rest): OpenRoot.mark + rest
        case .incidental, .rooted, .mapped, .temporary, .jobs, .incremental: nil
        // What each had once: results of earlier versions stay good.
        case .threads: "2"
        }
    }

    /// What the tool makes holds the workspace root's path.
    public var revealsRoot: Bool { if case .revealed = self { true } else { false } }

    /// True for a word that has a tool write one path for another (`OLD=NEW`). Tools take the first `=` for the one
    /// between the two, so that they leave in what they make a path that holds one itself.
    public var mapsPlaces: Bool {
        switch self {
        case .rooted(let rest), .temporary(let rest): rest.contains("=")
        case .mapped: true
        default: false
        }
    }

    /// The word on the command line; `root` is the workspace's, `temporary` the folder for temporary files.
    public func spelled(jobs: Int, root: String, temporary: String) -> String {
        switch self {
        case .text(let text), .incidental(let text), .placed(let text, _): text
        case .open(let text): OpenRoot.filled(text, root: root)
        case .rooted(let rest), .revealed(let rest): root + rest
        case .mapped(let before, let after): before + root + after
        case .temporary(let rest): temporary + rest
        case .jobs: "-j\(jobs)"
        case .incremental: "-incremental"
        case .threads: "\(max(2, jobs))"
        }
    }

    /// Where tools that get these variables put temporary files.
    public static func temporaryFolder(in environment: [String: String]) -> String { environment["TMPDIR"] ?? "/tmp" }
}

extension Array where Element == Argument {
    /// Of a run that no other one will build upon.
    public var leavingNoState: [Argument] { filter { $0 != .incremental } }

    mutating func add(_ words: String...) { append(contentsOf: words.map(Argument.text)) }
    mutating func add(_ words: [String]) { append(contentsOf: words.map(Argument.text)) }

    mutating func addForLinker(_ words: String...) {
        for word in words { add("-Xlinker", word) }
    }

    /// Each word for clang inside a Swift compile.
    mutating func addForClang(_ words: [String]) {
        for word in words { add("-Xcc", word) }
    }
}
