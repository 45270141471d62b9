import ArtifactCache
import Subprocesses

extension BuildSummary {
    /// Adds what was fetched from other caches and sent to them, and what went wrong there. With `waiting`, what is
    /// still on its way is waited for, unless the build is cancelled.
    mutating func addTransfers(
        of cache: TieredCache, waiting: Bool, _ observers: [any BuildObserver], _ cancellation: Cancellation
    ) {
        if waiting {
            if cache.unsent > 0 { for observer in observers { observer.sendingStarted(results: cache.unsent) } }
            sending = cache.finishSending { cancellation.isRequested }
        }
        transfers = cache.transfers
        cacheProblems = cache.problems
    }
}
