import Money
import Wiring

/// Takes people's money.
public protocol Payment: Provided {
    /// Returns the receipt's number.
    func charge(_ amount: Money, to card: String) throws(PaymentError) -> String
}

public enum PaymentError: Error, Hashable {
    case notACard(String)
    case declined(reason: String)
}

extension PaymentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notACard(let text): "'\(text)' is no card number: these have four digits or more"
        case .declined(let reason): "Not paid: \(reason)."
        }
    }
}
