import Testing

@testable import Digests

@Suite struct RecordTests {
    private struct Sample: Hashable {
        var number = 300
        var fixed = [-1, 0, .min, .max]
        var flag = true
        var text = "é, naïve: 日本"
        var texts = ["", "a", "b\nc\u{0}"]
        var content: [UInt8] = [0, 255, 128]
        var digest = ContentDigest(of: "abc")
        var table = ["x": ContentDigest(of: "x"), "y": ContentDigest(of: "")]
        var nothing: String?
        var noDigest: ContentDigest?
        var some: ContentDigest? = ContentDigest(of: "some")
        var end = "raw"
    }

    private func writer(_ sample: Sample) -> RecordWriter {
        var writer = RecordWriter()
        writer.write(sample.number)
        writer.write(sample.fixed) { $0.fixed($1) }
        writer.write(sample.flag)
        writer.write(sample.text)
        writer.write(sample.texts)
        writer.write(sample.content)
        writer.write(sample.digest)
        writer.write(sample.table)
        writer.write(sample.nothing)
        writer.write(sample.noDigest)
        writer.write(sample.some)
        writer.fixed(sample.end.utf8.count)
        writer.writeRaw(sample.end.utf8)
        return writer
    }

    private func read(_ from: RecordReader) throws(MalformedRecord) -> Sample {
        var reader = from
        let sample = Sample(
            number: try reader.number(),
            fixed: try reader.list { (reader) throws(MalformedRecord) in try reader.fixed() },
            flag: try reader.flag(), text: try reader.text(), texts: try reader.texts(),
            content: Array(try reader.content()), digest: try reader.digest(), table: try reader.digests(),
            nothing: try reader.optionalText(), noDigest: try reader.optionalDigest(),
            some: try reader.optionalDigest(), end: try reader.text(length: try reader.fixed()))
        try reader.finish()
        return sample
    }

    @Test("what is read is what was written, sealed and not")
    func roundTrip() throws {
        let sample = Sample(), written = writer(sample)
        #expect(try read(RecordReader(written.bytes)) == sample)
        #expect(try read(RecordReader(sealed: written.sealed())) == sample)
        #expect(try RecordReader(sealed: RecordWriter().sealed()).finish() == ())
    }

    /// Files and cached blobs hold it.
    @Test("the form is the one that it always was")
    func golden() {
        var writer = RecordWriter()
        writer.write(300)
        writer.fixed(-2)
        writer.write("é")
        writer.write(["a"])
        writer.write(nil as String?)
        #expect(writer.bytes == [0xAC, 2, 0xFE, 255, 255, 255, 255, 255, 255, 255, 2, 0xC3, 0xA9, 1, 1, 97, 0])
    }

    @Test("one cut short anywhere, or with anything behind it, is not believed")
    func truncation() {
        let written = writer(Sample()), sealed = written.sealed()
        for length in written.bytes.indices {
            #expect(throws: MalformedRecord.self) { try read(RecordReader(Array(written.bytes[..<length]))) }
        }
        #expect(throws: MalformedRecord.self) { try read(RecordReader(written.bytes + [0])) }
        for length in sealed.indices {
            #expect(throws: MalformedRecord.self) { try RecordReader(sealed: Array(sealed[..<length])) }
        }
        #expect(throws: MalformedRecord.self) { try RecordReader(sealed: sealed + [0]) }
    }

    @Test("a sealed one with any bit changed is not believed; without a seal it never crashes")
    func flips() {
        let written = writer(Sample()), sealed = written.sealed()
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(throws: MalformedRecord.self) { try RecordReader(sealed: changed) }
                _ = try? read(RecordReader(Array(changed[ContentDigest.hashLength...])))
            }
        }
    }

    @Test("what was sealed with a hash in hexadecimal digits is not believed")
    func otherSeal() {
        let bytes = writer(Sample()).bytes
        let sealed = Array(ContentDigest(of: bytes).hex.utf8) + bytes
        #expect(throws: MalformedRecord.self) { try RecordReader(sealed: sealed) }
    }

    @Test(
        "a length that the bytes cannot hold is not believed, however large",
        arguments: [Int.max, Int.max - 1, 1 << 40, 100])
    func lengths(length: Int) {
        var writer = RecordWriter()
        writer.write(length)
        writer.write("some more")
        func expectRefusal(_ read: (inout RecordReader) throws(MalformedRecord) -> some Any) {
            var reader = RecordReader(writer.bytes)
            #expect(throws: MalformedRecord.self) { try read(&reader) }
        }
        expectRefusal { (reader) throws(MalformedRecord) in try reader.text() }
        expectRefusal { (reader) throws(MalformedRecord) in try reader.content() }
        expectRefusal { (reader) throws(MalformedRecord) in try reader.texts() }
        expectRefusal { (reader) throws(MalformedRecord) in try reader.digests() }
        expectRefusal { (reader) throws(MalformedRecord) in
            try reader.list { (reader) throws(MalformedRecord) in try reader.flag() }
        }
        for bad in [length, -1, .min] {
            expectRefusal { (reader) throws(MalformedRecord) in try reader.text(length: bad) }
        }
    }

    @Test("a number without an end, or beyond what a number holds, is none")
    func numbers() {
        for bytes in [Array(repeating: 0xFF, count: 20), Array(repeating: 0x80, count: 9) + [1], []] as [[UInt8]] {
            var reader = RecordReader(bytes)
            #expect(throws: MalformedRecord.self) { try reader.number() }
        }
    }

    @Test(
        "a text that is no UTF-8 is none", arguments: [[0xFF], [0xC3], [97, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func invalidText(bytes: [UInt8]) {
        var writer = RecordWriter()
        writer.write(bytes)
        var reader = RecordReader(writer.bytes)
        #expect(throws: MalformedRecord.self) { try reader.text() }
    }

    @Test("a flag is 0 or 1")
    func flags() {
        for byte in 2...255 as ClosedRange<UInt8> {
            var reader = RecordReader([byte])
            #expect(throws: MalformedRecord.self) { try reader.flag() }
        }
    }

    @Test("more elements than room is made for at once are read too")
    func many() throws {
        let texts = (0..<70_000).map { "\($0 % 7)" }
        var writer = RecordWriter()
        writer.write(texts)
        var reader = RecordReader(writer.bytes)
        #expect(try reader.texts() == texts)
        try reader.finish()
    }
}
