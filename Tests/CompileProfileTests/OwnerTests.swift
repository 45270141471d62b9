import CompileProfile
import Targets
import Testing

/// Which body an expression is in, as the braces of the source say.
@Suite struct OwnerTests {
    private static let source = """
        struct S {
            var p: Double = slow
            static let q: Double = { slow }()
            func f(_ x: Double = slow) -> Double {
                func g() -> Double { slow }
                return slow
            }
            var c: Double { slow }
            init?(_ a: [Int: Int]) where Int == Int { slow }
            var o: Double = 0 { didSet { slow } }
            static func == (a: S, b: S) -> Bool { slow }
        }
        let global = slow
        """

    private static let bodies = [
        (2, 9, "getter M.(file).S.p.getter", 0.01), (3, 16, "getter M.(file).S.q.getter", 0.01),
        (5, 14, "local function M.(file).S.f(_:).g()", 10), (4, 10, "instance method M.(file).S.f", 20),
        (8, 19, "getter M.(file).S.c.getter", 10), (9, 5, "initializer M.(file).S.init(_:)", 10),
        (10, 25, "didSet observer M.(file).S.o.didSet observer", 10), (10, 9, "getter M.(file).S.o.getter", 0.01),
        (11, 17, "static method M.(file).S.==(_:_:)", 10),
    ]

    private func profile(reading source: [UInt8]?) -> CompileProfile {
        let bodies = OwnerTests.bodies.map { "\($0.3)ms\ta.swift:\($0.0):\($0.1)\t\($0.2)@a.swift:\($0.0):\($0.1)" }
        let lines = OwnerTests.source.split(separator: "\n").enumerated().compactMap { number, line -> String? in
            guard let slow = line.firstRange(of: "slow") else { return nil }
            let column = line.utf8.distance(from: line.startIndex, to: slow.lowerBound) + 1
            return "a.swift:\(number + 1):\(column): warning: expression took 9ms to type-check (limit: 1ms)"
        }
        return CompileProfile(
            [(target, TimingLines((bodies + lines).joined(separator: "\n")), nil)], source: { _, _ in source })
    }

    private let target = TargetID(PackageID("."), "A")

    @Test("an expression is in the innermost body around it; initial values and default arguments are in none")
    func owners() {
        let profile = profile(reading: Array(OwnerTests.source.utf8))
        let owners = profile.expressions.sorted { $0.place < $1.place }.map { [$0.place.line, $0.owner?.line ?? 0] }
        #expect(
            owners == [[2, 0], [3, 0], [4, 0], [5, 5], [6, 4], [8, 8], [9, 9], [10, 10], [11, 11], [13, 0]])
        #expect(profile.outside.map(\.place.line).sorted() == [2, 3, 4, 13])
    }

    @Test("what is in no body counts for its file, its target and the whole, and shares add up")
    func totals() {
        let profile = profile(reading: Array(OwnerTests.source.utf8))
        #expect(abs(profile.total - (60.03 + 4 * 9)) < 0.001)
        #expect(abs(profile.files[0].milliseconds - profile.total) < 0.001)
        #expect(abs(profile.targets[0].milliseconds - profile.total) < 0.001)
        let bodies = profile.functions.filter { !$0.isInner } + profile.outside
        #expect(abs(bodies.reduce(0) { $0 + $1.milliseconds } - profile.total) < 0.001)
    }

    @Test("without the source, a body that took less time holds no expression")
    func unread() {
        for source in [nil, Array("struct {".utf8)] {
            let profile = profile(reading: source)
            #expect(profile.outside.contains { $0.place.line == 2 } && profile.outside.contains { $0.place.line == 3 })
            #expect(profile.expressions.contains { $0.place.line == 8 && $0.isInner })
        }
    }

    @Test("boxes: names as people write them, and nothing wider than what it lies upon")
    func boxes() {
        let profile = profile(reading: Array(OwnerTests.source.utf8))
        let root = FlameGraph(profile, name: \.name, file: { path, _ in "Sources/" + path }).root
        func check(_ box: FlameGraph.Box) {
            #expect(box.children.reduce(0) { $0 + $1.milliseconds } <= box.milliseconds + 0.001)
            box.children.forEach(check)
        }
        check(root)
        let file = root.children[0].children[0]
        #expect(file.label == "a.swift" && file.detail == "Sources/a.swift")
        let labels = Set(file.children.map(\.label))
        #expect(labels.isSuperset(of: ["S.f", "S.c get", "S.o didSet", "S.init(_:)", "in no body: line 13"]))
        #expect(!labels.contains { $0.contains("g()") })
    }
}
