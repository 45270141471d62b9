import Disk

// What features bring of their own. The engine calls these and knows none of the features; each lies in a file of its
// own in `Features`.

/// What a feature makes without a program.
public protocol BuiltInWork: Hashable, Sendable {
    /// The word for actions of this kind. It stands in keys, so no other kind may ever have it.
    var name: String { get }
    /// All that counts of it beside the action's sources and `parts`: equal components, equal content.
    var components: [Fingerprint.Component] { get }
    /// Single outputs of other actions that it reads: nothing else of those counts.
    var parts: [Action.OutputReference] { get }

    /// The content of the action's output. `parts`: what these hold; nil for one that is not there.
    func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8]
}

extension BuiltInWork {
    public var parts: [Action.OutputReference] { [] }
}

/// Makes an output of a file or folder that a tool writes beside its outputs.
public protocol Extraction: Hashable, Sendable {
    /// All that counts of it beside what its action declares.
    var components: [Fingerprint.Component] { get }

    /// The output's content; nil where `source`, relative to the root, is not what such a tool writes.
    func content(from source: String, in place: WorkPlace) -> [UInt8]?
}

/// Makes an output of one file.
protocol FileExtraction: Extraction {
    /// The output's content; nil where `written` is not what such a tool writes.
    func content(of written: [UInt8]) -> [UInt8]?
}

extension FileExtraction {
    func content(from source: String, in place: WorkPlace) -> [UInt8]? {
        (try? place.files.read(place.path(source))).flatMap(content(of:))
    }
}

/// What a program is asked on its standard input, and what becomes of what it says on its standard output.
public protocol ProgramQuestion: Hashable, Sendable {
    /// All that counts of it beside the program and what that may read.
    var components: [Fingerprint.Component] { get }
    /// In bytes: a program that says more says nothing.
    var outputLimit: Int { get }

    func input(root: AbsolutePath) -> [UInt8]

    /// Called before the program starts.
    func begin(in place: WorkPlace) throws(FileError)

    /// The program has ended, and said this.
    func reply(to output: [UInt8], succeeded: Bool, in place: WorkPlace) throws(FeatureFailure) -> ProgramReply

    /// Called at the end, whatever came of it: puts back what `begin` took away, where no answer took its place.
    func end(in place: WorkPlace)

    /// What the program left and its answer cannot hold; such an answer is not kept.
    func unkept(by answer: [UInt8]) -> String?
}

/// What a program's words come to.
public struct ProgramReply: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case answer([UInt8])
        /// It says itself that it failed, whatever its exit code is.
        case refused
        /// The program failed.
        case none
    }

    public var outcome: Outcome
    /// What goes to people.
    public var remarks: [UInt8]
    public init(_ outcome: Outcome, remarks: [UInt8]) { (self.outcome, self.remarks) = (outcome, remarks) }
}

/// The workspace as a feature's work sees it: the one that is built, or a copy of what the action may read.
public struct WorkPlace: Sendable {
    public let root: AbsolutePath
    public let files: any FileSystem

    public init(root: AbsolutePath, files: any FileSystem) { (self.root, self.files) = (root, files) }

    /// `path`: relative to the root, or absolute.
    public func path(_ path: String) -> AbsolutePath { AbsolutePath(path, in: root) }
}

/// Why a feature's work came to nothing.
public enum FeatureFailure: Error, Hashable, Sendable {
    case unreadable(path: String, code: Int32)
    case unwritable(path: String, code: Int32)
    case fault(FeatureFault)
}

// MARK: Features' own values in actions

extension Action {
    /// One output of another action.
    public struct OutputReference: Hashable, Sendable {
        public var action: ActionID
        /// The output's name.
        public var output: String
        public init(action: ActionID, output: String) { (self.action, self.output) = (action, output) }
    }

    /// An output, and who makes it.
    public struct BuiltIn: Hashable, Sendable {
        public var work: any BuiltInWork
        public var output: Output
        public init(_ work: any BuiltInWork, output: Output) { (self.work, self.output) = (work, output) }

        public static func == (a: Self, b: Self) -> Bool { a.output == b.output && isSame(a.work, b.work) }
        public func hash(into hasher: inout Hasher) {
            hasher.combine(output)
            work.hash(into: &hasher)
        }
    }

    /// An output that is made of a file or folder which a tool writes beside its outputs.
    public struct Extract: Hashable, Sendable {
        public var extraction: any Extraction
        /// Where the tool writes it.
        public var source: String
        /// The output's name.
        public var output: String
        public init(_ extraction: any Extraction, of source: String, output: String) {
            (self.extraction, self.source, self.output) = (extraction, source, output)
        }

        public static func == (a: Self, b: Self) -> Bool {
            a.source == b.source && a.output == b.output && isSame(a.extraction, b.extraction)
        }
        public func hash(into hasher: inout Hasher) {
            hasher.combine(source)
            hasher.combine(output)
            extraction.hash(into: &hasher)
        }
    }

    /// What a program is asked.
    public struct Question: Hashable, Sendable {
        public var asking: any ProgramQuestion
        public init(_ asking: any ProgramQuestion) { self.asking = asking }

        public static func == (a: Self, b: Self) -> Bool { isSame(a.asking, b.asking) }
        public func hash(into hasher: inout Hasher) { asking.hash(into: &hasher) }
    }
}

/// True for equal values of one type.
private func isSame(_ a: some Hashable, _ b: some Hashable) -> Bool { AnyHashable(a) == AnyHashable(b) }
