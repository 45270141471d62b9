/// Which versions of a dependency a package can live with.
public enum Requirement: Hashable, Sendable {
    case exact(Version)
    /// From the first up to the second, which is left out.
    case range(Version, Version)
    case branch(String)
    case revision(String)

    /// What satisfies both; nil where nothing does.
    func intersection(_ other: Requirement) -> Requirement? {
        switch (self, other) {
        case (.range(let low, let high), .range(let otherLow, let otherHigh)):
            let lowest = max(low, otherLow), highest = min(high, otherHigh)
            return lowest < highest ? .range(lowest, highest) : nil
        case (.exact(let version), .range(let low, let high)), (.range(let low, let high), .exact(let version)):
            return low <= version && version < high ? .exact(version) : nil
        case (.exact(let version), .exact(let other)): return version == other ? .exact(version) : nil
        // A branch or a revision, once somebody wants it, wins over versions, as in SwiftPM.
        case (.branch(let name), .branch(let other)): return name == other ? .branch(name) : nil
        case (.revision(let name), .revision(let other)): return name == other ? .revision(name) : nil
        case (.branch, .revision), (.revision, .branch): return nil
        case (.branch, _), (.revision, _): return self
        case (_, .branch), (_, .revision): return other
        }
    }
}
