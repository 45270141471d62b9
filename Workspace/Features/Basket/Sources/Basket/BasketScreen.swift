import BasketInterface
import InterfaceKitInterface
import PaymentInterface
import RouterServiceInterface

/// What is in the basket. Choosing a line takes one out.
final class BasketScreen: Screen {
    let title = "Basket"
    private let basket: any Basket
    private let router: any Router

    init(basket: any Basket, router: any Router) { (self.basket, self.router) = (basket, router) }

    func content() -> ScreenContent {
        if basket.lines.isEmpty { return ScreenContent([StyledLine("Nothing here yet.", style: .faint)]) }
        let lines = basket.lines.map { line in
            Choice("\(line.count) x \(line.item.name)", detail: "\(line.total)") { [basket] in basket.remove(line.item) }
        }
        return ScreenContent(
            [StyledLine("A number takes one out.", style: .faint)],
            choices: lines + [Choice("pay \(basket.total)", key: "p") { self.pay() }])
    }

    private func pay() {
        let items = basket.lines.map { "\($0.count) x \($0.item.name)" }
        router.open(PaymentRoute.checkout(items: items, total: basket.total))
    }
}
