import ArtifactCache
import Digests
import Testing

@testable import RemoteCaches

@Suite
struct RemoteEntryTests {
    @Test("a message of very many fields is none, and is read in no time")
    func manyFields() throws {
        let fields = [UInt8](unsafeUninitializedCapacity: 8_000_000) { buffer, count in
            for index in buffer.indices { buffer[index] = index % 2 == 0 ? 0x4a : 0 }
            count = buffer.count
        }
        let start = ContinuousClock.now
        #expect(throws: ProtobufReader.Malformed.self) { try RemoteEntry.text(in: fields) }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("an entry is an action result of the API, byte by byte")
    func bytes() {
        let digest = ContentDigest(of: Array("object".utf8))
        let result = ActionResult(outputs: [.init(name: "a.o", digest: digest, isExecutable: true)])
        let found = RemoteEntry.encode(Array("text".utf8), naming: result)
        let hash = Array(digest.hex.utf8)
        var expected: [UInt8] = [0x12, 77, 0x0a, 3] + Array("a.o".utf8) + [0x12, 68, 0x0a, 64]
        expected += hash + [0x10, 6, 0x20, 1]
        expected +=
            [0x4a, 32, 0x5a, 30, 0x0a, 22] + Array("mono.build/cache-entry".utf8) + [0x12, 4] + Array("text".utf8)
        #expect(found == expected)
    }

    @Test("what was written is read, with and without blobs")
    func roundTrip() throws {
        let text = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let blob = ContentDigest(of: text)
        let result = ActionResult(
            outputs: (0..<300).map { .init(name: "folder/\($0)", digest: blob) }, diagnostics: blob)
        #expect(try RemoteEntry.text(in: RemoteEntry.encode(text, naming: result)) == text)
        #expect(try RemoteEntry.text(in: RemoteEntry.encode([], naming: nil)) == [])
        // Somebody else's.
        #expect(try RemoteEntry.text(in: []) == nil)
        var other = ProtobufWriter()
        other.number(4, 1)
        other.text(5, "said")
        #expect(try RemoteEntry.text(in: other.bytes) == nil)
    }

    @Test("fields that mono does not know are passed over")
    func otherFields() throws {
        var writer = ProtobufWriter()
        writer.number(100, -1)
        writer.message(200, [])
        let bytes = writer.bytes + [0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x1d, 1, 2, 3, 4]
        #expect(try RemoteEntry.text(in: bytes + RemoteEntry.encode([7], naming: nil)) == [7])
    }

    @Test("no bytes crash it, whatever they are", arguments: 0..<200)
    func garbage(seed: UInt64) {
        var random = Numbers(state: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
        var bytes = RemoteEntry.encode(
            Array("text".utf8),
            naming: ActionResult(outputs: [.init(name: "a", digest: ContentDigest(of: []))]))
        for _ in 0..<(1 + random.next() % 6) {
            let at = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 3 {
            case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: at)
            default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
            }
        }
        _ = try? RemoteEntry.text(in: bytes)
        for count in 0..<bytes.count { _ = try? RemoteEntry.text(in: Array(bytes[..<count])) }
    }

    @Test("lengths and numbers that cannot be are malformed")
    func malformed() {
        for bytes: [UInt8] in [
            [0x4a, 5, 1], [0x4a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], [0x4b], [0], [0x80],
            [0x08] + [UInt8](repeating: 0xff, count: 10), [0x09, 1],
        ] {
            #expect(throws: ProtobufReader.Malformed.self) { try RemoteEntry.text(in: bytes) }
        }
    }

    private struct Numbers {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
