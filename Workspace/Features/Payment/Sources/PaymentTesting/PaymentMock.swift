import Money
import PaymentInterface

/// Takes every card, or none.
public final class PaymentMock: Payment {
    public private(set) var charged: [Money] = []
    private let error: PaymentError?

    public init(failing error: PaymentError? = nil) { self.error = error }

    public func charge(_ amount: Money, to card: String) throws(PaymentError) -> String {
        if let error { throw error }
        charged.append(amount)
        return "receipt \(charged.count)"
    }
}
