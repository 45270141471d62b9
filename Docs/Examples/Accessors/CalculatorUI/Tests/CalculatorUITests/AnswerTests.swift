import CalculatorBrainInterface
import CalculatorBrainTesting
import CalculatorUI
import Testing

/// The test program is linked with the mock alone.
@Test func theMockAnswers() {
    #expect(answer(to: ["40", "+", "2"]) == "0.0")
}

@Test func anotherOneForOneTest() {
    withCalculatorBrain(CalculatorBrainMock(answer: 42)) {
        #expect(answer(to: ["1", "+", "1"]) == "42.0")
    }
}

@Test func wordsThatAreNoCalculation() {
    #expect(answer(to: ["seven"]) == "try: 7 / 2")
    #expect(answer(to: ["7", "?", "2"]) == "no answer")
}
