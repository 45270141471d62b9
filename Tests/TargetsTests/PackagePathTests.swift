import Targets
import Testing

@Suite struct PackagePathTests {
    @Test(
        "paths are worked out as text",
        arguments: [
            ("S", "a/b", "S/a/b"), ("S", "../a", "a"), ("S", "../../a", "../a"), (".", "", "."),
            (".", "./a//b/", "a/b"), ("S", ".", "S"), ("S/T", "../.x", "S/.x"),
            (".", "..", ".."), ("S", "a/../../..", ".."),
        ])
    func joined(folder: String, path: String, expected: String) {
        #expect(PackagePath.joined(folder, path) == expected)
    }
}
