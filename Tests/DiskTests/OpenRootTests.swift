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

    @Test("a path starts where no name stands before it")
    func starts() {
        for (text, opened) in [
            ("Assets/srv/in.txt", "Assets/srv/in.txt"), ("../srv", "../srv"), ("$HOME/srv", "$HOME/srv"),
            ("\"$HOME\"/srv", "\"$HOME\"/srv"), ("~/srv", "~/srv"),
            ("a-b/srv", "a-b/srv"), ("file:///srv/x", "file:///srv/x"), ("-Isrv/srv", "-Isrv/srv"), ("-I/srv", "-I>"),
            ("--x/srv", "--x/srv"), ("--x=/srv", "--x=>"), ("@/srv/flags", "@>/flags"), ("x1/srv", "x1/srv"),
            ("\"/srv/a\" '/srv'", "\">/a\" '>'"), ("[\"/srv/a\",\"/srv/b\"]", "[\">/a\",\">/b\"]"),
            ("cp /srv/a /srv/b\n", "cp >/a >/b\n"),
            ("/srv more/x", "/srv more/x"), ("a: /srv\nb: /srv", "a: >\nb: >"),
        ] { #expect(OpenRoot.opened(text, root: "/srv").replacing(OpenRoot.mark, with: ">") == opened) }
    }

    @Test(arguments: [
        (">/a/../b", ">/b"), (">/a//b/./", ">/a/b"), (">/a/..", ">"), (">", ">"), (">/../x/../../y", ">/../../y"),
        ("/a/../b//c", "/b/c"), (">>/../a", ">>/../a"), ("a/../b", "a/../b"),
    ])
    func normalForm(_ path: String, _ normal: String) {
        #expect(
            OpenRoot.normalised(path.replacing(">", with: OpenRoot.mark)) == normal.replacing(">", with: OpenRoot.mark))
    }

    @Test func paths() {
        #expect(OpenRoot.path("a/b") == "\u{1A}/a/b" && OpenRoot.path(".") == "\u{1A}" && OpenRoot.path("/x") == "/x")
        for path in ["a/b", ".", "/x"] { #expect(OpenRoot.relative(OpenRoot.path(path)) == path) }
    }
}
