import Disk

/// What is wrong with a configuration file, and where.
public struct ConfigurationError: Error, Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        case syntax(JSONSyntaxError.Expectation, column: Int)
        /// A key that means nothing here, and those that would.
        case unknownKey(known: [String])
        case wrongType(expected: String, found: String)
        /// A value that is of the right type and no good, and those that would be, where they can be counted.
        case badValue(String, allowed: [String])
        case missing
        case twice
    }

    public var file: AbsolutePath
    /// For example `sharedCache.mode`; empty for the whole file.
    public var keyPath: String
    /// Counted from 1.
    public var line: Int
    public var fact: Fact

    public init(file: AbsolutePath, keyPath: String, line: Int, fact: Fact) {
        (self.file, self.keyPath, self.line, self.fact) = (file, keyPath, line, fact)
    }
}
