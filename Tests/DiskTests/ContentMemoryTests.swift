import Digests
import Disk
import Testing

@Suite struct ContentMemoryTests {
    private struct Length: RememberedFacts, Hashable {
        static let format = 1
        var value: Int
        init(_ value: Int) { self.value = value }
        init(from reader: inout RecordReader) throws(MalformedRecord) { value = try reader.number() }
        func write(to writer: inout RecordWriter) { writer.write(value) }
    }

    private struct OtherFormat: RememberedFacts {
        static let format = 2
        init(from reader: inout RecordReader) throws(MalformedRecord) { _ = try reader.number() }
        func write(to writer: inout RecordWriter) {}
    }

    private let path = AbsolutePath("/state/lengths")

    private func memory(_ files: InMemoryFileSystem, mostKept: Int = 10) -> ContentMemory<Length> {
        ContentMemory(files: files, path: path, mostKept: mostKept)
    }

    @Test("what was found is not looked for again, in this process and the next")
    func remembers() throws {
        let files = InMemoryFileSystem(), digest = ContentDigest(of: "abc")
        let first = memory(files)
        #expect(first.facts(of: digest) { Length(3) } == Length(3))
        #expect(first.facts(of: digest) { Length(4) } == Length(3))
        first.save()
        #expect(memory(files).facts(of: digest) { Length(5) } == Length(3))
        #expect(memory(files).facts(of: ContentDigest(of: "d")) { nil } == nil)
    }

    @Test("nothing new writes nothing; nothing found is not remembered")
    func writesOnlyNews() throws {
        let files = InMemoryFileSystem(), digest = ContentDigest(of: "abc")
        let first = memory(files)
        #expect(first.facts(of: digest) { nil } == nil)
        first.save()
        #expect(files.status(path) == nil)
        #expect(first.facts(of: digest) { Length(3) } == Length(3))
        first.save()
        try files.remove(path)
        #expect(first.facts(of: digest) { Length(4) } == Length(3))
        first.save()
        #expect(files.status(path) == nil)
    }

    @Test("a damaged file, or one of another format, is an empty memory")
    func damage() throws {
        let files = InMemoryFileSystem(), digest = ContentDigest(of: "abc")
        let first = memory(files)
        _ = first.facts(of: digest) { Length(3) }
        first.save()
        let whole = try files.read(path)
        for cut in stride(from: 0, to: whole.count, by: 7) {
            try files.write(Array(whole[..<cut]), to: path)
            #expect(memory(files).facts(of: digest) { Length(9) } == Length(9))
        }
        for at in stride(from: 0, to: whole.count, by: 5) {
            var damaged = whole
            damaged[at] ^= 1
            try files.write(damaged, to: path)
            #expect(memory(files).facts(of: digest) { Length(9) } == Length(9))
        }
        try files.write(whole, to: path)
        #expect(ContentMemory<OtherFormat>(files: files, path: path).facts(of: digest) { nil } == nil)
    }

    @Test("beyond the most that is kept, what nobody asked for is forgotten")
    func forgets() throws {
        let files = InMemoryFileSystem()
        let first = memory(files)
        for index in 0..<10 { _ = first.facts(of: ContentDigest(of: "\(index)")) { Length(index) } }
        first.save()
        let second = memory(files)
        _ = second.facts(of: ContentDigest(of: "3")) { nil }
        _ = second.facts(of: ContentDigest(of: "new")) { Length(99) }
        second.save()
        let third = memory(files)
        #expect(third.facts(of: ContentDigest(of: "3")) { nil } == Length(3))
        #expect(third.facts(of: ContentDigest(of: "new")) { nil } == Length(99))
        #expect(third.facts(of: ContentDigest(of: "4")) { nil } == nil)
    }
}
