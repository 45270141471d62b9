import Outer
import Testing
@Test func outside() { #expect(outer() == "outer base deep secret") }
