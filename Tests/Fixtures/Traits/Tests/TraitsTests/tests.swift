import Testing
import Traits
@Test func isB() { #expect(traits().contains("B")) }
