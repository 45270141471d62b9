/// What a package offers: an executable, or a library of some of its targets.
public struct Product: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case executable, snippet, plugin, macro
        /// The program that runs one test target's tests. Nobody declares it.
        case test
        /// Linked as its targets' objects.
        case automaticLibrary
        case staticLibrary, dynamicLibrary
    }

    public var id: ProductID
    public var kind: Kind
    /// In the manifest's order.
    public var targets: [TargetID]
    /// False for the executable that SwiftPM makes of an executable target that no product names.
    public var isDeclared: Bool

    public init(id: ProductID, kind: Kind, targets: [TargetID], isDeclared: Bool = true) {
        (self.id, self.kind, self.targets, self.isDeclared) = (id, kind, targets, isDeclared)
    }
}
