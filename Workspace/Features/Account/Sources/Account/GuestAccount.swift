import AccountInterface

/// Somebody who has not signed in.
public final class GuestAccount: Account {
    public let name = "Guest"
    public private(set) var address = "1 Mill Lane"

    public init() {}

    public func move(to address: String) { self.address = address }
}
