import CalculatorBrainInterface

/// Works a line such as `2 * (3 + 4) - -1` out while reading it. The arithmetic is the brain's.
///
///     sum     = product { ("+" | "-") product }
///     product = factor { ("*" | "/") factor }
///     factor  = { "-" } ( number | "(" sum ")" )
struct Calculation {
    private let brain: any CalculatorBrainInterface
    private let line: [Character]
    private var position = 0
    private var depth = 0
    private static let deepest = 100

    /// The value of the whole line.
    static func result(of line: String, with brain: any CalculatorBrainInterface) throws(CalculationError) -> Double {
        var calculation = Calculation(brain: brain, line: Array(line))
        let value = try calculation.chain(tight: false)
        if let rest = calculation.peek() { throw .unexpected(rest, column: calculation.column) }
        return value
    }

    private init(brain: any CalculatorBrainInterface, line: [Character]) { (self.brain, self.line) = (brain, line) }

    private var column: Int { position + 1 }

    /// A sum, or (`tight`) a product: operands with operations of one rank between them, from left to right.
    private mutating func chain(tight: Bool) throws(CalculationError) -> Double {
        var value = try tight ? factor() : chain(tight: true)
        while let operation = peek().flatMap(CalculatorOperation.init(rawValue:)), operation.bindsTightly == tight {
            let at = column
            position += 1
            let operand = try tight ? factor() : chain(tight: true)
            guard let result = brain.result(of: operation, value, operand) else { throw .divisionByZero(column: at) }
            value = result
        }
        return value
    }

    private mutating func factor() throws(CalculationError) -> Double {
        var isNegative = false
        while peek() == "-" {
            isNegative.toggle()
            position += 1
        }
        let value = try peek() == "(" ? parenthesis() : number()
        return isNegative ? brain.subtract(0, value) : value
    }

    private mutating func parenthesis() throws(CalculationError) -> Double {
        let opening = column
        guard depth < Calculation.deepest else { throw .tooDeep(column: opening) }
        depth += 1
        position += 1
        let value = try chain(tight: false)
        guard let closing = peek() else { throw .unclosedParenthesis(column: opening) }
        guard closing == ")" else { throw .unexpected(closing, column: column) }
        position += 1
        depth -= 1
        return value
    }

    private mutating func number() throws(CalculationError) -> Double {
        guard let first = peek() else { throw .unexpectedEnd }
        let start = position
        while position < line.count, line[position].isASCII, line[position].isNumber || line[position] == "." { position += 1 }
        guard position > start else { throw .unexpected(first, column: column) }
        let text = String(line[start..<position])
        guard let value = Double(text) else { throw .notANumber(text, column: start + 1) }
        return value
    }

    /// The next character that is no blank, which becomes the current one; nil at the end.
    private mutating func peek() -> Character? {
        while position < line.count, line[position].isWhitespace { position += 1 }
        return position < line.count ? line[position] : nil
    }
}
