import Subprocesses

/// Finds what dependents see of a module. `ABIDigester` does; the tests of verification have one that overlooks things.
public protocol ModuleDigester: Sendable {
    /// Never fails: what cannot be looked at has the digest of its bytes. `others`: types of the modules that it sees,
    /// given the words of its imports.
    func digest(
        of module: EmittedModule, others: (_ imported: Set<String>) -> SeenNames, cancellation: Cancellation
    ) -> ABIDigest
}

extension ABIDigester: ModuleDigester {}
