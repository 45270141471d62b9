import Disk
import JSON
import Subprocesses
import Synchronization
import Testing
import Workspaces

@testable import EditorServer

/// A client that has said all that it has to say before the first answer comes.
private final class Conversation: EditorTransport {
    private let pieces: Mutex<[[UInt8]]>
    private let written = Mutex<[UInt8]>([])

    init(_ messages: [String]) {
        pieces = Mutex(messages.map { Array("Content-Length: \($0.utf8.count)\r\n\r\n\($0)".utf8) })
    }

    init(raw text: String) { pieces = Mutex([Array(text.utf8)]) }

    func read() -> [UInt8] { pieces.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
    func write(_ bytes: [UInt8]) { written.withLock { $0 += bytes } }

    func answers() throws -> [JSONValue] {
        var frames = MessageFrames(), found: [JSONValue] = []
        frames.append(written.withLock { $0 })
        while let content = try frames.next() { found.append(try JSONParser.parse(content)) }
        return found
    }
}

/// The server where no workspace can be opened: what it says of that, and of messages.
@Suite struct EditorServerTests {
    private struct Broken: Error {}

    private func talk(_ conversation: Conversation) throws -> (said: [JSONValue], wasEnded: Bool) {
        let server = EditorServer(
            .init(name: "mono", version: "1"), root: AbsolutePath("/w"), BuildSettings(), transport: conversation,
            cancellation: Cancellation(), finding: { throw Broken() }, word: { "\($0)" })
        let wasEnded = server.run()
        return (try conversation.answers(), wasEnded)
    }

    @Test("a client that is answered nothing useful still gets an answer to everything")
    func withoutWorkspace() throws {
        let (said, wasEnded) = try talk(
            Conversation([
                #"{"id": 1, "method": "build/initialize", "params": {}}"#, #"{"method": "build/initialized"}"#,
                #"{"id": 2, "method": "workspace/waitForBuildSystemUpdates"}"#,
                #"{"id": 3, "method": "buildTarget/prepare", "params": {"targets": [{"uri": "mono://target/x"}]}}"#,
                #"{"id": 4, "method": "unheard/of"}"#, #"{"method": "unheard/of"}"#,
                #"{"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": 7}]}}"#,
                #"{"id": 5, "method": "build/shutdown"}"#, #"{"method": "build/exit"}"#,
            ]))
        #expect(wasEnded)
        let first = try #require(said.first)
        #expect(first["id"]?.integer == 1)
        let data = try #require(first["result"]?["data"])
        #expect(data["prepareProvider"]?.bool == true && data["sourceKitOptionsProvider"]?.bool == true)
        #expect(data["indexStorePath"]?.string == "/w/.mono/editor/index/store")
        #expect(said.contains { $0["id"]?.integer == 4 && $0["error"]?["code"]?.integer == -32601 })
        #expect(said.contains { $0["id"]?.integer == 5 })
    }

    @Test("every file belongs to a target before anything is known: nobody looks for SwiftPM")
    func listing() throws {
        let targets = EditedTargets(root: AbsolutePath("/w"), nil)
        let listing = try JSONParser.parse(Array(targets.listing.description.utf8))
        let only = try #require(listing["targets"]?.array?.first)
        let uri = try #require(only["id"]?["uri"]?.string)
        let sources = try JSONParser.parse(Array(targets.sources(of: [uri, "mono://target/x"]).description.utf8))
        let items = try #require(sources["items"]?.array)
        #expect(items.count == 2 && items[1]["sources"]?.array?.isEmpty == true)
        #expect(items[0]["sources"]?.array?.first?["uri"]?.string == "file:///w/")
        #expect(targets.options(for: AbsolutePath("/w/a.swift"), of: uri) == .null)
    }

    @Test func endsWithTheStream() throws {
        #expect(try !talk(Conversation([])).wasEnded)
        let (said, wasEnded) = try talk(Conversation(raw: "GET / HTTP/1.1\r\n\r\n"))
        #expect(!wasEnded && said.count <= 1)
    }

    @Test(arguments: [
        ("/w/Package.swift", true, true), ("/w/mono.json", true, true), ("/w/a.swift", false, true),
        ("/elsewhere/a.swift", false, false), ("/w/.mono/x.swift", false, false), ("/w/.git/index", false, false),
    ])
    func changes(path: String, isEdit: Bool, counts: Bool) {
        let targets = EditedTargets(root: AbsolutePath("/w"), nil)
        #expect(targets.mayChange(by: [ChangedDocument(path: AbsolutePath(path), isEdit: isEdit)]) == counts)
    }
}
