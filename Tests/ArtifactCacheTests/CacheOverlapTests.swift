import Disk
import Testing

@testable import ArtifactCache

@Suite struct CacheOverlapTests {
    @Test(
        "one folder, or one in the other, however it is spelled",
        arguments: [
            ("/a/cache", "/a/cache", true), ("/a/cache", "/a/cache/below", true),
            ("/a/cache/below/more", "/a/cache", true), ("/a/cache", "/a/caches", false),
            ("/a/alias", "/a/cache", true), ("/a/alias/x", "/a/cache", true), ("/a/cache", "/a/alias/missing/y", true),
            ("/a/cache", "/a/other", false),
            ("/a/missing", "/a/missing/x", true), ("/a/missing", "/a/absent", false), ("/", "/a/cache", true),
        ])
    func overlaps(_ first: String, _ second: String, _ expected: Bool) throws {
        let files = InMemoryFileSystem()
        for folder in ["/a/cache", "/a/other"] { try files.makeFolder(AbsolutePath(folder)) }
        try files.makeSymbolicLink(at: AbsolutePath("/a/alias"), to: "cache")
        for (one, other) in [(first, second), (second, first)] {
            #expect(
                CacheOverlap(AbsolutePath(one), AbsolutePath(other), files: files).isOverlap == expected,
                "\(one) \(other)")
        }
    }
}
