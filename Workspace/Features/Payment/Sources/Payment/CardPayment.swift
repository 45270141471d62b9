import Money
import NetworkingInterface
import PaymentInterface

/// By card, through the server.
public struct CardPayment: Payment {
    private let networking: any Networking

    public init(networking: any Networking) { self.networking = networking }

    public func charge(_ amount: Money, to card: String) throws(PaymentError) -> String {
        guard card.count >= 4, card.allSatisfy({ ("0"..."9").contains($0) }) else { throw .notACard(card) }
        do {
            return try networking.post(["card": card, "cents": "\(amount.cents)"], to: "payments").text("receipt")
        } catch {
            throw .declined(reason: "\(error)")
        }
    }
}
