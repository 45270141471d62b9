import Wiring

/// Hears of orders. Any feature may have one; whoever takes the orders knows none of them.
public protocol OrderObserver: Collected {
    func placed(_ order: Order)
}
