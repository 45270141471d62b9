@freestanding(expression)
public macro answer() -> Int = #externalMacro(module: "TinyMacros", type: "AnswerMacro")
@freestanding(declaration, names: named(made))
public macro make() = #externalMacro(module: "TinyMacros", type: "MakeMacro")

public func tiny() -> Int { #answer }
