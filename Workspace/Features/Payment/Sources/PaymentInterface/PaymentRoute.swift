import Money
import RouterServiceInterface

public enum PaymentRoute: Route {
    /// What is to be ordered once it is paid.
    case checkout(items: [String], total: Money)
}
