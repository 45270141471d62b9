import CalculatorUI

print(answer(to: Array(CommandLine.arguments.dropFirst())))
