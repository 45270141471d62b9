import Disk
import Testing

@testable import EditorServer

@Suite struct MessageTests {
    private func frames(_ pieces: [String]) throws -> [String] {
        var frames = MessageFrames(), found: [String] = []
        for piece in pieces {
            frames.append(Array(piece.utf8))
            while let content = try frames.next() { found.append(String(decoding: content, as: UTF8.self)) }
        }
        return found
    }

    @Test("messages are found wherever the stream is cut")
    func cuts() throws {
        let whole = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]"
        #expect(try frames([whole]) == ["{}", "[1]"])
        for cut in whole.indices {
            #expect(try frames([String(whole[..<cut]), String(whole[cut...])]) == ["{}", "[1]"])
        }
        #expect(try frames(whole.map(String.init)) == ["{}", "[1]"])
    }

    @Test(
        "what is no stream of messages is noticed, and nothing is waited for without end",
        arguments: [
            "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 999999999\r\n\r\n", "Length: 1\r\n\r\n{", String(repeating: "x", count: 5000),
        ])
    func malformed(text: String) { #expect(throws: MessageFrames.Malformed.self) { try frames([text]) } }

    @Test func messages() throws {
        let request = try #require(Message(Array(#"{"id": "a", "method": "m", "params": {"b": 1}}"#.utf8)))
        #expect(request.id == .text("a") && request.method == "m" && request.params?["b"]?.integer == 1)
        let numbered = try #require(Message(Array(#"{"id": 7, "method": "m"}"#.utf8)))
        #expect(Message.answer(.null, to: try #require(numbered.id)).description.contains(#""id":7"#))
        for text in ["", "[]", "{}", #"{"id": 1, "result": null}"#, "{\"method\": \"\\uD800\"}"] {
            #expect(Message(Array(text.utf8)) == nil)
        }
    }

    @Test(arguments: ["/a/b.swift", "/a b/ü%/c#?.swift", "/a+b/@c:d", "/"])
    func paths(path: String) throws {
        let path = AbsolutePath(path)
        let text = FileURI.text(path)
        #expect(FileURI.path(text) == path)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test(arguments: [
        "http://a/b", "file:a", "file://host/a", "file:///%", "file:///%zz", "file:///a%00", "file:///%ff",
    ])
    func noFiles(text: String) { #expect(FileURI.path(text) == nil) }
}
