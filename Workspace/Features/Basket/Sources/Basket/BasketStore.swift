import AnalyticsInterface
import BasketInterface

/// Keeps the basket as long as the app runs.
public final class BasketStore: Basket {
    public private(set) var lines: [BasketLine] = []
    private let analytics: any Analytics

    public init(analytics: any Analytics) { self.analytics = analytics }

    public func add(_ item: BasketItem) {
        analytics.record(AnalyticsEvent("added", item.name))
        if let index = index(of: item) {
            lines[index].count += 1
        } else {
            lines.append(BasketLine(item: item, count: 1))
        }
    }

    public func remove(_ item: BasketItem) {
        guard let index = index(of: item) else { return }
        lines[index].count -= 1
        if lines[index].count == 0 { lines.remove(at: index) }
    }

    public func empty() { lines = [] }

    private func index(of item: BasketItem) -> Int? { lines.firstIndex { $0.item == item } }
}
