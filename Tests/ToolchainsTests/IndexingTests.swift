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

    @Test("clang writes neither the workspace's place nor the toolchain's, and no key holds them")
    func placesOfC() {
        let compilation = ClangCompilation(
            source: "Sources/c.c", configuration: .debug, triple: "x86_64-unknown-linux-gnu", languageStandard: "c17",
            isExternal: false, headerFolders: ["include"], moduleMaps: [], settings: ["-DA", "-Werror"],
            flags: BuildFlags(), compilationFolder: "P")
        let words = compilation.index(to: "s", unit: "/u/c.c.o", dependencyFile: "d", toolchain: "/t/usr")
        let line = words.map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }
        #expect(line.contains("-ffile-prefix-map=/w=\(IndexedPlace.root)"))
        #expect(line.contains("-ffile-prefix-map=/t/usr=\(IndexedPlace.toolchain)"))
        #expect(!words.compactMap(\.keyed).contains { $0.hasPrefix("-ffile-prefix-map") })
        #expect(words.contains { $0.mapsPlaces })
        // All that the compile has but for what it writes: an editor sees the source so.
        let compile = compilation.compile(to: "o", dependencyFile: "d")
        #expect(words.starts(with: compile.dropLast(4)))
    }
}
