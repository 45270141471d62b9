/// What of a module has its dependents compiled again.
public enum ModulePrecision: String, Hashable, Sendable {
    /// A change of what a dependent can use of its interface, as far as that is understood (`UsedInterface`).
    case usedParts
    /// Any change of its interface.
    case interfaces
    /// Any change of its bytes, as if no interface digest could be relied on.
    case bytes
}
