import Testing

@testable import InterfaceDigests

/// What of a module a client's interface of it would hold.
@Suite struct NamedInterfaceTests {
    private static let cart: [ABIParts.Part] = [
        .init(.import, "Log", "import Log"),
        .init(.visible, "Cart", "final public class Cart : Sums"),
        .init(.visible, "Cart.add(_:)", "final public func add(_ item: Item)"),
        .init(.visible, "Cart.audit()", "final public func audit() -> Report"),
        .init(.stored, "Cart.items", "final var items: [Item]"),
        .init(.visible, "Item", "public struct Item"), .init(.visible, "Item.price", "public var price: Price"),
        .init(.visible, "Price", "public enum Price"), .init(.visible, "Price.free", "case free"),
        .init(.visible, "Report", "public struct Report"),
        .init(.visible, "Report.lines", "public var lines: [String]"),
        .init(.hidden, "Cents", "struct Cents"), .init(.slot, "Cart", "#Cart.add: (Cart) -> (Item) -> ()"),
    ]

    private func isChanged(
        _ change: (inout [ABIParts.Part]) -> Void, for client: String = "func pay(_ cart: Cart) { cart.add(nothing) }"
    ) -> Bool {
        var parts = Self.cart
        change(&parts)
        let interface = NamedInterface(sources: [Array(client.utf8)])
        let (old, new) = (ABIParts(Self.cart), ABIParts(parts))
        #expect(interface.isChanged(from: old, to: new) == interface.isChanged(from: new, to: old))
        return interface.isChanged(from: old, to: new)
    }

    @Test("of a class the members that are named count")
    func classes() {
        #expect(!isChanged { _ in })
        #expect(!isChanged { $0.append(.init(.visible, "Cart.empty()", "final public func empty()")) })
        #expect(!isChanged { $0.append(.init(.stored, "Cart.count", "final var count: Int")) })
        #expect(!isChanged { $0.append(.init(.slot, "Cart", "a hidden method")) })
        #expect(!isChanged { $0[1].text = "final public class Cart : Sums, Other" })
        #expect(!isChanged { $0[3].text = "final public func audit(deep: Bool) -> Report" })
        #expect(isChanged { $0[2].text = "final public func add(_ item: Item, times: Int = 1)" })
        #expect(
            isChanged(
                { $0.append(.init(.visible, "Cart.empty()", "final public func empty()")) }, for: "cart.empty() as Cart"
            ))
    }

    @Test("types that they lead to go over whole")
    func values() {
        #expect(isChanged { $0.append(.init(.visible, "Item.name", "public var name: String")) })
        #expect(isChanged { $0.append(.init(.stored, "Item.secret", "var secret: Int")) })
        // Through `Item`.
        #expect(isChanged { $0.append(.init(.visible, "Price.high", "case high")) })
        #expect(isChanged { $0[6] = .init(.visible, "Item.price", "public var price: Int") })
        // Only what is not named leads there.
        #expect(!isChanged { $0.append(.init(.visible, "Report.title", "public var title: String")) })
        #expect(
            isChanged({ $0.append(.init(.visible, "Report.title", "public var title: String")) }, for: "let r: Report"))
        #expect(
            isChanged({ $0.append(.init(.visible, "Report.title", "public var title: String")) }, for: "Cart().audit()")
        )
    }

    @Test("the rest stays behind")
    func rest() {
        #expect(!isChanged { $0.append(.init(.visible, "help()", "public func help()")) })
        #expect(isChanged({ $0.append(.init(.visible, "help()", "public func help()")) }, for: "help()"))
        #expect(!isChanged { $0[0] = .init(.import, "Net", "import Net") })
        #expect(!isChanged { $0.append(.init(.hidden, "Cents.value", "var value: Int")) })
        // Hidden, and stored by what goes over.
        #expect(
            isChanged {
                $0 += [
                    .init(.stored, "Item.cents", "var cents: Cents"), .init(.hidden, "Cents.value", "var value: Int"),
                ]
            })
        #expect(isChanged { $0.insert(.init(.fallback, "f", "its type is opaque"), at: 0) })
    }
}
