import Digests
import InterfaceDigests
import Testing

@testable import MonoCommands

/// What `mono digest` prints and says of differences.
@Suite struct ModuleDigestTests {
    private func digest(_ name: String, _ parts: [ABIParts.Part] = []) -> ModuleDigest {
        ModuleDigest(
            target: ".:L", digest: ContentDigest(of: name), moduleBytes: ContentDigest(of: "module " + name),
            parts: ABIParts(parts))
    }

    private static let parts = [
        ABIParts.Part(.visible, "Box", "@frozen public struct Box"),
        .init(.visible, "Box.inner", "private var inner: Inner"),
        .init(.hidden, "Inner", "struct Inner"),
    ]

    @Test func theTextIsReadBack() {
        for each in [digest("a"), digest("b", Self.parts + [.init(.fallback, "a\tb", "c\nd")])] {
            #expect(ModuleDigest(text: each.text) == each)
        }
        for bad in ["", "mono digest 1", digest("a").text + "x", String(digest("a").text.dropFirst())] {
            #expect(ModuleDigest(text: bad) == nil)
        }
    }

    @Test func differencesAreSaidAsDeclarations() {
        func said(_ old: [ABIParts.Part], _ new: [ABIParts.Part]) -> [String] {
            digest("a", old).difference(to: digest("b", new))
        }
        #expect(
            said(Self.parts, Self.parts + [.init(.hidden, "Inner.c", "var c: Int")])
                == ["`struct Box`: layout changed because hidden `Inner` gained `c`"])
        #expect(
            said(Self.parts, Self.parts + [.init(.visible, "f()", "public func f()")]) == ["`public func f()` is new"])
        #expect(
            said(Self.parts + [.init(.visible, "Box.x", "public var x: Int")], Self.parts) == [
                "`Box`: lost `public var x: Int`"
            ])
        #expect(
            said([.init(.visible, "f", "func f() -> Int")], [.init(.visible, "f", "func f() -> Bool")])
                == ["`f`: `func f() -> Int` became `func f() -> Bool`"])
        #expect(said([], []) == ["the module's bytes changed"])
        let coarse = [ABIParts.Part(.fallback, "g", "its type is opaque")]
        // What makes it coarse is said also where it was so before.
        #expect(
            said(coarse, coarse) == [
                "the digest is that of the module's bytes because of `g`: its type is opaque",
                "the module's bytes changed",
            ])
        #expect(
            said([.init(.import, "A", "import A")], coarse)
                == [
                    "the digest is that of the module's bytes because of `g`: its type is opaque", "`import A` is gone",
                    "the module's bytes changed",
                ])
    }

    @Test func anEqualDigestIsNoDifference() {
        #expect(digest("a").difference(to: digest("a")) == ["the digest is the same"])
        var other = digest("a", Self.parts)
        other.moduleBytes = ContentDigest(of: "another")
        #expect(
            digest("a", Self.parts).difference(to: other)
                == ["the digest is the same, and the module's bytes are not: no dependent is built again"])
    }
}
