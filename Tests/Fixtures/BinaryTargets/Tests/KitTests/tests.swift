import Kit
import Testing
@Test func number() { #expect(kit().hasPrefix("kit 4")) }
