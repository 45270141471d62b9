/// One program to start, described completely: nothing of the parent's environment or folder is inherited.
public struct Command: Hashable, Sendable {
    /// An absolute path.
    public var executable: String
    public var arguments: [String]
    /// An absolute path.
    public var folder: String
    public var environment: [String: String]
    /// What the program reads from its standard input; empty means end of file at once.
    public var input: [UInt8]
    /// In seconds; after it, the program and all its children are ended. Nil: no limit but cancellation.
    public var timeLimit: Double?
    /// In bytes, of each of the two streams: what is printed beyond that is left out in the middle. Nil: all of it is
    /// kept.
    public var outputLimit: Int?
    /// It gets what `LocalCommandRunner.lend` was given. For programs that are known to end and to leave none behind.
    public var holdsLock: Bool
    /// What it and its children ask the kernel for is taken down (`CommandResult.accesses`), which costs some 12 µs for
    /// each file that they name. They get no more rights from programs that give some when they are started (setuid).
    public var isWatched = false

    public init(
        _ executable: String, _ arguments: [String], folder: String, environment: [String: String] = [:],
        input: [UInt8] = [], timeLimit: Double? = nil, outputLimit: Int? = nil, holdsLock: Bool = false
    ) {
        (self.executable, self.arguments, self.folder) = (executable, arguments, folder)
        (self.environment, self.input, self.timeLimit, self.outputLimit) = (environment, input, timeLimit, outputLimit)
        self.holdsLock = holdsLock
    }
}

/// How a program ended.
public enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
    case timedOut
    case cancelled
}

public struct CommandResult: Hashable, Sendable {
    public var exit: Exit
    public var output: [UInt8]
    public var errors: [UInt8]
    /// In seconds: on the wall, and on processors (the program's and its waited-for children's).
    public var wall, cpu: Double
    /// What a program that was to be watched asked for; nil for others. Where the kernel lets nobody watch, it ran all
    /// the same.
    public var accesses: Result<FileAccesses, WatchObstacle>?

    public init(exit: Exit, output: [UInt8] = [], errors: [UInt8] = [], wall: Double = 0, cpu: Double = 0) {
        (self.exit, self.output, self.errors, self.wall, self.cpu) = (exit, output, errors, wall, cpu)
    }

    public var succeeded: Bool { exit == .code(0) }
}

/// A program could not be started at all: what the system said (`errno`).
public struct CommandError: Error, Hashable, Sendable {
    /// What the system's answer is about.
    public enum Obstacle: Hashable, Sendable {
        case executable
        /// The folder to run in is not there, or may not be entered.
        case folder
    }

    public var executable: String
    public var code: Int32
    public var obstacle: Obstacle

    public init(executable: String, code: Int32, obstacle: Obstacle = .executable) {
        (self.executable, self.code, self.obstacle) = (executable, code, obstacle)
    }
}

/// Starts programs: one real form (`LocalCommandRunner`) and one scripted for tests (`ScriptedCommandRunner`).
public protocol CommandRunner: Sendable {
    /// Runs to the end on the calling thread, and returns what came of it. `cancellation` ends the program's whole
    /// process group.
    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult

    /// From now on programs that may hold a lock inherit this descriptor, above 2, until `takeBack`. The first one that
    /// is lent counts.
    func lend(_ descriptor: Int32)
    func takeBack(_ descriptor: Int32)
}

extension CommandRunner {
    public func lend(_ descriptor: Int32) {}
    public func takeBack(_ descriptor: Int32) {}

    public func run(_ command: Command) throws(CommandError) -> CommandResult {
        try run(command, cancellation: Cancellation())
    }
}
