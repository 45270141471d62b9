import Dispatch
import Synchronization

/// Work on a thread of its own, begun at once: for what waits for other programs, so that no worker of `parallelMap`
/// stands still for it.
public final class Background<Value: Sendable>: Sendable {
    private let group = DispatchGroup()
    private let value = Mutex<Value?>(nil)

    public init(_ work: @escaping @Sendable () -> Value) {
        // A queue of its own gets a thread whatever the others are busy with.
        DispatchQueue(label: "mono.background").async(group: group) { [self] in
            let result = work()
            value.withLock { $0 = result }
        }
    }

    /// What came of it, as soon as that is known. May be asked again.
    public func wait() -> Value {
        group.wait()
        return value.withLock { $0! }
    }
}
