import CalculatorBrain
import Testing

@Test func `the four operations`() {
    let brain = CalculatorBrain()
    #expect(brain.add(2, 3) == 5)
    #expect(brain.subtract(2, 3) == -1)
    #expect(brain.multiply(6, 7) == 42)
    #expect(brain.divide(1, 8) == 0.125)
}

@Test func `dividing by zero has no result`() {
    #expect(CalculatorBrain().divide(1, 0) == nil)
    #expect(CalculatorBrain().divide(0, -0.0) == nil)
}
