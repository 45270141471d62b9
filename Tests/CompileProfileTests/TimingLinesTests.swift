import CompileProfile
import Targets
import Testing

@Suite struct TimingLinesTests {
    private static let printed = """
        a.swift:1:45: warning: expression took 22ms to type-check (limit: 1ms)
        func slow() -> Double { let a = 1.0; return a * 2 }
                                                    ^~~~~
        24.12ms\ta.swift:1:6\tglobal function M.(file).slow()@a.swift:1:6
        0.59ms\ta b:c.swift:2:25\tgetter M.(file).S.x.getter@a b:c.swift:2:25
        0.01ms\t<invalid loc>\tinitializer M.(file).S.init()
        nonsense\ta.swift:1:6\tx
        -1.00ms\ta.swift:1:6\tx
        infms\ta.swift:1:6\tx
        a.swift:3:1: warning: expression took manyms to type-check
        a.swift:x:1: warning: expression took 3ms to type-check (limit: 1ms)
        : warning: expression took
        a.swift:9:2: warning: variable 'x' was never used
        """

    @Test("lines of bodies and warnings of expressions; nothing else")
    func lines() {
        let found = TimingLines(TimingLinesTests.printed)
        #expect(found.functions == [
            .init(place: .init(file: "a.swift", line: 1, column: 6), name: "global function slow()", milliseconds: 24.12),
            .init(place: .init(file: "a b:c.swift", line: 2, column: 25), name: "getter S.x.getter", milliseconds: 0.59),
        ])
        #expect(found.expressions == [.init(place: .init(file: "a.swift", line: 1, column: 45), name: "", milliseconds: 22)])
    }

    private func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    @Test("equal places are folded, the most expensive comes first")
    func ranking() {
        let lines = TimingLines("2.00ms\tb.swift:1:1\tf()@b\n3.00ms\ta.swift:1:1\tg()@a\n2.50ms\tb.swift:1:1\tf()@b\n")
        let profile = CompileProfile([(id("A"), lines, 9), (id("B"), TimingLines("4.00ms\ta.swift:1:1\th()@a"), nil), (id("C"), TimingLines(""), 1)])
        #expect(profile.functions.map(\.name) == ["f()", "h()", "g()"])
        #expect(profile.functions.map(\.times) == [2, 1, 1])
        #expect(profile.functions[0].milliseconds == 4.5)
        #expect(profile.files.map { "\($0.target.name) \($0.file) \($0.milliseconds)" } == ["A b.swift 4.5", "B a.swift 4.0", "A a.swift 3.0"])
        #expect(profile.targets.map { "\($0.target.name) \($0.milliseconds)" } == ["A 7.5", "B 4.0", "C 0.0"])
        #expect(profile.total == 11.5)
        #expect(profile.ofCompiler == nil)
        #expect(CompileProfile([(id("A"), lines, 9)]).ofCompiler == 9)
    }

    @Test("a picture is well-formed, whatever names hold, and as wide as the time")
    func picture() {
        let lines = TimingLines("90.00ms\ta<b>.swift:1:1\tf<T>(_: A & B)@a\n10.00ms\tc.swift:1:1\tg()@c\na<b>.swift:2:3: warning: expression took 45ms to type-check (limit: 1ms)")
        let svg = FlameGraph(CompileProfile([(id("A"), lines, nil)]), name: \.name).svg
        #expect(svg.hasPrefix("<svg "))
        #expect(svg.contains("a&lt;b&gt;.swift") && svg.contains("f&lt;T&gt;(_: A &amp; B), line 1: 90.00 ms, 90.00 %"))
        #expect(svg.contains("expression in line 2: 45.00 ms"))
        #expect(svg.contains("width=\"1062.00\"") && svg.contains("width=\"531.00\""))
        #expect(FlameGraph(CompileProfile([]), name: \.name).svg.hasSuffix("</svg>\n"))
    }
}
