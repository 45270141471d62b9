import AccountInterface

public final class AccountMock: Account {
    public let name = "Test Person"
    public private(set) var address: String

    public init(address: String = "2 Test Street") { self.address = address }

    public func move(to address: String) { self.address = address }
}
