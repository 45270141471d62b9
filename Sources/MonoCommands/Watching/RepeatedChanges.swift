import FileWatching

/// Slows rounds down that wake each other: a test that fails and writes a file beside its sources each time would run
/// for ever.
///
/// The same paths changed while a round ran as while the one before ran, and nothing else woke it. It is likely that
/// the rounds make these changes themselves. It is not sure, so the next round still comes, but later each time.
struct RepeatedChanges {
    private var last = FileChanges()
    /// How long the next round waits for another reason to begin.
    private(set) var delay = Duration.zero

    static let firstDelay = Duration.seconds(2)

    /// Whether these changes are like those of the round before.
    func areKnown(_ changes: FileChanges) -> Bool {
        !changes.isEmpty && changes.paths.isSubset(of: last.paths) && (!changes.isPartial || last.isPartial)
    }

    /// `changes`: while the round ran. `wasOwn`: only changes while another round ran were the reason for it. Returns
    /// whether this is the first time that the rounds look as if they wake each other.
    mutating func roundEnded(_ changes: FileChanges, wasOwn: Bool) -> Bool {
        defer { last = changes }
        guard wasOwn, areKnown(changes) else {
            delay = .zero
            return false
        }
        let isFirst = delay == .zero
        delay = isFirst ? RepeatedChanges.firstDelay : min(delay * 2, .seconds(3_600))
        return isFirst
    }
}
