import Testing

@testable import Disk

/// A path is found however tools spell it.
@Suite struct PathSearchTests {
    @Test(
        arguments: [
            "/w x/ä", "\"\\/w x\\/\\u00e4\\/b\"", "file:///w%20x/%C3%A4", "file:\\/\\/\\/w%20x\\/%c3%a4",
            "{\\\"a\\\":\\\"\\\\/w x\\\\/ä\\\"}",
            "\\u002Fw\\u0020x\\u002f\\u00E4", "-I/w x/äa", "\u{0}/w x/ä\u{0}",
        ])
    func found(_ text: String) { #expect(PathSearch.contains("/w x/ä", in: Array(text.utf8))) }

    @Test(arguments: ["", "/", "/w x/", "/w  x/ä", "/w%2x/ä", "\\", "%", "\\u00", "\\/w x\\/\\u00", "/w+x/ä"])
    func absent(_ text: String) { #expect(!PathSearch.contains("/w x/ä", in: Array(text.utf8))) }
}
