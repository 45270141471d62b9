/// What stands behind the accessors of the modules that a program is linked with.
public struct AccessorPlan: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public var name: ObjectGraphPlan.Name
        /// The protocol's symbol, which is the key of a property of the graph; nil where the program has no value.
        public var symbol: String?
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

    public init(program: WiringRequest, isTest: Bool) { (self.program, self.isTest) = (program, isTest) }

    /// All that counts about it, in an order that is always the same.
    public var lines: [(what: String, how: String)] { [("test", "\(isTest)")] + program.lines }
}
