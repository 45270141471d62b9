import SwiftText

/// What a source writes between the braces of a protocol's properties and subscripts. The compiler prints no more of it
/// than `{ get set }` with `mutating`, `nonmutating`, `async` and `throws`, in interfaces and of modules that it reads
/// back; who takes ownership and what is available count for clients all the same.
struct WrittenAccessors: Hashable, Sendable {
    /// The protocol's name and the requirement's: `Box.value`, `Box.subscript`.
    var name: String
    /// `{ consuming get }`, without comments and with single blanks; nil where all of it is printed.
    var unprinted: String?
    /// Conditions of compilation decide what stands there.
    var isConditional: Bool

    private static let printed: Set<String> = ["get", "set", "mutating", "nonmutating", "async", "throws"]

    /// In the text's order.
    static func all(in source: SwiftTokens) -> [WrittenAccessors] {
        var found: [WrittenAccessors] = [], conditions = 0
        for (index, token) in source.tokens.enumerated() {
            if token.kind == .directive {
                if source.text(token) == "#if" { conditions += 1 }
                if source.text(token) == "#endif" { conditions -= 1 }
            }
            // What is no protocol finds nothing that an interface prints.
            guard token.kind == .word, token.end - token.start == 8, source.text(token) == "protocol",
                !source.isSign(".", at: index - 1), let name = source.word(at: index + 1)
            else { continue }
            found += requirements(of: name, behind: index + 1, source, conditions)
        }
        return found
    }

    private static func requirements(
        of name: String, behind start: Int, _ source: SwiftTokens, _ conditions: Int
    ) -> [WrittenAccessors] {
        var found: [WrittenAccessors] = [], conditions = conditions
        var depth = 0, brackets = 0, pending: String?, first = start
        for index in start..<source.tokens.count {
            let token = source.tokens[index]
            if token.is("(") || token.is("[") { brackets += 1 }
            if token.is(")") || token.is("]") { brackets -= 1 }
            if token.kind == .directive {
                if source.text(token) == "#if" { conditions += 1 }
                if source.text(token) == "#endif" { conditions -= 1 }
            }
            if token.is("{"), brackets == 0 {
                depth += 1
                first = index
            } else if token.is("}"), brackets == 0 {
                depth -= 1
                if depth == 1, let requirement = pending {
                    found.append(accessors("\(name).\(requirement)", first...index, source, conditions))
                    pending = nil
                }
                if depth <= 0 { break }
            } else if depth == 1, brackets == 0, token.kind == .word {
                switch source.text(token) {
                case "var", "let": pending = source.word(at: index + 1)
                case "subscript": pending = "subscript"
                case "func", "init", "associatedtype", "typealias": pending = nil
                default: break
                }
            }
        }
        return found
    }

    private static func accessors(
        _ name: String, _ range: ClosedRange<Int>, _ source: SwiftTokens, _ conditions: Int
    ) -> WrittenAccessors {
        let tokens = source.tokens[range]
        let isPrinted = tokens.dropFirst().dropLast().allSatisfy {
            $0.kind == .word && printed.contains(source.text($0))
        }
        let isConditional = conditions > 0 || tokens.contains { $0.kind == .directive }
        if isPrinted { return WrittenAccessors(name: name, unprinted: nil, isConditional: isConditional) }
        var text = "", end = tokens.first?.start ?? 0
        for token in tokens {
            if token.start > end { text += " " }
            text += source.text(token)
            end = token.end
        }
        return WrittenAccessors(name: name, unprinted: text, isConditional: isConditional)
    }
}
