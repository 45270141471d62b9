import Disk
import Testing

@testable import Toolchains

@Suite struct IndexingTests {
    @Test("what stands for the workspace becomes its path, and nothing else changes its place")
    func places() throws {
        let text = "a\(IndexedPlace.root)/P/x.swift\0\(IndexedPlace.root)"
        let placed = try #require(IndexedPlace.placed(Array(text.utf8), at: AbsolutePath("/w/ü")))
        #expect(placed.count == text.utf8.count)
        let said = String(decoding: placed, as: UTF8.self)
        #expect(said.hasPrefix("a/w/ü///") && said.contains("///P/x.swift\0/w/ü///") && !said.contains("mono"))
    }

    @Test func pathsThatAreTooLong() {
        func placed(_ length: Int) -> [UInt8]? {
            IndexedPlace.placed([1], at: AbsolutePath("/" + String(repeating: "w", count: length - 1)))
        }
        #expect(placed(IndexedPlace.length) == [1])
        #expect(placed(IndexedPlace.length + 1) == nil)
    }

    @Test("half of what stands for the workspace is none")
    func partial() {
        let bytes = Array(IndexedPlace.root.utf8.dropLast())
        #expect(IndexedPlace.placed(bytes, at: AbsolutePath("/w")) == bytes)
        #expect(IndexedPlace.placed([], at: AbsolutePath("/w")) == [])
    }
}
