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
        #expect(
            found.functions == [
                .init(
                    place: .init(file: "a.swift", line: 1, column: 6), name: "global function slow()",
                    milliseconds: 24.12),
                .init(
                    place: .init(file: "a b:c.swift", line: 2, column: 25), name: "getter S.x.getter",
                    milliseconds: 0.59),
            ])
        #expect(found.placeless == 0.01)
        #expect(
            found.expressions == [.init(place: .init(file: "a.swift", line: 1, column: 45), name: "", milliseconds: 22)]
        )
    }

    /// As Swift 6.3 prints them, each with whether the body around it holds its time.
    @Test(
        "what stands in a body is counted with it",
        arguments: [
            ("local function M.(file).S.f(_:_:).inner", true), ("getter M.(file).S.f().v.getter", true),
            ("global function M.(file).f()", false),
            ("getter M.(file).S.v.getter", false), ("_modify accessor M.(file).S.v._modify accessor", false),
            ("instance method M.(file).C.odd name().L.m", false),
            ("local function M.(file).top-level code.explicit closure discriminator=65535.g", false),
            ("getter M.(file).top-level code.explicit closure discriminator=65535.v.getter", false),
            ("local function M.(file).S.pattern binding initializer.explicit closure discriminator=0.g()", false),
            (
                "local function M.(file).C.d(x:).default argument initializer.explicit closure discriminator=0.g()",
                false
            ),
            (
                "local function M.(file).S.init().explicit closure discriminator=0.explicit closure discriminator=1.g()",
                true
            ),
            ("setter M.(file).S.init().explicit closure discriminator=0.w.setter", true),
            ("local function M.(file).S.<anonymous>.g", true),
            ("setter M.(file).S.<anonymous>.q.setter", true), ("local function M.(file).C.deinit.g()", true),
            ("local function M.(file).C.+(_:_:).g()", true),
            ("local function M.(file).C.odd name().L.<anonymous>.g()", true),
            ("initializer M.(file).C.odd name().L.init()", false),
            ("getter M.(file).C.odd name().L.k.getter", false),
        ])
    func inner(_ name: String, _ isInner: Bool) {
        let lines = TimingLines(
            "2.00ms\ta.swift:1:1\t\(name)@a.swift:1:1\n1.00ms\ta.swift:2:1\tglobal function M.(file).h()@a.swift:2:1\n0.50ms\t<invalid loc>\tinitializer M.(file).S.init()"
        )
        #expect(lines.functions.map(\.isInner) == [isInner, false])
        let profile = CompileProfile([(id("A"), lines, nil)])
        #expect(profile.functions.count == 2)
        #expect(profile.files.map(\.milliseconds) == [isInner ? 1 : 3])
        #expect(profile.total == (isInner ? 1.5 : 3.5))
    }

    private func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    @Test("equal places are folded, the most expensive comes first")
    func ranking() {
        let lines = TimingLines("2.00ms\tb.swift:1:1\tf()@b\n3.00ms\ta.swift:1:1\tg()@a\n2.50ms\tb.swift:1:1\tf()@b\n")
        let profile = CompileProfile([
            (id("A"), lines, 9), (id("B"), TimingLines("4.00ms\ta.swift:1:1\th()@a"), nil),
            (id("C"), TimingLines(""), 1),
        ])
        #expect(profile.functions.map(\.name) == ["f()", "h()", "g()"])
        #expect(profile.functions.map(\.times) == [2, 1, 1])
        #expect(profile.functions[0].milliseconds == 4.5)
        #expect(
            profile.files.map { "\($0.target.name) \($0.file) \($0.milliseconds)" } == [
                "A b.swift 4.5", "B a.swift 4.0", "A a.swift 3.0",
            ])
        #expect(profile.targets.map { "\($0.target.name) \($0.milliseconds)" } == ["A 7.5", "B 4.0", "C 0.0"])
        #expect(profile.total == 11.5)
        #expect(profile.ofCompiler == nil)
        #expect(CompileProfile([(id("A"), lines, 9)]).ofCompiler == 9)
    }

    @Test("what is printed beside times, without the source below them")
    func rest() {
        let lines = TimingLines(
            """
            a.swift:1:45: warning: expression took 22ms to type-check (limit: 1ms)
            func slow() -> Double { let a = 1.0; return a * 2 }
                                                        ^~~~~
            24.12ms\ta.swift:1:6\tglobal function M.(file).slow()@a.swift:1:6
            a.swift:3:9: error: cannot find 'x' in scope
            let y = x
                    ^
            0.01ms\t<invalid loc>\tinitializer M.(file).S.init()
            """)
        #expect(lines.rest == ["a.swift:3:9: error: cannot find 'x' in scope", "let y = x", "        ^"])
    }
}
