import Wiring

/// Who orders.
public protocol Account: Provided, Shared {
    var name: String { get }
    /// Where orders go.
    var address: String { get }

    func move(to address: String)
}
