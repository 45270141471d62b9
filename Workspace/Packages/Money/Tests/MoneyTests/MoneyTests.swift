import Money
import Testing

@Test(arguments: [("12", 1200), ("12.5", 1250), ("12.50", 1250), ("0.05", 5)])
func `amounts as people write them`(text: String, cents: Int) {
    #expect(Money(text)?.cents == cents)
}

@Test(arguments: ["", ".", "1.", "1.234", "-1", "1.-5", "1.2.3", "free"])
func `what is no amount`(text: String) {
    #expect(Money(text) == nil)
}

@Test func `sums are exact, and read like prices`() {
    let prices = Array(repeating: Money(cents: 10), count: 3)
    #expect(prices.sum() == Money(cents: 30))
    #expect("\(Money(cents: 1205) * 2)" == "€24.10")
    #expect("\(Money(cents: -5))" == "-€0.05")
}
