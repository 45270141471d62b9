import Testing

@testable import Disk

/// A text with the root left open is the same in every folder, and filled in it is what it was.
@Suite struct OpenRootTests {
    @Test(arguments: ["/w/a", "-I/w/a", "--x=/w,/w/b:/w", "/wide", "w", "", "/usr/w/x", "/w"])
    func roundTrip(_ text: String) {
        let opened = OpenRoot.opened(text, root: "/w")
        #expect(OpenRoot.filled(opened, root: "/w") == text)
        #expect(!opened.hasPrefix("/w/") && opened != "/w")
    }

    @Test func paths() {
        #expect(OpenRoot.path("a/b") == "\u{1A}/a/b" && OpenRoot.path(".") == "\u{1A}" && OpenRoot.path("/x") == "/x")
        for path in ["a/b", ".", "/x"] { #expect(OpenRoot.relative(OpenRoot.path(path)) == path) }
    }
}
