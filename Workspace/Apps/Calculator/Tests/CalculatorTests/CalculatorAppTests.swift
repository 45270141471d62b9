import Testing

@testable import Calculator

@Test func `the app's screen has a brain that works`() throws {
    #expect(try CalculatorApp.screen.answer(to: "(1 + 2) * 3 / 4 - 5") == "-2.75")
}
