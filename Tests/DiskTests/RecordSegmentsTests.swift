import Digests
import Disk
import Testing

@Suite struct RecordSegmentsTests {
    private let files = InMemoryFileSystem()
    private let folder = AbsolutePath("/w/records")

    private func segments(_ size: Int = 100) -> RecordSegments {
        RecordSegments(files: files, folder: folder, segmentSize: size)
    }

    private func key(_ number: Int) -> ContentDigest { ContentDigest(of: Array("\(number)".utf8)) }

    @Test("records are there at once, and for the next process once they are saved")
    func saved() {
        let first = segments()
        first.put([1], for: key(1))
        #expect(first.record(of: key(1)) == [1])
        #expect(first.record(of: key(2)) == nil)
        #expect(segments().record(of: key(1)) == nil)
        first.save()
        let second = segments()
        #expect(second.record(of: key(1)) == [1])
        second.put([2], for: key(1))
        second.save()
        #expect(segments().record(of: key(1)) == [2])
    }

    @Test("many records are few files") func few() throws {
        let store = segments(1000)
        for number in 0..<1000 { store.put([UInt8](repeating: UInt8(number % 256), count: 10), for: key(number)) }
        store.save()
        // 10 of a thousand bytes, and the index.
        #expect(try files.list(folder).count == 11)
        let next = segments(1000)
        #expect((0..<1000).allSatisfy { next.record(of: key($0))?.first == UInt8($0 % 256) })
    }

    /// `MONO_RANDOM_ROUNDS` has no say here: it takes a few milliseconds.
    @Test("whatever is put and saved in whatever order, the last record counts", arguments: 1...20)
    func random(_ seed: Int) throws {
        var state = UInt64(seed), known: [Int: [UInt8]] = [:], saved: [Int: [UInt8]] = [:]
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var store = segments(50 + random(200)), most = 0
        for _ in 0..<600 {
            switch random(8) {
            case 0:
                store.save()
                saved = known
            case 1:
                // A process that ends early loses what it did not save.
                store = segments(50 + random(200))
                known = saved
            default:
                let number = random(40), record = (0..<random(30)).map { _ in UInt8(random(256)) }
                store.put(record, for: key(number))
                known[number] = record
            }
            let asked = random(40)
            #expect(store.record(of: key(asked)) == known[asked])
            most = max(most, (try? files.list(folder).count) ?? 0)
        }
        store.save()
        let last = segments()
        for number in 0..<40 { #expect(last.record(of: key(number)) == known[number]) }
        #expect(most < 120, "segments are not gathered")
    }

    @Test("what is damaged is not there, and nothing else is lost") func damaged() throws {
        let store = segments(10)
        for number in 0..<4 { store.put([UInt8](repeating: 1, count: 10), for: key(number)) }
        store.save()
        let names = try files.list(folder).map(\.name).filter { $0 != "index" }
        #expect(names.count == 4)
        try files.write([0, 1, 2], to: folder / names[0])
        let next = segments(10)
        #expect((0..<4).filter { next.record(of: key($0)) != nil }.count == 3)

        try files.write([0, 1, 2], to: folder / "index")
        let empty = segments(10)
        #expect((0..<4).allSatisfy { empty.record(of: key($0)) == nil })
        empty.put([5], for: key(5))
        empty.save()
        // What no index names goes.
        #expect(try files.list(folder).map(\.name) == ["0", "index"])
        #expect(segments(10).record(of: key(5)) == [5])
    }
}
