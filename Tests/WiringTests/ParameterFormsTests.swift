import SymbolGraphs
import Testing

@testable import Wiring

@Suite struct ParameterFormsTests {
    private typealias Fragment = SymbolGraph.Fragment

    /// `#Net` names the symbol `s:Net`, `@word` is an attribute, `!word` a keyword, and all else is text.
    private func fragments(_ words: [String]) -> [Fragment] {
        words.map { word in
            switch word.first {
            case "#": Fragment(kind: "typeIdentifier", text: String(word.dropFirst()), symbol: "s:\(word.dropFirst())")
            case "@": Fragment(kind: "attribute", text: word)
            case "!": Fragment(kind: "keyword", text: String(word.dropFirst()))
            default: Fragment(kind: "text", text: word)
            }
        }
    }

    private func parameter(_ words: String..., defaultValue: String? = nil) -> Provisions.Parameter {
        let type = [Fragment(kind: "externalParam", text: "it"), Fragment(kind: "text", text: ": ")] + fragments(words)
        return .init(type + (defaultValue.map { [Fragment(kind: "text", text: " = \($0)")] } ?? []), type)
    }

    private func written(_ form: String, _ text: String) -> Provisions.WrittenType { .init(form: form, text: text) }

    @Test func whatAParameterAsksFor() {
        #expect(parameter("#Clock").need == .one("s:Clock"))
        #expect(parameter("!any", " ", "#Net").need == .one("s:Net"))
        #expect(parameter("(", "!any", " ", "#Net", ")?").need == .optional("s:Net"))
        #expect(parameter("[", "!any", " ", "#Net", "]").need == .all("s:Net"))
        #expect(parameter("Outer.", "#Net").need == .one("s:Net"))
        #expect(parameter("!any", " ", "#Repo", "<", "#Int", ">").need == .one("s:Repo<s:Int>"))
        #expect(parameter("!any", " ", "#Net", defaultValue: "Other()").hasDefault)
        #expect(!parameter("!any", " ", "#Net").hasDefault)
    }

    @Test func closures() {
        #expect(parameter("@escaping", " () -> ", "!any", " ", "#Net").need == .late("s:Net"))
        #expect(
            parameter("@escaping", " (", "#Int", ") -> ", "!any", " ", "#Net").need
                == .factory("s:Net", of: [written("s:Int", "Int")]))
        #expect(
            parameter("@escaping", " (", "#Int", ", [", "#Text", "]) -> ", "!any", " ", "#Net").need
                == .factory("s:Net", of: [written("s:Int", "Int"), written("[s:Text]", "[Text]")]))
        #expect(
            parameter("@escaping", " (", "#Map", "<", "#Int", ", ", "#Text", ">) -> ", "!any", " ", "#Net").need
                == .factory("s:Net", of: [written("s:Map<s:Int,s:Text>", "Map<Int, Text>")]))
    }

    @Test func effectsOfClosures() {
        #expect(
            parameter("@escaping", " () ", "!throws", " -> ", "!any", " ", "#Net").need == .late("s:Net", .throws))
        #expect(
            parameter("@escaping", " (", "#Int", ") ", "!async", " ", "!throws", " -> ", "!any", " ", "#Net").need
                == .factory("s:Net", of: [written("s:Int", "Int")], [.async, .throws]))
    }

    @Test func allElseIsAValue() {
        #expect(parameter("@autoclosure", " () -> ", "!any", " ", "#Net").need == .value)
        #expect(parameter("!inout", " ", "#Clock").need == .value)
        #expect(parameter("(", "#Int", ", ", "#Text", ")").need == .value)
        #expect(parameter("@escaping", " (() -> ", "#Int", ") -> ", "!any", " ", "#Net").need == .value)
        #expect(parameter("@escaping", " () -> () -> ", "!any", " ", "#Net").need == .value)
    }

    @Test func oneTypeHasOneForm() {
        #expect(Provisions.WrittenType(fragments(["Swift.", "#Int"])).text == "Swift.Int")
        #expect(
            Provisions.WrittenType(fragments(["[", "#Int", " : ", "!any", " ", "#Net", "]"]))
                == written("[s:Int:s:Net]", "[Int : any Net]"))
    }
}
