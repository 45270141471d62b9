import Testing

@testable import MonoCommands

@Suite struct TextLayoutTests {
    @Test("columns, not bytes or letters")
    func columns() {
        #expect(TextLayout.columns("abc") == 3)
        #expect(TextLayout.columns("é…–") == 3)
        #expect(TextLayout.columns("e\u{301}") == 1)
        #expect(TextLayout.columns("日本語") == 6)
        #expect(TextLayout.columns("🚀") == 2)
    }

    @Test("what is too long ends in an ellipsis")
    func fitted() {
        #expect(TextLayout.fitted("compile", to: 7) == "compile")
        #expect(TextLayout.fitted("compile", to: 5) == "comp…")
        #expect(TextLayout.fitted("日本語", to: 4) == "日…")
        #expect(TextLayout.fitted("abc", to: 1) == "…")
        #expect(TextLayout.fitted("abc", to: 0) == "")
    }

    @Test("lines break between words; a longer word stands alone")
    func wrapped() {
        #expect(TextLayout.wrapped("one two three", to: 7) == ["one two", "three"])
        #expect(TextLayout.wrapped("a incomprehensibilities b", to: 5) == ["a", "incomprehensibilities", "b"])
        #expect(TextLayout.wrapped("", to: 5) == [""])
    }

    @Test("a head that is too long has its text below")
    func table() {
        let lines = TextLayout.table([("-k", "short"), ("--very-long-name VALUE", "text")], width: 30, headWidth: 6)
        #expect(lines == ["  -k      short", "  --very-long-name VALUE", "          text"])
    }
}
