import ArtifactCache
import Digests
import Disk
import Subprocesses

/// A command line that a server of the Remote Execution API may run on another machine: all that it reads, and all that
/// it is to write.
public struct RemoteAction: Sendable {
    /// A file that it reads.
    public struct Input: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case bytes([UInt8])
            /// A file of this machine that has the digest, or the action is not run.
            case file(AbsolutePath)
        }

        /// Below the folder in which it runs.
        public var path: String
        public var digest: ContentDigest
        public var isExecutable: Bool
        public var content: Content

        public init(path: String, digest: ContentDigest, isExecutable: Bool = false, content: Content) {
            (self.path, self.digest, self.isExecutable, self.content) = (path, digest, isExecutable, content)
        }
    }

    /// The first is a program: a path of the worker.
    public var arguments: [String]
    public var variables: [String: String]
    public var inputs: [Input]
    /// Files that it may write, below the folder in which it runs.
    public var outputs: [String]

    public init(arguments: [String], variables: [String: String], inputs: [Input], outputs: [String]) {
        (self.arguments, self.variables, self.inputs, self.outputs) = (arguments, variables, inputs, outputs)
    }
}

/// What a worker made.
public struct RemoteOutcome: Sendable {
    public struct Output: Hashable, Sendable {
        public var path: String
        public var digest: ContentDigest
        public var isExecutable: Bool
    }

    public var exitCode: Int32
    public var output, errors: [UInt8]
    /// Files that are there, and were asked for.
    public var outputs: [Output]
    /// The server had the result from an earlier run.
    public var isCached: Bool
    /// Seconds that it took on the worker.
    public var wall: Double
}

/// Why an action was not run elsewhere. It can be run here.
public enum RemoteObstacle: Error, Hashable, Sendable {
    case server(RemoteFault)
    /// The server keeps results, and runs nothing.
    case runsNothing
    /// So many actions came to nothing there that no more are sent.
    case leftAlone
    /// It waited too long for a worker.
    case queued
    /// The action took too long, or its worker was lost.
    case lost(String)
    /// Something that it reads changed meanwhile, or cannot be read.
    case input(String)
    /// What it made is not there, or what the server says of it cannot be understood.
    case output(String)
    /// What it made could not be had.
    case notFetched(String, CacheMiss)
    /// What it made could not be written here.
    case unwritable(FileError)
    case cancelled
}

/// Runs actions on other machines. May be used from any thread; each call blocks it for a bounded time.
public protocol ActionExecutor: Sendable {
    /// What people call it.
    var address: String { get }
    /// Asks whether it runs anything, and throws why not.
    func probe() throws(RemoteObstacle)
    /// Runs the action to its end. What it made stays where it was made.
    func run(_ action: RemoteAction, cancellation: Cancellation) throws(RemoteObstacle) -> RemoteOutcome
    /// Puts a verified copy of what an action made in its place.
    func fetch(_ output: RemoteOutcome.Output, to place: AbsolutePath) throws(RemoteObstacle)
    /// What is in a small file that an action made.
    func read(_ output: RemoteOutcome.Output) throws(RemoteObstacle) -> [UInt8]
}
