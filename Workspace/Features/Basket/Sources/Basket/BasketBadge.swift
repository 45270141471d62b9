import BasketInterface
import InterfaceKitInterface

/// Says below every screen how much is in the basket, as long as something is.
public struct BasketBadge: EveryScreenBehaviour {
    private let basket: any Basket

    public init(basket: any Basket) { self.basket = basket }

    public func didDraw(_ screen: any Screen, on terminal: any Terminal) {
        guard basket.count > 0 else { return }
        terminal.write("in the basket: \(basket.count), \(basket.total)", style: .accent)
    }
}
