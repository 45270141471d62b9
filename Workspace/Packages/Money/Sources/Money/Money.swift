/// An amount in euros, kept in cents: sums are exact.
public struct Money: Hashable, Sendable {
    public var cents: Int

    public init(cents: Int) { self.cents = cents }

    /// Reads `12`, `12.5` and `12.50`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let euros = Int(parts[0]), euros >= 0 else { return nil }
        let digits = parts.count == 2 ? parts[1] : "0"
        guard (1...2).contains(digits.count), let fraction = UInt(digits) else { return nil }
        self.init(cents: euros * 100 + Int(fraction) * (digits.count == 1 ? 10 : 1))
    }

    public static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) }
    public static func * (price: Money, count: Int) -> Money { Money(cents: price.cents * count) }
}

extension Money: Comparable {
    public static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
}

extension Money: CustomStringConvertible {
    public var description: String {
        let fraction = cents.magnitude % 100
        return "\(cents < 0 ? "-" : "")€\(cents.magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension Sequence<Money> {
    public func sum() -> Money { reduce(Money(cents: 0), +) }
}
