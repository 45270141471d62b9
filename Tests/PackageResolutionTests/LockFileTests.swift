import Targets
import Testing

@testable import PackageResolution

@Suite struct LockFileTests {
    private static let pins = [
        Pin(
            identity: "swift-log", kind: .remoteSourceControl, location: "https://example.com/apple/swift-log.git",
            revision: "aa", state: .version(Version(1, 6, 0))),
        Pin(
            identity: "tip", kind: .remoteSourceControl, location: "https://example.com/tip", revision: "bb",
            state: .branch("main")),
        Pin(identity: "\"odd\"", kind: .localSourceControl, location: "/x/\"odd\"", revision: "cc", state: .revision),
    ].sorted { $0.identity < $1.identity }

    @Test("what is written is read, in every state of a pin")
    func roundTrip() {
        let lock = LockFile(version: 3, pins: LockFileTests.pins.reversed())
        #expect(LockFile(Array(lock.text.utf8)) == lock)
        #expect(lock.pins == LockFileTests.pins)
    }

    @Test("the text is SwiftPM's own, without its hash")
    func text() {
        let lock = LockFile(version: 2, pins: [LockFileTests.pins[1]])
        #expect(
            lock.text == """
                {
                  "pins" : [
                    {
                      "identity" : "swift-log",
                      "kind" : "remoteSourceControl",
                      "location" : "https://example.com/apple/swift-log.git",
                      "state" : {
                        "revision" : "aa",
                        "version" : "1.6.0"
                      }
                    }
                  ],
                  "version" : 2
                }

                """)
    }

    @Test("the two older forms and the hash of the newest are read")
    func olderForms() throws {
        let first = """
            {"object": {"pins": [{"package": "Log", "repositoryURL": "https://example.com/apple/swift-log.git",
            "state": {"branch": null, "revision": "aa", "version": "1.6.0"}}]}, "version": 1}
            """
        let lock = try #require(LockFile(Array(first.utf8)))
        #expect(lock.pins == [LockFileTests.pins[1]] && lock.version == 1)
        let third = #"{"originHash": "ff", "pins": [], "version": 3}"#
        #expect(LockFile(Array(third.utf8)) == LockFile(version: 3, pins: []))
    }

    @Test(
        "anything else is no lock file",
        arguments: [
            "", "{}", "[]", #"{"version": 4, "pins": []}"#, #"{"version": 2, "pins": [{}]}"#,
            #"{"version": 2, "pins": [{"location": "x", "state": {"revision": "a", "version": "one"}}]}"#,
        ])
    func malformed(text: String) { #expect(LockFile(Array(text.utf8)) == nil) }

    @Test("changes name what moves and what is new; a pin too many is none")
    func changes() {
        let pins = LockFileTests.pins
        let lock = LockFile(version: 3, pins: pins)
        #expect(lock.changes(to: pins).isEmpty)
        #expect(lock.changes(to: [pins[1]]).isEmpty)
        var moved = pins[1]
        moved.state = .version(Version(1, 7, 0))
        moved.revision = "dd"
        let new = Pin(identity: "new", kind: .remoteSourceControl, location: "x", revision: "ee", state: .revision)
        #expect(
            lock.changes(to: [moved, new]) == [
                PinChange(identity: "swift-log", before: "1.6.0", after: "1.7.0"),
                PinChange(identity: "new", before: nil, after: "ee"),
            ])
    }

    @Test("a new lock file has the form that SwiftPM writes for the package's tools version")
    func versions() {
        #expect(LockFile.version(for: ToolsVersion(5, 5)) == 2)
        #expect(LockFile.version(for: ToolsVersion(5, 9)) == 2)
        #expect(LockFile.version(for: ToolsVersion(5, 10)) == 3)
        #expect(LockFile.version(for: ToolsVersion(6, 1)) == 3)
    }
}
