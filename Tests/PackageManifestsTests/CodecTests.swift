import Digests
import Targets
import Testing

@testable import PackageManifests

@Suite struct CodecTests {
    @Test("what is remembered of a manifest is the manifest")
    func manifests() throws {
        for manifest in [Sample.everything, Sample.manifest()] {
            #expect(try ManifestCodec.decode(ManifestCodec.encode(manifest)) == manifest)
        }
    }

    @Test("a manifest cut short anywhere, or with anything behind it, is not believed")
    func truncation() {
        let bytes = ManifestCodec.encode(Sample.everything)
        for length in 0..<bytes.count {
            #expect(throws: MalformedRecord.self) { try ManifestCodec.decode(Array(bytes.prefix(length))) }
        }
        #expect(throws: MalformedRecord.self) { try ManifestCodec.decode(bytes + [0]) }
    }

    @Test("changed bytes are believed or not, and never crash")
    func flips() {
        let bytes = ManifestCodec.encode(Sample.everything)
        var believed = 0
        for index in bytes.indices {
            for bit in [0x01, 0x40, 0x80] as [UInt8] {
                var changed = bytes
                changed[index] ^= bit
                if let manifest = try? ManifestCodec.decode(changed), ManifestCodec.encode(manifest) == bytes {
                    believed += 1
                }
            }
        }
        #expect(believed == 0)
    }

    @Test("a length that the bytes cannot hold is not believed, however large")
    func lengths() {
        for number in [Int.max, 1 << 40, 100] {
            var writer = RecordWriter()
            writer.write(number)
            var texts = RecordReader(writer.bytes), list = RecordReader(writer.bytes)
            #expect(throws: MalformedRecord.self) { try texts.text() }
            #expect(throws: MalformedRecord.self) { try list.texts() }
        }
        var endless = RecordReader(Array(repeating: 0xFF, count: 20))
        #expect(throws: MalformedRecord.self) { try endless.number() }
    }

    @Test(
        "numbers of any size are read as written", arguments: [0, 1, 127, 128, 16_383, 16_384, Int(Int32.max), Int.max])
    func numbers(number: Int) throws {
        var writer = RecordWriter()
        writer.write(number)
        var reader = RecordReader(writer.bytes)
        #expect(try reader.number() == number)
        try reader.finish()
    }
}
