import InterfaceKitInterface

/// Choices as they are shown and found: first those with numbers, a line each, then those with keys, in one line.
struct ChoiceTable {
    private let numbered: [Choice]
    private let keyed: [Choice]

    init(_ choices: [Choice]) {
        numbered = choices.filter { $0.key == nil }
        keyed = choices.filter { $0.key != nil }
    }

    /// By number, key or title, however it is capitalised.
    subscript(input: String) -> Choice? {
        let input = input.lowercased()
        if let number = Int(input), numbered.indices.contains(number - 1) { return numbered[number - 1] }
        return keyed.first { $0.key == input } ?? (numbered + keyed).first { $0.title.lowercased() == input }
    }

    var rows: [String] {
        let width = numbered.map(\.title.count).max() ?? 0
        return numbered.enumerated().map { index, choice in
            let number = "\(index + 1)"
            let row = "\(blanks(3 - number.count))\(number). \(choice.title)"
            return choice.detail.isEmpty ? row : "\(row)\(blanks(width - choice.title.count))  \(choice.detail)"
        }
    }

    var keys: String { keyed.map { "[\($0.key ?? "")] \($0.title)" }.joined(separator: "  ") }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
