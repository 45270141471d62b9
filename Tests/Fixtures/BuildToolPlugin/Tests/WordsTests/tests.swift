import Testing
@testable import Words

@Test func words() { #expect(word_first.contains("hello")) }
