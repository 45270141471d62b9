import Testing

@testable import JSON

@Suite struct JSONTextTests {
    private static let text = "a\"b\\c/\n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{2029}é😀"

    @Test("texts are quoted as they always were: scripts and lock files rest on it")
    func quoting() {
        #expect(JSONText.text(Self.text).description == #""a\"b\\c/\n\r\t\u0000\u001f\u007f\u2028\u2029é😀""#)
        let plain = #""a\"b\\c/\n\u000d\u0009\u0000\u001f"# + "\u{7F}\u{2028}\u{2029}é😀\""
        #expect(JSONQuoting.plain.quoted(Self.text) == plain)
    }

    @Test("what is quoted is read back as it was", arguments: [JSONQuoting.legible, .plain, .numbered])
    func roundTrip(quoting: JSONQuoting) throws {
        for value in 0..<0x3000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "x\(scalar)y"
            #expect(try JSONParser.parse(Array(quoting.quoted(text).utf8)).string == text)
        }
    }

    @Test("members stand in the order given, on one line")
    func values() {
        let value = JSONText.object([
            ("b", .array([.null, .bool(true), .integer(-3)])), ("a\n", .thousandths(-1_050)), ("", .object([])),
        ])
        #expect(value.description == #"{"b":[null,true,-3],"a\n":-1.050,"":{}}"#)
    }
}
