import Subprocesses

/// Finds what dependents see of a module. `ABIDigester` does; the tests of verification have one that overlooks things.
public protocol ModuleDigester: Sendable {
    /// Never fails: what cannot be looked at has the digest of its bytes.
    func digest(of module: EmittedModule, cancellation: Cancellation) -> ABIDigest
}

extension ABIDigester: ModuleDigester {}
