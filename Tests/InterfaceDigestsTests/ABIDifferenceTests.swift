import Testing

@testable import InterfaceDigests

/// What a difference of parts says of declarations.
@Suite struct ABIDifferenceTests {
    private static let box = [
        ABIParts.Part(.visible, "Box", "public struct Box<T>"),
        .init(.visible, "Box.inner", "private var inner: Base.Inner"),
        .init(.hidden, "Inner", "struct Inner"), .init(.hidden, "Inner.a", "var a: Deep?"),
        .init(.hidden, "Inner.b", "var b: Int"),
        .init(.hidden, "Deep", "enum Deep"), .init(.visible, "f()", "public func f()"),
    ]

    private func findings(_ old: [ABIParts.Part], _ new: [ABIParts.Part]) -> [ABIDifference.Finding] {
        ABIDifference(from: ABIParts(old), to: ABIParts(new)).findings
    }

    @Test func equalPartsDoNotDiffer() { #expect(findings(Self.box, Self.box).isEmpty) }

    @Test func aHiddenFieldNamesTheTypeThatHoldsIt() {
        let field = ABIParts.Part(.hidden, "Inner.c", "var c: Int")
        #expect(findings(Self.box, Self.box + [field]) == [.init(change: .gained(field), reachedBy: [Self.box[0]])])
        #expect(findings(Self.box + [field], Self.box) == [.init(change: .lost(field), reachedBy: [Self.box[0]])])
        // Through another hidden type.
        let deep = ABIParts.Part(.hidden, "Deep.x", "case x")
        #expect(findings(Self.box, Self.box + [deep]) == [.init(change: .gained(deep), reachedBy: [Self.box[0]])])
    }

    @Test func overloadsArePairedByWhatTheyAre() {
        let one = ABIParts.Part(.visible, "g", "func g(_: Int)"),
            two = ABIParts.Part(.visible, "g", "func g(_: String)")
        let three = ABIParts.Part(.visible, "g", "func g(_: Bool)")
        #expect(findings([one, two], [one, three]) == [.init(change: .became(old: two, new: three))])
        #expect(findings([one], [one, one]) == [.init(change: .gained(one))])
    }

    @Test func aDeclarationTakesItsConsequencesAlong() {
        let declared: [ABIParts.Part] = [
            .init(.visible, "Box.x", "public var x: Int"), .init(.visible, "C.f", "public func f(_ a: Int = 1)"),
        ]
        let more: [ABIParts.Part] = [
            .init(.stored, "Box.x", "var x: Int"), .init(.slot, "C", "#C.f: (C) -> () : @$s"),
            .init(.emitted, "Box.x.getter", "1"),
            .init(.emitted, "default argument 0 of C.f(_:)", "2"),
        ]
        #expect(findings([], declared + more).map(\.change) == declared.map { .gained($0) })
        // Without it they speak for themselves.
        #expect(findings(declared, declared + more).map(\.change) == more.map { .gained($0) })
        #expect(findings([], [declared[0], .init(.emitted, "Box.xy.getter", "1")]).count == 2)
    }

    @Test func anotherOrderIsADifference() {
        var members = Self.box
        members.swapAt(3, 4)
        #expect(
            findings(Self.box, members) == [.init(change: .reordered(.hidden, of: "Inner"), reachedBy: [Self.box[0]])])
        let slots = [ABIParts.Part(.slot, "C", "#C.a"), .init(.slot, "C", "#C.b")]
        #expect(findings(slots, slots.reversed()) == [.init(change: .reordered(.slot, of: "C"))])
        #expect(findings([Self.box[6], Self.box[2]], [Self.box[2], Self.box[6]]).isEmpty == false)
    }

    @Test func ownersEndBeforeArguments() {
        #expect(ABIParts.Part(.visible, "A.B.init(x:y.z)", "").owner == "A.B")
        #expect(ABIParts.Part(.visible, "f(a.b)", "").owner == nil)
    }
}
