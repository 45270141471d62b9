import SwiftText
import Testing

@testable import InterfaceDigests

@Suite("What interfaces leave out")
struct UnprintedDetailsTests {
    private func accessors(_ text: String) -> [WrittenAccessors] { WrittenAccessors.all(in: SwiftTokens(text)) }

    /// The visible lines of an interface, beside what the module read back and the sources say.
    private func lines(_ printed: String, module: String = "", source: String = "") throws -> [String] {
        let declarations = try #require(DeclarationParser.parse(Array(module.utf8)))
        let unprinted = UnprintedDetails(declarations, accessors: accessors(source))
        let interface = try #require(
            ModuleInterface(Array(printed.utf8), module: "Own", isResilient: false, unprinted: unprinted))
        return (interface.fallbacks + interface.parts).map { "\($0.kind) \($0.name) \($0.text)" }
    }

    @Test("accessors are read as they are written, with single blanks")
    func written() {
        let text = """
            @attr({ 1 }) public protocol P<A>: Q where A: R {
              associatedtype A
              var a: Int { get }; static var b: [Int: Int] { mutating get
                nonmutating set }
              subscript(i: Int, j: (Int) -> Int) -> Int { /* one */ consuming  get // two
                @available(*, unavailable, message: "{") set }
              func f() -> Int
              #if DEBUG
              var `class`: Int { __consuming get }
              #endif
              var c: Int { get throws(E) }
            }
            struct S { var a: Int { consuming get { 1 } } }
            """
        #expect(
            accessors(text).map { "\($0.name) \($0.unprinted ?? "-") \($0.isConditional)" } == [
                "P.a - false", "P.b - false",
                "P.subscript { consuming get @available(*, unavailable, message: \"{\") set } false",
                "P.class { __consuming get } true", "P.c { get throws(E) } false",
            ])
    }

    @Test("a requirement's line has what its accessors say, and which of several says it")
    func requirements() throws {
        let printed = """
            public protocol P {
              var a: Swift.Int { get }
              subscript(i: Swift.Int) -> Swift.Int { get }
            }
            """
        let source = "protocol P { var a: Int { get }; subscript(i: Int) -> Int { consuming get } }"
        #expect(
            try lines(printed, source: source).suffix(2) == [
                "visible P.a var a: Swift.Int { get }",
                "visible P.subscript subscript(i: Swift.Int) -> Swift.Int { get } in its source: { consuming get }",
            ])
        let second = try lines(printed, source: "struct S { protocol P { subscript(s: S) -> S { get } } }\n\(source)")
        #expect(second.last?.hasSuffix("in its source: { consuming get } (2)") ?? false)
    }

    @Test("accessors under conditions of compilation make the module's bytes count")
    func conditional() throws {
        let printed = "public protocol P {\n  var a: Swift.Int { get }\n}\n"
        let one = "protocol P {\n#if A\nvar a: Int { consuming get }\n#else\nvar a: Int { get }\n#endif\n}\n"
        #expect(try lines(printed, source: one).first?.hasPrefix("fallback P.a") ?? false)
        let inside = "protocol P { var a: Int {\n#if A\nconsuming\n#endif\nget } }"
        #expect(try lines(printed, source: inside).first?.hasPrefix("fallback P.a") ?? false)
        let plain = "#if A\nprotocol P { var a: Int { get } }\n#endif\n"
        #expect(try lines(printed, source: plain).last == "visible P.a var a: Swift.Int { get }")
    }

    @Test("accessors that no source writes, a macro's, make the module's bytes count")
    func unwritten() throws {
        let printed = "public protocol P {\n  var a: Swift.Int { get }\n}\nextension P {\n  public var b: Int\n}\n"
        #expect(try lines(printed, source: "@Made protocol P {}").first?.hasPrefix("fallback P.a no source") ?? false)
        #expect(try lines(printed, source: "protocol P { var `a`: Int { get } }").first?.hasPrefix("visible") ?? false)
    }

    @Test("who may set a stored global or static property")
    func setters() throws {
        let printed = """
            public var a: Swift.Int, c: Swift.Int
            extension Lower.Box {
              @_hasStorage public static var `in`: Swift.Int {
                get
              }
              public var d: Swift.Int
            }
            """
        let module = """
            @_hasStorage var a: Int { get set }
            @_hasStorage package(set) var c: Int { get set }
            extension Box {
              @_hasStorage private(set) static var `in`: Int { get set }
              @_hasStorage private(set) var d: Int { get set }
            }
            """
        let found = try lines(printed, module: module)
        #expect(found.first?.hasSuffix("c: Swift.Int in its source: package(set)") ?? false)
        #expect(found.dropFirst(2).first?.hasSuffix("in its source: private(set)") ?? false)
        #expect(found.last?.hasSuffix("public var d: Swift.Int") ?? false)
    }

    @Test("attributes of parameters")
    func parameters() throws {
        let printed = """
            public func f(_ x: Swift.Int)
            public struct S {
              public init(x: Swift.Int, y: @escaping () -> Swift.Void)
              public func g(_ x: (@escaping () -> Swift.Void)?)
            }
            """
        let module = """
            @available(*, deprecated) func f(@W _ x: Int)
            struct S {
              init(x: Int, @_nonEphemeral @W(3) y: @escaping () -> ())
              func g(@_nonEphemeral _ x: (@escaping () -> ())?)
            }
            struct Other { struct S { func g(@W _ x: Int) } }
            """
        let found = try lines(printed, module: module)
        #expect(found[0].hasSuffix("in its source: @available(*, deprecated) func f(@W _ x: Int)"))
        #expect(found[2].hasSuffix("in its source: init(x: Int, @_nonEphemeral @W(3) y: @escaping () -> ()) in S"))
        #expect(found[3].hasSuffix("(_ x: (@escaping () -> Swift.Void)?)"))
    }
}
