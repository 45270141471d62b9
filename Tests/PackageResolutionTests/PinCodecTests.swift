import Digests
import Testing

@testable import PackageResolution

@Suite struct PinCodecTests {
    @Test("pins are read as written, and not when cut short")
    func pins() throws {
        let pins = [
            Pin(
                identity: "a", kind: .remoteSourceControl, location: "https://x/a", revision: "1f",
                state: .version(Version("1.0.0-b+c")!)),
            Pin(identity: "b", kind: .localSourceControl, location: "/x/b", revision: "2f", state: .branch("main")),
            Pin(identity: "c", kind: .remoteSourceControl, location: "x:c", revision: "3f", state: .revision),
        ]
        let bytes = PinCodec.encode(pins)
        #expect(try PinCodec.decode(bytes) == pins)
        for length in 0..<bytes.count {
            #expect(throws: MalformedRecord.self) { try PinCodec.decode(Array(bytes.prefix(length))) }
        }
    }
}
