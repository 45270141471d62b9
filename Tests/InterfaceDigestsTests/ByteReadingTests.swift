import Testing

@testable import InterfaceDigests

/// Reading text byte by byte finds what reading its characters finds.
struct ByteReadingTests {
    @Test(arguments: ["", "a", "ab", "renamed:", "xrenamed:", "renamed:x", "rrenamed: r", "rename", "ren\u{301}amed:"])
    func `a word is found wherever it stands`(text: String) {
        #expect(text.holds("renamed:") == text.contains("renamed:"))
        #expect(("x" + text)[...].dropFirst().holds("renamed:") == text.contains("renamed:"))
    }

    @Test func `a word at the end of a part is not found behind it`() {
        let text = "a func - b", part = text.prefix(8)
        #expect(text.holds("func - ") && !part.holds("func - "))
    }

    @Test(arguments: [
        ("a", "a"), ("A.b", "b"), ("A.B.`c`", "c"), ("A.+", "+"), ("A....", "A"), ("...", "..."), ("", ""),
        ("Grüße.größer", "größer"),
    ])
    func `the last name of a path`(path: String, last: String) {
        #expect(InterfaceReader.last(path) == last)
        #expect(InterfaceReader.last(path[...]) == last)
    }

    @Test(arguments: [
        ("Box.value.getter", "Box.value"), ("static Box.make(of:)", "Box.make"), ("Array<>.f()", "Array.f"),
        ("closure #1 in Box.f()", "Box.f"), ("default argument 0 of Box.f(a:)", "Box.f"),
        ("Box.__allocating_init(a:)", "Box.init"), ("Box.init(a:)", "Box.init"), ("Box.value.modify2", "Box.value"),
        ("Box.f<A>(a:)", "Box.f"), ("Span<A>.f<B, C>()", "Span.f"),
        ("closure #1 in Box<>.f<A, each B>(_:)", "Box.f"),
        ("static Box.< infix(a:b:)", nil), ("static Box.<> infix<A>(a:b:)", nil), ("Box.<(a:b:)", nil),
        ("Box<A.Element>.f()", nil), ("Box.f<A>(a:", nil), ("Box.f(a:", nil),
        ("Box.+ infix(a:b:)", nil), ("größer()", nil), ("", nil), (" of ", nil),
    ])
    func `the declaration whose body it is`(description: String, path: String?) {
        #expect(InterfaceReader.path(ofBody: description) == path)
    }

    @Test func `parts are read as they were written`() {
        let parts = ABIParts([
            .init(.visible, "A\\n", "tab\t, line\n, return\r and \\ and é"), .init(.emitted, "", "\\t"),
            .init(.hidden, "e\u{301}", "\u{301}"),
        ])
        #expect(ABIParts(text: parts.text) == parts)
        for broken in ["a\\", "a\\x", "a\tb\tc"] {
            #expect(ABIParts(text: "mono abi 2\nvisible\ta\t\(broken)\n") == nil)
        }
        #expect(ABIParts(text: "mono abi 2\n")?.parts == [])
        #expect(ABIParts(text: "mono abi 2") == nil)
        #expect(ABIParts(text: "") == nil)
    }
}
