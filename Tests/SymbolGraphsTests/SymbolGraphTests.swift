import Testing

@testable import SymbolGraphs

@Suite struct SymbolGraphTests {
    private static let text = """
        {"metadata": {}, "module": {"name": "M"},
         "symbols": [
          {"kind": {"identifier": "swift.method"}, "identifier": {"precise": "s:m"}, "pathComponents": ["C", "add(_:)"], "accessLevel": "public",
           "functionSignature": {"parameters": [{"name": "x", "declarationFragments": [{"kind": "identifier", "spelling": "x"},
             {"kind": "text", "spelling": ": "}, {"kind": "typeIdentifier", "spelling": "Int", "preciseIdentifier": "s:Si"}]}],
             "returns": [{"kind": "text", "spelling": "()"}]},
           "availability": [{"domain": "*", "isUnconditionallyUnavailable": true}], "swiftGenerics": {"parameters": [{"name": "T"}]},
           "declarationFragments": [{"kind": "keyword", "spelling": "func"}]},
          {"kind": {"identifier": "swift.class"}, "identifier": {"precise": "s:C"}, "pathComponents": ["C"], "accessLevel": "open"}],
         "relationships": [
          {"kind": "conformsTo", "source": "s:C", "target": "s:P", "targetFallback": "Other.P"},
          {"kind": "conformsTo", "source": "s:C", "target": "s:Q", "swiftConstraints": [{"kind": "sameType"}]}]}
        """

    @Test func readsWhatItIsAskedFor() throws {
        let graph = try SymbolGraph(Array(SymbolGraphTests.text.utf8), kinds: ["swift.method"])
        #expect(graph.symbols.map(\.id) == ["s:m"])
        let method = try #require(graph.symbols.first)
        #expect(
            method.parameters == [
                [
                    .init(kind: "identifier", text: "x"), .init(kind: "text", text: ": "),
                    .init(kind: "typeIdentifier", text: "Int", symbol: "s:Si"),
                ]
            ])
        #expect(method.result == "()" && method.isGeneric && method.isUnavailable)
        #expect(graph.relationships.map(\.targetName) == ["Other.P", nil])
        #expect(graph.relationships.map(\.isConditional) == [false, true])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"symbols": [{}], "relationships": []}"#,
        #"{"symbols": [], "relationships": [{"kind": "x"}]}"#,
    ])
    func somethingElseIsNone(_ text: String) {
        #expect(throws: SymbolGraphError.notASymbolGraph) { try SymbolGraph(Array(text.utf8), kinds: []) }
    }
}
