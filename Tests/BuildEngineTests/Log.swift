import Synchronization

/// What happened, in order, from any thread.
final class Log: Sendable {
    private let list = Mutex<[String]>([])

    var entries: [String] { list.withLock { $0 } }

    /// Returns how often that has happened by now.
    @discardableResult func add(_ entry: String) -> Int {
        list.withLock { list in
            list.append(entry)
            return list.count { $0 == entry }
        }
    }
}
