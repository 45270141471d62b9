/// A class of XCTest tests, and those of its methods that are tests: its own and what it inherits within its module.
public struct XCTestClass: Hashable, Sendable {
    public struct Method: Hashable, Sendable {
        /// Without parentheses.
        public var name: String
        public var isAsync: Bool
        public init(name: String, isAsync: Bool) { (self.name, self.isAsync) = (name, isAsync) }
    }

    /// As code of the module names it: with the types that it is nested in.
    public var name: String
    /// Sorted by name.
    public var methods: [Method]
    public init(name: String, methods: [Method]) { (self.name, self.methods) = (name, methods) }
}

/// Why a module's tests are not known.
public enum TestDiscoveryError: Error, Hashable, Sendable {
    /// The symbol graph is none, or of another form than this toolchain's.
    case notASymbolGraph
}
