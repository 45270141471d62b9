import InterfaceDigests
import Testing

@testable import BuildEngine

@Suite struct LookedForTests {
    private static let both = LookedFor(names: LookedUpNames(["append", "=="]), cModules: ["clang-interface .:CKit"])

    @Test("names and modules come back from a cache as what they are") func kept() {
        #expect(LookedFor(kept: Self.both.kept) == Self.both)
        #expect(LookedFor(kept: Self.both.kept.sorted()) == Self.both)
        #expect(LookedFor(kept: []) == LookedFor())
    }

    @Test("a module is no name of the same letters") func digests() {
        let name = LookedFor(names: LookedUpNames(["CKit"])), module = LookedFor(cModules: ["CKit"])
        #expect(name.digest != module.digest && LookedFor(kept: name.kept) == name)
        #expect(LookedFor(cModules: ["A", "B"]).digest == LookedFor(cModules: ["B", "A"]).digest)
    }

    @Test("of several compiles all counts") func union() {
        var all = Self.both
        all.formUnion(LookedFor(names: LookedUpNames(["insert"]), cModules: ["clang-interface .:CNet"]))
        #expect(all.names == LookedUpNames(["append", "==", "insert"]))
        #expect(all.cModules == ["clang-interface .:CKit", "clang-interface .:CNet"])
    }
}
