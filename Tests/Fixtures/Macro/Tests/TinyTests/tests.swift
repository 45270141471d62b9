import Testing
import Tiny
@Test func expands() { #expect(#answer == 42) }
