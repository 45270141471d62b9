import BasketInterface
import OrderTrackingInterface

/// What was ordered is no longer in the basket.
public struct EmptiesBasket: OrderObserver {
    private let basket: any Basket

    public init(basket: any Basket) { self.basket = basket }

    public func placed(_ order: Order) { basket.empty() }
}
