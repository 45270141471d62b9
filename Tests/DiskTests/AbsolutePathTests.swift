import Disk
import Testing

@Suite struct AbsolutePathTests {
    @Test(arguments: [
        ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a"), ("//a//b", "/a/b"), ("/a/./b/.", "/a/b"),
        ("/a/../b", "/b"),
        ("/..", "/"), ("/../../a", "/a"), ("/a/b/../../c", "/c"), ("/a/...", "/a/..."), ("/.a/..b/c..", "/.a/..b/c.."),
        ("/a b/é", "/a b/é"),
    ])
    func normalForm(_ text: String, _ normal: String) {
        #expect(AbsolutePath(text).string == normal)
        #expect(AbsolutePath(normal).string == normal)
    }

    @Test func parts() {
        let path = AbsolutePath("/a/b.c/d.tar.gz")
        #expect(path.name == "d.tar.gz" && path.fileExtension == "gz" && path.parent == AbsolutePath("/a/b.c"))
        #expect(
            AbsolutePath("/.hidden").fileExtension == "" && AbsolutePath("/a/b.").fileExtension == ""
                && AbsolutePath("/a").fileExtension == "")
        #expect(
            AbsolutePath("/").name == "" && AbsolutePath("/").parent == AbsolutePath("/")
                && AbsolutePath("/a").parent == AbsolutePath("/"))
    }

    @Test func putTogether() {
        let folder = AbsolutePath("/a/b")
        #expect(folder / "c/d" == AbsolutePath("/a/b/c/d"))
        #expect(folder / "../c" == AbsolutePath("/a/c"))
        #expect(folder / "." == folder && folder / "" == folder)
        #expect(AbsolutePath("/") / "a" == AbsolutePath("/a"))
        #expect(
            AbsolutePath("x", in: folder) == AbsolutePath("/a/b/x")
                && AbsolutePath("/x", in: folder) == AbsolutePath("/x"))
    }

    @Test func insideAndRelative() {
        let a = AbsolutePath("/a"), ab = AbsolutePath("/a/b"), other = AbsolutePath("/ab")
        #expect(
            ab.isInside(a) && a.isInside(a) && a.isInside(AbsolutePath("/")) && !a.isInside(ab) && !other.isInside(a))
        #expect(
            ab.relative(to: a) == "b" && a.relative(to: ab) == ".." && a.relative(to: a) == "."
                && other.relative(to: ab) == "../../ab")
        #expect(a.relative(to: AbsolutePath("/")) == "a" && AbsolutePath("/").relative(to: ab) == "../..")
    }

    @Test(arguments: [
        ("/", "/", "."), ("/a/bc", "/a/b", "../bc"), ("/a/b", "/a/bc", "../b"), ("/a/b/c", "/a/d/e", "../../b/c"),
        ("/a b/é/c", "/a b", "é/c"),
        ("/x", "/a/b/c", "../../../x"), ("/a/b/c/d", "/a", "b/c/d"), ("/a", "/a/b/c", "../.."),
        ("/\u{e9}", "/e\u{301}", "../\u{e9}"),
    ])
    func relative(_ path: String, _ folder: String, _ expected: String) {
        let found = AbsolutePath(path).relative(to: AbsolutePath(folder))
        #expect(Array(found.utf8) == Array(expected.utf8))
        #expect(AbsolutePath(found, in: AbsolutePath(folder)) == AbsolutePath(path))
    }

    @Test func order() {
        let sorted = ["/", "/B", "/a", "/a!", "/a/b", "/ab", "/\u{ffff}", "/\u{10000}"]
        #expect(sorted.shuffled().map { AbsolutePath($0) }.sorted().map(\.string) == sorted)
    }
}
