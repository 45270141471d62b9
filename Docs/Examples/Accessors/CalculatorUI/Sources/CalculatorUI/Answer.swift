import CalculatorBrainInterface

/// What people see for `7 / 2`, one word each.
public func answer(to words: [String]) -> String {
    guard words.count == 3, let a = Double(words[0]), let b = Double(words[2]) else { return "try: 7 / 2" }
    let result: Double? =
        switch words[1] {
        case "+": calculatorBrain.add(a, b)
        case "-": calculatorBrain.subtract(a, b)
        case "x": calculatorBrain.multiply(a, b)
        case "/": calculatorBrain.divide(a, b)
        default: nil
        }
    return result.map { "\($0)" } ?? "no answer"
}
