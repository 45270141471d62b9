/// What stands behind the accessors of the modules that a program is linked with.
public struct AccessorPlan: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public var name: ObjectGraphPlan.Name
        /// The protocol's symbol, which is the key of a property of the graph; nil where the program has no value.
        public var symbol: String?
        /// Why it has none.
        public var lack = Lack.missing
    }

    public enum Lack: Hashable, Sendable {
        /// Nothing provides it, or something that it is made of.
        case missing
        /// Nothing chooses one of these types.
        case several([String])
        /// `mono.json` says that the program does without.
        case ignored
    }

    /// Makes the values, and what they are made of.
    public var graph: ObjectGraphPlan
    /// One for each accessor; sorted by name.
    public var entries: [Entry]
}

/// What a program's values are to be made of.
public struct AccessorRequest: Hashable, Sendable {
    /// The program, its settings and its modules.
    public var program: WiringRequest
    /// A value may be missing: tests put others in its place.
    public var isTest: Bool
    /// Nothing else looks whether the program sees what its settings name.
    public var checksNames: Bool

    public init(program: WiringRequest, isTest: Bool, checksNames: Bool = false) {
        (self.program, self.isTest, self.checksNames) = (program, isTest, checksNames)
    }

    /// All that counts about it, in an order that is always the same.
    public var lines: [(what: String, how: String)] {
        [("test", "\(isTest)"), ("names", "\(checksNames)")] + program.lines
    }
}
