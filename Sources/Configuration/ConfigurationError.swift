import Disk
import JSON

/// What is wrong with a configuration file, and where.
public struct ConfigurationError: Error, Hashable, Sendable {
    public enum ValueType: String, Hashable, Sendable {
        case null, bool, number, integer, string, array, object
        case stringOrObject
    }

    public enum Fact: Hashable, Sendable {
        /// What the text should go on with. Columns are counted in bytes, from 1.
        case syntax(JSONSyntaxError.Expectation, column: Int)
        /// A key that means nothing here, and those that would.
        case unknownKey(known: [String])
        case wrongType(expected: ValueType, found: ValueType)
        /// A value of the right type that is no good, and what would be.
        case badValue(String, allowed: [String])
        /// A key that must be there.
        case missing
        /// The same key again.
        case twice
        /// Neither paths nor patterns lead to any package.
        case noPackages
    }

    public var file: AbsolutePath
    /// For example `sharedCache.mode` or `packages[2]`; empty for the whole file.
    public var keyPath: String
    /// Counted from 1.
    public var line: Int
    public var fact: Fact

    public init(file: AbsolutePath, keyPath: String, line: Int, fact: Fact) {
        (self.file, self.keyPath, self.line, self.fact) = (file, keyPath, line, fact)
    }
}
