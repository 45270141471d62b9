import Testing

@testable import JSON

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test("JSON's values are read")
    func values() throws {
        let value = try parse(#"{"a": [1, -2.5, 1e3, true, false, null], "b": {"c": "x\n\u00e9\ud83d\ude00\/"}}"#)
        let list = value["a"]?.array?.map(\.content)
        #expect(list == [.number(1), .number(-2.5), .number(1000), .bool(true), .bool(false), .null])
        #expect(value["b"]?["c"]?.string == "x\né😀/")
        #expect(value["nothing"] == nil)
    }

    @Test("JSON5 is read: comments, bare and single-quoted keys, trailing commas, odd numbers, line continuations")
    func json5() throws {
        let value = try parse(
            """
            // first
            {
              bare: 'it\\'s', /* a
              comment */ $k_1: +0x1F, half: .5, five: 5., inf: -Infinity,
              "long": "one \\
            two", list: [1, 2,],
            }
            """)
        #expect(value["bare"]?.string == "it's")
        #expect(value["$k_1"]?.integer == 31)
        #expect(value["half"]?.content == .number(0.5) && value["five"]?.content == .number(5))
        #expect(value["inf"]?.content == .number(-.infinity))
        #expect(value["long"]?.string == "one two")
        #expect(value["list"]?.array?.count == 2)
    }

    @Test("the line of every key and value is known")
    func lines() throws {
        let value = try parse("{\n  /* one\n two */ \"a\": 1,\n\n  b:\n    [2,\n 3]\n}")
        #expect(value.line == 1)
        #expect(value.members?.map(\.line) == [3, 5])
        #expect(value["b"]?.line == 6)
        #expect(value["b"]?.array?.map(\.line) == [6, 7])
    }

    @Test(
        "what is no JSON5 is told with line, column and what should have come",
        arguments: [
            ("", 1, 1, JSONSyntaxError.Expectation.value), ("{", 1, 2, .key), ("{a 1}", 1, 4, .colon),
            ("[1 2]", 1, 4, .commaOrEnd),
            ("{a: 1 b: 2}", 1, 7, .commaOrEnd), ("[1]\n x", 2, 2, .endOfText), ("\"abc", 1, 5, .endOfString),
            ("\"a\nb\"", 1, 3, .endOfString),
            ("/* x", 1, 4, .endOfComment), (#""\u12g4""#, 1, 6, .escape), (#""\ud800x""#, 1, 8, .escape),
            ("[1.2.3]", 1, 2, .number),
            ("[0x]", 1, 2, .number), ("[tru]", 1, 2, .value), ("{\n,}", 2, 1, .key), ("/", 1, 1, .value),
            ("[.]", 1, 2, .number),
        ])
    func syntaxErrors(text: String, line: Int, column: Int, expected: JSONSyntaxError.Expectation) {
        #expect(throws: JSONSyntaxError(line: line, column: column, expected: expected)) { try parse(text) }
    }

    @Test("bytes that are no UTF-8, and nesting without end, are errors and not crashes")
    func hostile() {
        #expect(throws: JSONSyntaxError(line: 1, column: 1, expected: .utf8)) {
            try JSONParser.parse([0x22, 0xFF, 0x22])
        }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "[", count: 100_000)) }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "{a:", count: 100_000)) }
    }

    @Test("every truncation of a text is an error")
    func truncation() throws {
        let text = Array(#"{"a": [1, {b: 'x\u00e9'}], /* c */ "d": true}"#.utf8)
        _ = try JSONParser.parse(text)
        for length in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text.prefix(length))) }
        }
    }
}
