// swift-format-ignore-file
extension Corpus {
    static let wrappersEdits = #"""
Property wrappers and result builders.

#### module Base package=corpus
#### file Base.swift
@propertyWrapper public struct Clamped { private var value: Int; private var limit = Limit(); public var wrappedValue: Int { get { min(value, limit.top) } set { value = newValue } }; public var projectedValue: String { "clamped \(value)" }; public init(wrappedValue: Int) { value = wrappedValue } }
@propertyWrapper struct Hidden<T> { var wrappedValue: T; var spare = 0; init(wrappedValue: T) { self.wrappedValue = wrappedValue } }
@propertyWrapper final class Shared<T> { var wrappedValue: T; init(wrappedValue: T) { self.wrappedValue = wrappedValue } }
public struct Settings { @Clamped public var volume = 3; @Hidden var inner = 4; @Hidden private var secret = true; @Shared private var common = "c"; public init() {}; public var all: Int { inner + (secret ? 1 : 0) } }
open class Panel { @Clamped public var dial = 5; @Hidden private var state = 1; public init() {}; open func read() -> Int { dial + state } }
@resultBuilder public enum Lines { public static func buildBlock(_ parts: String...) -> String { parts.joined(separator: "|") }; public static func buildOptional(_ s: String?) -> String { s ?? "-" }; public static func buildEither(first s: String) -> String { s }; public static func buildEither(second s: String) -> String { s } }
public func page(@Lines _ body: () -> String) -> String { body() }
@resultBuilder enum Inner { static func buildBlock(_ n: Int...) -> Int { n.reduce(0, +) } }
public func sum() -> Int { build { 1; 2 } }
func build(@Inner _ f: () -> Int) -> Int { f() }
public protocol Screen { @Lines var body: String { get } }
@propertyWrapper public struct Enclosing<V> { public var wrappedValue: V; public init(wrappedValue: V) { self.wrappedValue = wrappedValue }; public init(wrappedValue: V, _ note: String) { self.wrappedValue = wrappedValue } }
public func takes(@Enclosing _ n: Int) -> Int { n }
#### file Hidden.swift
struct Limit { var top = 10 }
#### module Middle
import Base
public struct Theme { @Clamped public var tone = 1; public var s = Settings(); public var end = 23; public init() {} }
#### program Client
import Base
struct Mine { @Clamped var x = 30; @Enclosing("n") var y = "y"; var s = Settings(); var z = 29 }
var m = Mine()
m.x += 1
m.s.volume = 50
print(m.x, m.$x, m.y, m.s.volume, m.s.$volume, m.s.all, m.z, MemoryLayout<Mine>.size, MemoryLayout<Settings>.size, MemoryLayout<Clamped>.size)
class Deck: Panel { var more = 2; override func read() -> Int { super.read() + more } }
print(Deck().read(), Deck().more, Deck().dial)
var on = true
print(page { "e"; if #available(macOS 12, *) { "f" } else { "g" } })
print(page { "a"; if on { "b" } else { "c" }; if !on { "d" } })
struct Home: Screen { var body: String { "x"; "y" } }
print(Home().body, sum(), takes(4))
func extra(_: Int...) -> String { "mine" }
print(extra())
#### program Peer package=corpus
import Base
print(Settings().volume, Panel().read(), page { "q" })
#### program Inside
@testable import Base
struct I { @Hidden var q = 5 }
print(I().q, Settings().inner, build { 3; 4 }, Limit().top, MemoryLayout<I>.size)
#### program Top
import Middle
print(Theme().tone, Theme().end, MemoryLayout<Theme>.size)

#### edit wrapper-private-field
- private var value: Int; private
+ private var value: Int; private var seen = 0; private
#### edit wrapper-hidden-struct
#### in Base/Hidden.swift
- struct Limit { var top = 10 }
+ struct Limit { var low = 1; var top = 10 }
#### edit wrapper-hidden-value keeps
#### in Base/Hidden.swift
- struct Limit { var top = 10 }
+ struct Limit { var top = 11 }
#### edit wrapper-body keeps
- { min(value, limit.top) }
+ { max(value, limit.top) }
#### edit hidden-wrapper breaks
- var wrappedValue: T; var spare = 0;
+ var wrappedValue: T; var spare = 0; var other: Int8 = 0;
#### edit hidden-wrapper-becomes-class
- @propertyWrapper struct Hidden<T> {
+ @propertyWrapper final class Hidden<T> {
#### edit hidden-class-wrapper keeps
- @propertyWrapper final class Shared<T> {
+ @propertyWrapper final class Shared<T> { var count = 0;
#### edit wrapper-dropped
- @Hidden private var secret = true
+ private var secret = true
#### edit projected-type
- public var projectedValue: String { "clamped \(value)" }
+ public var projectedValue: Int { value }
#### edit wrapper-on-public-dropped
- public struct Settings { @Clamped public var
+ public struct Settings { public var volumes = 1; @Clamped public var
#### edit wrapper-initial-value keeps
- @Hidden private var state = 1
+ @Hidden private var state = 2
#### edit wrapper-method keeps
- @propertyWrapper public struct Clamped {
+ @propertyWrapper public struct Clamped { private func added() {};
#### edit wrapper-initializer
- public init(wrappedValue: V, _ note: String) {
+ public init(wrappedValue: V, _ note: StaticString) {
#### edit builder-method-added
- @resultBuilder public enum Lines {
+ @resultBuilder public enum Lines { public static func buildExpression(_ s: String) -> String { "<\(s)>" };
#### edit builder-private-method keeps
- @resultBuilder public enum Lines {
+ @resultBuilder public enum Lines { private static func added() {};
#### edit builder-body keeps
- separator: "|"
+ separator: "/"
#### edit builder-final-result
- @resultBuilder public enum Lines {
+ @resultBuilder public enum Lines { public static func buildFinalResult(_ s: String) -> String { s + "!" };
#### edit hidden-builder keeps
- @resultBuilder enum Inner {
+ @resultBuilder enum Inner { static func buildOptional(_ n: Int?) -> Int { n ?? 0 };
#### edit builder-gone-from-parameter
- public func page(@Lines _ body: () -> String)
+ public func page(_ body: () -> String)
#### edit builder-gone-from-requirement
- @Lines var body: String
+ var body: String
#### edit builder-internal-method keeps
- @resultBuilder public enum Lines {
+ @resultBuilder public enum Lines { static func buildLimitedAvailability(_ s: String) -> String { s };
#### edit hidden-wrapper-method keeps
- @propertyWrapper struct Hidden<T> {
+ @propertyWrapper struct Hidden<T> { func added() {};
#### edit wrapped-parameter
- public func takes(@Enclosing _ n: Int)
+ public func takes(_ n: Int)
#### edit private-helper-of-a-wrapper keeps
- public init(wrappedValue: Int) { value = wrappedValue } }
+ public init(wrappedValue: Int) { value = wrappedValue }; private func cut(_ n: Int) -> Int { min(n, limit.top) } }
#### edit private-extension keeps
+ private extension Settings { func reset() -> Settings { Settings() } }
#### edit hidden-wrapper-elsewhere keeps
#### in Base/Hidden.swift
+ @propertyWrapper private struct Trimmed { var wrappedValue: String }
+ private struct Form { @Trimmed var name = "n" }

"""#
}
