@testable import InterfaceDigests
import Digests
import Testing

@Suite struct DeclarationTests {
    private func parsed(_ text: String) -> [Declaration]? { DeclarationParser.parse(Array(text.utf8)) }

    @Test func typesHaveMembersAndEverythingElseIsText() throws {
        let found = try #require(
            parsed(
                """
                import Swift
                @available(macOS 12, *)
                public struct Box<T> : ~Swift.Copyable where T : Swift.Equatable {
                  private(set) public var a: Swift.Int { get set }
                  @inlinable public func f(_ x: [Swift.Int] = [1, 2].map { $0 }) -> Swift.Int {
                    // a brace in a comment: {
                    return "}\\(x.map { "\\($0)}" })".count
                }
                  class func no()
                  public static func == (a: Base.Box<T>, b: Base.Box<T>) -> Swift.Bool
                  enum Inner { case a, b(x: Swift.Int) }
                }
                extension Base.Box.Inner : Swift.Equatable {}
                public let g: Swift.Int
                """))
        #expect(found.map(\.keyword) == ["import", "struct", "extension", "let"])
        #expect(found.map(\.name) == ["Swift", "Box", "Base.Box.Inner", "g"])
        #expect(
            found[1].text.hasPrefix("@available(macOS 12, *)\npublic struct Box<T>")
                && found[1].text.hasSuffix("Swift.Equatable"))
        #expect(found[1].members.map(\.name) == ["a", "f", "no", "==", "Inner"])
        #expect(found[1].members.last?.members.map(\.text) == ["case a, b(x: Swift.Int)"])
        #expect(found[2].text == "extension Base.Box.Inner : Swift.Equatable")
    }

    @Test(arguments: ["struct A {", "struct A }", "}", "let a = \"", "words without a meaning", "func f() { ( }"])
    func whatIsNotUnderstoodIsNil(_ text: String) { #expect(parsed(text) == nil) }

    @Test func longAndRawStringsEnd() throws {
        let text = "let a = #\"\"\"\n \"\" } \\( \n\"\"\"#\nlet b = \"a\\(\"}\")b\"\nlet c = #/ } /#"
        #expect(try #require(parsed(text)).map(\.name) == ["a", "b", "c"])
    }

    @Test func sourcesTellOfImportsAndTypes() {
        let facts = SourceFacts(
            Array(
                """
                // import Comment
                import A; private import B
                @_implementationOnly
                import C
                struct Box { enum Inner {} }
                /// Not a `@testable import`.
                """.utf8))
        #expect(facts.imports == ["import A", "private import B", "@_implementationOnly import C"])
        #expect(facts.types == ["Box", "Inner"])
        #expect(!facts.seesHidden)
        #expect(SourceFacts.seesHidden(Array("  @testable import A".utf8)))
        #expect(!SourceFacts.seesHidden(Array("// no @testable import A".utf8)))
        // Two slashes that are no comment's beginning, and the line ends of other systems.
        #expect(SourceFacts.seesHidden(Array("/*\n// */ @testable import A".utf8)))
        #expect(SourceFacts.seesHidden(Array("// A file\r@testable import A".utf8)))
        #expect(SourceFacts(Array("@_exported\r\nimport A\r\n".utf8)).imports == ["@_exported import A"])
        #expect(SourceFacts.seesHidden(Array("@_private(sourceFile: \"x\") import A".utf8)))
    }

    /// What is seen is the compiler's: a client finds members of what a module imports, if the import is active.
    @Test(arguments: [
        ("#if os(Linux)\ninternal import A\n#endif", ["#if os ( Linux ) : internal import A"]),
        ("@_exported import func A::b\nimport A.C", ["@_exported import func A : : b", "import A . C"]),
        (
            "#if os(macOS)\ninternal import A\n#else\nimport B\n#endif\nimport C",
            [
                "#if os ( macOS ) : internal import A", "#if os ( macOS ) #else : import B", "import C",
            ]
        ),
        ("/* import A */ import B", ["import B"]), ("let s = \"\"\"\n  import A\n  \"\"\"\nimport B", ["import B"]),
        ("internal import\n A", ["internal import A"]), ("internal\n\nimport A", ["internal import A"]),
        (
            "@_spi(A, B) @preconcurrency\npublic import struct A.B.C",
            ["@_spi ( A , B ) @preconcurrency public import struct A . B . C"]
        ),
        ("let a = b.import\n// import C", []),
    ])
    func importsAreReadAsTokens(_ text: String, _ expected: [String]) {
        #expect(SourceFacts(Array(text.utf8)).imports == expected)
    }

    @Test(arguments: [
        "internal\u{A0}import A", "#if swift(>=99)\nit's /* a\n#endif\nimport A\n// */ b's",
        "import A\n/*", "@ testable import A",
    ])
    func whatCannotBeCutCountsWhole(_ text: String) {
        #expect(SourceFacts(Array(text.utf8)).imports == ["source \(ContentDigest(of: Array(text.utf8)).hex)"])
    }

    /// Of conditions that stand around an import, what the platform does not decide.
    @Test(arguments: [
        ("#if os(Windows)\nimport A\n#endif", []),
        ("#if os(Linux)\nimport A\n#else\nimport B\n#endif", ["import A"]),
        ("#if os(macOS)\nimport A\n#else\nimport B\n#endif", ["import B"]),
        (
            "#if canImport(C)\nimport C\n#elseif os(Linux) || os(Android)\nimport A\n#else\nimport B\n#endif",
            ["#if canImport ( C ) : import C", "#if canImport ( C ) #else : import A"]
        ),
        (
            "#if os(macOS)\nimport B\n#elseif X\nimport C\n#else\nimport A\n#endif",
            ["#elseif X : import C", "#elseif X #else : import A"]
        ),
        (
            "#if !os(WASI)\n#if os(Windows)\nimport B\n#endif\n#if X\nimport A\n#endif\n#endif",
            ["#if X : import A"]
        ),
        ("#if X && os(Windows)\nimport A\n#elseif X || !os(Windows)\nimport B\n#endif", ["import B"]),
        ("#if os(Windows) && (\nimport A\n#endif", ["#if os ( Windows ) & & ( : import A"]),
        ("#if os(Windows)\n|| X\nimport A\n#endif", ["#if os ( Windows ) : import A"]),
        ("#if false\nimport A\n#endif\n#if DEBUG\nimport B\n#endif", ["#if DEBUG : import B"]),
        ("#if os(Windows)\n#if os(Linux)\nimport A\n#endif\n#endif\nimport B", ["import B"]),
    ])
    func platformsDecideConditions(_ text: String, _ expected: [String]) {
        #expect(SourceFacts(Array(text.utf8), platform: "Linux").imports == expected)
    }

    @Test func whatThePlatformDecidesAsksForNoModule() {
        let text = "#if os(Windows) && canImport(C)\nimport A\n#elseif os(Linux)\nimport B\n#endif"
        #expect(SourceFacts(Array(text.utf8), platform: "Linux").conditionalModules == [])
        #expect(SourceFacts(Array(text.utf8)).conditionalModules == ["A", "B", "C"])
    }

    @Test(arguments: [
        ("@available(macOS 10.15, iOS 13, *)\n  public func f()", "public func f()"),
        ("@inlinable @available(Android 24, *) public func f()", "@inlinable public func f()"),
        ("@available(macOS, unavailable, message: \"(a, *)\")\npublic struct S", "public struct S"),
        ("public var a: Int {\n    @available(macOS 99, *)\n    get\n  }", "public var a: Int {\n    get\n  }"),
        ("@available(iOS 13, *) @available(*, deprecated) let a", "@available(*, deprecated) let a"),
        ("@available(macOS 13, swift 6.0, *) let a", nil), ("@available(swift 6.0) let a", nil),
        ("@available(macOS 13, Elsewhere 2, *) let a", nil), ("@available(*, unavailable) let a", nil),
        ("let a = \"@available(macOS 13, *)\"", nil), ("@available(macOS 13 let a", nil),
    ])
    func availabilityElsewhereSaysNothing(_ text: String, _ expected: String?) {
        #expect(ForeignAvailability.removed(from: text, platform: "Linux") == expected ?? text)
        #expect(ForeignAvailability.removed(from: text, platform: nil) == text)
    }

    @Test func someConditionsAreNoTextsAffair() {
        func modules(_ text: String) -> [String] { SourceFacts(Array(text.utf8)).conditionalModules.sorted() }
        #expect(
            modules("#if os(Linux) && !canImport(Darwin) || swift(>=6.0)\nimport A\n#endif\nimport B")
                == ["A", "Darwin"])
        #expect(modules("#if TRACING\nf()\n#if canImport(Z)\n#endif\n#endif\nimport A") == [])
        #expect(
            modules("#if canImport(`Own`)\nimport A\n#elseif X\n@_spi(S) import struct C.D.e\n#endif")
                == ["A", "C", "D", "Own", "e"])
        #expect(
            modules("#if canImport(Own, _version: 2)\n#if Y\nimport A\n#endif\n#endif") == ["A", "Own", "_version"])
    }

    @Test(arguments: [
        "@ testable import A", "@`testable` import A", "@/**/testable import A", "@\ntestable import A",
        "@\u{A0}testable import A", "@testable\u{A0}import A", "@ _noLocks func f() {}", "@ const let a = 1",
        "@/* */section(\"a\") let a = 1",
    ])
    func whatSeesHiddenDeclarations(_ text: String) { #expect(SourceFacts.seesHidden(Array(text.utf8))) }

    @Test(arguments: [
        "let a = \"\\(b)@testable import A\"", "let a = \"b\"; @testable import A", "let a = \"testable",
        "#\"a\"#\n@_noLocks func f() {}",
    ])
    func aStringIsNoEnd(_ text: String) { #expect(SourceFacts.seesHidden(Array(text.utf8))) }

    @Test(arguments: [
        "let section = 1", "foo(const: 2)", "// @testable", "let a = 1 / const", "let a = [\"testable\", \"_noLocks\"]",
        "let a = \"\"\"\n    @testable import A\n    \"\"\"", "let a = #\"@_private(\"#",
    ])
    func whatDoesNot(_ text: String) { #expect(!SourceFacts.seesHidden(Array(text.utf8))) }

    @Test func sourcesTellWhereTypesAreDeclared() throws {
        let source = """
            private(set) var a = 1
            struct Open<let N: Int> { private enum Inner { struct Deep {} }; class func make() { Lower.Hidden() } }
            private extension Outer.Other where T == Int { final class Kept {} }
            fileprivate let b = { if true { Lower.Box() } }; var c: Int { Lower.Hidden() }; protocol P: AnyObject {}
            private
            indirect enum `Far` { case actor(Lower.Pair) }
            """
        let types = try #require(SourceTypes(Array(source.replacing("Lower.Pair", with: "Lower::Pair").utf8)))
        #expect(
            types.places.map(\.path) == [
                "Open", "Open.private Inner", "Open.private Inner.Deep", "private Outer.Other.Kept", "P", "private Far",
            ])
        #expect(types.qualified.map { "\($0.qualifier).\($0.name)" } == ["Outer.Other", "Lower.Box", "Lower.Pair"])
        let heads = """
            struct A: @MainActor P, Q {}
            extension A: nonisolated
                P where T == @Sendable () -> Void {}
            class B<T: P>: @unchecked Sendable, @preconcurrency Q { @MainActor var a: P }
            @MainActor enum C: P {}
            import struct Lower.Box
            let boxes: @Sendable () -> Void = {}
            """
        #expect(
            SourceTypes(Array(heads.utf8))?.isolated == [
                "struct A: @MainActor P, Q", "extension A: nonisolated P where T == @Sendable () -> Void",
            ])
        #expect(SourceTypes(Array("struct A {".utf8)) == nil && SourceTypes(Array("let a = \"".utf8)) == nil)
    }

    @Test(arguments: [
        (["import A", "import A\nimport struct B.C"], false), (["import A", "internal import A"], true),
        (["#if X\nprivate import A\n#endif", "@_implementationOnly import A"], false),
        (["import struct A.B", "@_spi(C) public import A"], true), (["import A", "internal import B"], false),
    ])
    func sourcesMayImportAModuleBothWays(_ sources: [String], _ expected: Bool) {
        #expect(TypeSources(sources.map { ("A.swift", $0) }).importsBothWays == expected)
    }

    @Test func whatIsWrittenBeforeANameCountsWhereStorageHoldsIt() {
        func lines(_ text: String, declared: Set<String> = ["Box", "Held"]) -> [String] {
            TypeSources([("A.swift", "import Lower\n" + text)]).qualified(
                in: [.init(.hidden, "Held.b", "var b: Box")], module: "Base", declared: declared
            ).map(\.text)
        }
        #expect(lines("let a: Lower.Box, b: Base.Box, c: Lower.Other") == ["written as Lower.Box, Base.Box"])
        #expect(lines("let a: Lower.Box, b: Lower.Box", declared: ["Held"]) == ["written as Lower.Box"])
        #expect(lines("let a: Held.Box, b: value.Box, c: Self.Box").isEmpty)
        #expect(lines("let a = \"").count == 1)
    }

    @Test func partsComeBackFromTheirText() {
        let parts = ABIParts([
            .init(.fallback, "a\tb", "why\n\\n"), .init(.visible, "-", ""), .init(.slot, "é", "#C.a"),
        ])
        #expect(ABIParts(text: parts.text) == parts)
        #expect(ABIParts(text: parts.text + "more") == nil)
        #expect(ABIParts(text: "mono abi 1\nvisible\ta\n") == nil)
        #expect(ABIParts(text: "mono abi 1\nother\ta\tb\n") == nil)
    }

    @Test func aHiddenTypeIsReachedByItsWholePath() throws {
        let dump = try #require(
            ModuleDump(
                Array(
                    """
                    sil_stage raw

                    struct Box {
                      @_hasStorage var a: Box.State { get set }
                      struct State {
                        @_hasStorage var b: [Int] { get set }
                      }
                    }

                    struct Other {
                      struct State {
                        @_hasStorage var c: Int { get set }
                      }
                    }

                    // f()
                    sil shared [serialized] @$s1f : $@convention(thin) () -> () {
                      a body
                    } // end sil function '$s1f'

                    // g()
                    sil non_abi [serialized] @$s1g : $@convention(thin) () -> () {
                      %0 = function_ref @$s1f : $@convention(thin) () -> ()
                    } // end sil function '$s1g'

                    // h()
                    sil shared [serialized] @$s1h : $@convention(thin) () -> () {
                    } // end sil function '$s1h'

                    """.utf8)))
        let interface = try #require(
            ModuleInterface(Array("public struct Box {\n}\n".utf8), module: "Own", isResilient: false))
        let found = DeclarationSupplement(
            of: dump, interface, sources: TypeSources([("A.swift", "struct State {}")]))
        #expect(found.fallbacks == [])
        #expect(found.parts.map(\.name) == ["Box.a", "Box.State", "Box.State.b", "f()", "g()"])
        let more = try #require(
            ModuleInterface(
                Array("public struct Box {\n}\npublic struct Gone {\n}\n".utf8), module: "Own", isResilient: false))
        let lost = DeclarationSupplement(of: dump, more, sources: TypeSources())
        #expect(lost.fallbacks.map(\.name) == ["Gone", "Box.State"])
    }

    @Test func aRawLayoutReachesWhatItIsLike() throws {
        let dump = try #require(
            ModuleDump(
                Array(
                    """
                    sil_stage raw

                    @_rawLayout(like: Inner) struct Box : ~Copyable {
                    }

                    struct Inner {
                      @_hasStorage var a: Int8 { get set }
                    }

                    """.utf8)))
        let interface = try #require(
            ModuleInterface(
                Array("@_rawLayout(like: Own.Inner) public struct Box : ~Copyable {\n}\n".utf8), module: "Own",
                isResilient: false))
        let found = DeclarationSupplement(
            of: dump, interface, sources: TypeSources([("A.swift", "struct Inner {}")]))
        #expect(found.parts.map(\.name) == ["Box", "Inner", "Inner.a"])
    }
}
