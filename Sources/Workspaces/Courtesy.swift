import Parallelism
import Subprocesses

extension Workspace {
    /// Opens the workspace and does `work`, and steps aside whenever somebody else waits for the workspace: what runs
    /// is stopped, and once they are done it begins again with how things are then. So nobody waits for long, and what
    /// was made meanwhile lies in the cache.
    ///
    /// `work` hears of the end by the cancellation that it gets, and what it returns or throws after that is forgotten.
    /// It must not keep the workspace. Throws `Stopped` where `cancellation` is requested, and what `open` and `work`
    /// throw.
    public func politely<Found>(
        _ cancellation: Cancellation, _ work: (OpenWorkspace, Cancellation) throws -> Found
    ) throws -> Found {
        while true {
            let own = Cancellation(), token = cancellation.onRequest { own.request() }
            defer { cancellation.forget(token) }
            // Not before the lock is held: waiting costs nobody anything.
            let lock = try lock(isPolite: true, own) { _ in }
            let watch = Ticker(every: Workspace.patience) { [root, files] in
                if WorkspaceLock.isWanted(root, files) { own.request() }
            }
            let found = Result { try work(open(lock, log: nil, own) { _ in }, own) }
            watch.stop()
            if cancellation.isRequested { throw Stopped() }
            if !own.isRequested { return try found.get() }
        }
    }

    /// In seconds: how long somebody waits before they are seen.
    private static let patience = 0.05
}
