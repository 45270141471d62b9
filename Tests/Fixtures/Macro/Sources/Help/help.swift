public func expansion(of macro: String) -> String {
    switch macro {
    case "MakeMacro": "func made() -> Int { 7 }"
    case "OtherMacro": "1"
    default: "42"
    }
}
