import ArtifactCache
import BuildPlanning

/// Why an action ran: recorded where the verdict is made.
public enum RebuildReason: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var component: Fingerprint.Name
        /// Nil where the component is new, or gone.
        public var old, new: String?

        public init(component: Fingerprint.Name, old: String?, new: String?) {
            (self.component, self.old, self.new) = (component, old, new)
        }
    }

    /// No record of it here, and nothing in the cache.
    case neverBuilt
    /// These components of its key differ from the last time it was built or restored here.
    case changed([Change])
    /// The key is the last one, and the cache does not hold its result (any more).
    case resultMissing(CacheMiss)

    /// What differs between two fingerprints, in the order of the new one, then what is gone.
    public static func changes(from old: Fingerprint, to new: Fingerprint) -> [Change] {
        var before: [Fingerprint.Name: String] = [:]
        for component in old.components { before[component.name] = component.value }
        var changes: [Change] = []
        for component in new.components {
            let value = before.removeValue(forKey: component.name)
            if value != component.value {
                changes.append(Change(component: component.name, old: value, new: component.value))
            }
        }
        for component in old.components where before[component.name] != nil {
            changes.append(Change(component: component.name, old: component.value, new: nil))
        }
        return changes
    }
}
