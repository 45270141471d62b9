import Testing

@testable import CallFrames

@Suite
struct CallFramesTests {
    @Test(
        "a frame is its kind, its length and its content",
        arguments: [
            (CallFrame.head([7, 8]), [1, 0, 0, 0, 2, 7, 8]), (.message([]), [2, 0, 0, 0, 0]),
            (.end, [3, 0, 0, 0, 0]), (.status([9]), [4, 0, 0, 0, 1, 9]),
        ] as [(CallFrame, [UInt8])])
    func frames(frame: CallFrame, bytes: [UInt8]) {
        #expect(frame.encoded == bytes)
        #expect(CallFrame.size(header: bytes.prefix(5)) == bytes.count - 5)
        #expect(CallFrame(kind: bytes[0], content: Array(bytes.dropFirst(5))) == frame)
    }

    @Test("what is no frame is refused, and what claims to be too long")
    func noFrames() {
        for header in [[], [0, 0, 0, 0, 0], [5, 0, 0, 0, 0], [2, 1, 0, 0, 1], [3, 0, 0, 0, 1], [2, 0, 0, 0]]
            as [[UInt8]]
        {
            #expect(CallFrame.size(header: header) == nil)
        }
        #expect(CallFrame.size(header: [2, 1, 0, 0, 0]) == CallFrame.largest)
        #expect(CallFrame(kind: 9, content: []) == nil)
    }

    @Test("heads, statuses and settings come back as they were, and nothing else does")
    func fields() throws {
        let head = CallHead(method: "a.B/C", headers: ["X: ä", ""], timeLimit: 4_000_000_000)
        #expect(CallHead(decoding: head.encoded) == head)
        let status = CallStatus(code: 14, message: "away")
        #expect(CallStatus(decoding: status.encoded) == status)
        var settings = CallProgramSettings(socket: "/t/s", host: "::1", port: 80)
        #expect(CallProgramSettings(decoding: settings.encoded) == settings)
        (settings.isSecure, settings.authorities) = (true, "/a.pem")
        #expect(CallProgramSettings(decoding: settings.encoded) == settings)
        for count in 0..<head.encoded.count {
            #expect(CallHead(decoding: Array(head.encoded.prefix(count))) == nil)
        }
        #expect(CallStatus(decoding: status.encoded + [0]) == nil)
        #expect(CallProgramSettings(decoding: settings.encoded + [0, 0, 0, 1, 65, 0, 0, 0, 0]) == nil)
        #expect(CallProgramSettings(decoding: [255, 255, 255, 255]) == nil)
    }
}
