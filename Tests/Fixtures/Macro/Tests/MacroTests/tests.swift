import Testing
@testable import TinyMacros
@Test func answers() { #expect(answer(to: "MakeMacro").contains("made")) }
