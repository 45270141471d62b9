import Dispatch
import Synchronization

/// Calls `transform` for each item, on up to `width` threads at once and no more than there are processors; the calling
/// thread is one of them. Returns the results in the order of the items.
///
/// Where `transform` throws, no further item is begun, those that run are waited for, and the error of the first item
/// (in their order) that failed is thrown: the one that a plain loop would have thrown.
public func parallelMap<Item: Sendable, Result: Sendable, Failure: Error>(
    _ items: [Item], width: Int = .max, _ transform: @Sendable (Item) throws(Failure) -> Result
) throws(Failure) -> [Result] {
    let workers = min(width, items.count, processorCount())
    if workers <= 1 {
        var results: [Result] = []
        results.reserveCapacity(items.count)
        for item in items { results.append(try transform(item)) }
        return results
    }

    let outcome = Mutex(Outcome<Result, Failure>())
    let next = Atomic(0)
    let failed = Atomic(false)
    // Indices are claimed in their order, so whatever comes before an item that fails was begun before it, and is in
    // the outcome.
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
        var mine = Outcome<Result, Failure>()
        while !failed.load(ordering: .relaxed) {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            if index >= items.count { break }
            do throws(Failure) {
                mine.results.append((index, try transform(items[index])))
            } catch {
                mine.failure = (index, error)
                failed.store(true, ordering: .relaxed)
            }
        }
        outcome.withLock { [mine] all in
            all.results += mine.results
            if let failure = mine.failure, failure.index < all.failure?.index ?? .max { all.failure = failure }
        }
    }
    let all = outcome.withLock { $0 }
    if let failure = all.failure { throw failure.error }
    return all.results.sorted { $0.index < $1.index }.map(\.result)
}

/// What came of some of the items.
private struct Outcome<Result: Sendable, Failure: Error>: Sendable {
    var results: [(index: Int, result: Result)] = []
    var failure: (index: Int, error: Failure)?
}
