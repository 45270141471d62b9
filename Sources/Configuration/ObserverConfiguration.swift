/// A program that gets the events of builds and tests from its standard input.
public struct ObserverConfiguration: Hashable, Sendable {
    public static let defaultWait = 5
    /// How long a command may wait at most for a program, in seconds.
    public static let longestWait = 600

    /// An absolute path, or a name that is looked for in `PATH`.
    public var program: String
    public var arguments: [String] = []
    /// Seconds that it has to end, once it has all events.
    public var wait = defaultWait
    /// The line of the configuration file that names it, counted from 1.
    public var line: Int

    public init(program: String, line: Int = 1) { (self.program, self.line) = (program, line) }
}
