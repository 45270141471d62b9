// swift-format-ignore-file
extension Corpus {
    static let reachEdits = #"""
The ways by which hidden declarations reach the layout or the meaning of visible ones.

#### module Base package=corpus
#### file Base.swift
public struct Sugar { private var x: [Int].Tucked = [Int].Tucked(); private var y: Int?.Folded = Int?.Folded(); public var z = 1; public init() {} }
public struct Feeds { private var f = From<PublicSource>(); private var g = From<Int>(); private var h = From<Inferred>(); private var i = From<Defaulted>(); private var j = From<[Int8]>(); private var k = From<Int32>(); private var l = From<Int64>(); private var m = From<Nests>(); private var n = From<UInt8>(); private var o: Slice<Rows>? = nil; public var z = 2; public init() {} }
public struct PublicSource { public init() {} }
public struct Aliases { private typealias Mine = Int16; private var m: Mine = 1; private var n: Outer.Deep = Outer.Deep(); private var o: OuterG<Int>.Deep = OuterG<Int>.Deep(); public var z = 3; public init() {} }
public struct Isolated: Quiet { public var z = 4; public nonisolated init() {}; public func talk() -> Int { 5 } }
package struct Implicit { package var z = 6; private var a = Carried(); package init() {} }
public struct Functions { private var f: (Inner) -> Inner = { $0 }; private var k: KeyPath<Inner, Int> = \Inner.a; private var m: Inner.Type = Inner.self; private var u: UnsafePointer<Inner>? = nil; private var l: [Inner] = []; public var z = 9; public init() {} }
public struct Tuples { private var t: (a: Inner, b: (Int8, Inner)) = (Inner(), (1, Inner())); private var r: Result<Inner, HErr> = .success(Inner()); public var z = 10; public init() {} }
public struct Nested { public var z = 11; private var w = Own(); public init() {}; struct Own { var q = Own2(); struct Own2 { var r: Int8 = 1 } } }
public struct Composed { private var p: (any HP & HQ)? = nil; private var q: (any HR<Int>)? = nil; private var m: any HS.Type = HS1.self; public var z = 12; public init() {} }
public struct Constrained<T> { private var d = Dep<T>(); public var z = 13; public init() {} }
public class Wrapped { @Held private var w = 1; public var z = 14; public init() {}; public func f() -> Int { z } }
public enum Payloads { case a(HiddenBox), b(Int) }
public struct HiddenBox { private var i: Either<Inner, Int8> = .left(Inner()); public init() {} }
public struct Raw { private var r: Options = []; private var e: RawEnum = .a; public var z = 15; public init() {} }
#### file Hidden.swift
extension Array { struct Tucked { var a: Int8 = 1 } }
extension Optional { struct Folded { var a: Int8 = 1 } }
protocol Source { associatedtype Out; func feed() -> Out }
struct From<S: Source> { var out: S.Out? = nil }
extension PublicSource: Source { typealias Out = Int8; func feed() -> Int8 { 1 } }
extension Int: Source { typealias Out = Int8; func feed() -> Int8 { 1 } }
struct Inferred: Source { func feed() -> Int8 { 1 } }
protocol Refined: Source { }
protocol Finest: Refined { }
extension Int64: Source { func feed() -> Out { 1 } }
extension Int64 { typealias Out = Int8 }
struct Nests: Source { func feed() -> Out { Out() }; struct Out { var a: Int8 = 1 } }
protocol WithOther: Source { }
extension WithOther { typealias Out = Int8 }
extension UInt8: WithOther { func feed() -> Out { 1 } }
struct Rows: RandomAccessCollection { var startIndex: Index { Index() }; var endIndex: Index { Index() }; subscript(_ index: Index) -> Int { 1 } }
extension Rows { struct Index: Comparable, Strideable { var a: Int8 = 1; static func < (a: Self, b: Self) -> Bool { a.a < b.a }; func distance(to other: Self) -> Int { 0 }; func advanced(by n: Int) -> Self { self } } }
extension Int32: Finest { typealias Out = Int8; func feed() -> Int8 { 1 } }
protocol WithDefault: Source { }
extension WithDefault { typealias Out = Int8 }
struct Defaulted: WithDefault { func feed() -> Int8 { 1 } }
extension Array: Source where Element == Int8 { typealias Out = Element; func feed() -> Element { 1 } }
enum Outer { struct Deep { var d: Int8 = 1 } }
struct OuterG<T> { struct Deep { var d: Int8 = 1 } }
protocol Quiet {}
struct Carried: Sendable { var n = 1; var c = Token() }
final class Token: Sendable { }
struct Inner { var a = 1 }
enum HErr: Error { case one }
protocol HP {}
protocol HQ {}
protocol HR<T> { associatedtype T }
protocol HS {}
struct HS1: HS {}
struct Dep<T> { var v: Chosen = 1; typealias Chosen = Int8 }
@propertyWrapper struct Held { var wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }
enum Either<L, R> { case left(L), right(R) }
struct Options: OptionSet { var rawValue: UInt8; init(rawValue: UInt8) { self.rawValue = rawValue } }
enum RawEnum: String { case a, b }
#### module Middle
import Base
public struct Mid { public var s = Sugar(); public var f = Feeds(); public var a = Aliases(); public var n = Nested(); public var end = 137; public init() {} }
#### program Client
import Base
struct Own { var a = Sugar(); var b = Feeds(); var c = Aliases(); var e = Functions(); var f = Tuples(); var g = Nested(); var h = Composed(); var i = Constrained<Int>(); var j = Payloads.a(HiddenBox()); var k = Raw(); var z = 139 }
let own = [Own(), Own()]
print(own[1].z, own[1].a.z, own[1].b.z, own[0].c.z, own[0].e.z, own[1].f.z, own[1].g.z, own[1].h.z, own[1].i.z, own[0].k.z)
print(MemoryLayout<Own>.size, MemoryLayout<Sugar>.size, MemoryLayout<Feeds>.size, MemoryLayout<Aliases>.size, MemoryLayout<Nested>.size, MemoryLayout<Raw?>.size, MemoryLayout<Payloads>.size)
if case .a = own[0].j { print("a") }
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
print(Wrapped().f(), Wrapped().z)
nonisolated func plain() -> Int { Isolated().talk() }
print(plain())
struct Each<T> { var a: Sugar; var b: Feeds; var c: Tuples; var t: T }
let each = Each(a: Sugar(), b: Feeds(), c: Tuples(), t: 5)
print(each.t, each.c.z, MemoryLayout<Each<Int>>.size)
#### program Peer package=corpus
import Base
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
struct Own { var i = Implicit(); var z = 149 }
func bitwise<T>(_: T) -> String { "no" }
func bitwise<T: BitwiseCopyable>(_: T) -> String { "bitwise" }
print(sendable(Implicit()), bitwise(Implicit()), Own().z, Own().i.z, MemoryLayout<Implicit>.size)
#### program Top
import Middle
print(Mid().end, MemoryLayout<Mid>.size)

#### edit nested-in-array
#### in Base/Hidden.swift
- extension Array { struct Tucked { var a: Int8 = 1 } }
+ extension Array { struct Tucked { var a: Int = 1 } }
#### edit nested-in-optional
#### in Base/Hidden.swift
- extension Optional { struct Folded { var a: Int8 = 1 } }
+ extension Optional { struct Folded { var a: Int = 1 } }
#### edit associated-of-visible
#### in Base/Hidden.swift
- extension PublicSource: Source { typealias Out = Int8; func feed() -> Int8 { 1 } }
+ extension PublicSource: Source { typealias Out = Int; func feed() -> Int { 1 } }
#### edit associated-of-standard
#### in Base/Hidden.swift
- extension Int: Source { typealias Out = Int8; func feed() -> Int8 { 1 } }
+ extension Int: Source { typealias Out = Int; func feed() -> Int { 1 } }
#### edit associated-inferred
#### in Base/Hidden.swift
- struct Inferred: Source { func feed() -> Int8 { 1 } }
+ struct Inferred: Source { func feed() -> Int { 1 } }
#### edit associated-from-protocol-extension
#### in Base/Hidden.swift
- extension WithDefault { typealias Out = Int8 }
- struct Defaulted: WithDefault { func feed() -> Int8 { 1 } }
+ extension WithDefault { typealias Out = Int }
+ struct Defaulted: WithDefault { func feed() -> Int { 1 } }
#### edit associated-of-refined
#### in Base/Hidden.swift
- extension Int32: Finest { typealias Out = Int8; func feed() -> Int8 { 1 } }
+ extension Int32: Finest { typealias Out = Int; func feed() -> Int { 1 } }
#### edit associated-in-another-extension
#### in Base/Hidden.swift
- extension Int64 { typealias Out = Int8 }
+ extension Int64 { typealias Out = Int }
#### edit associated-nested
#### in Base/Hidden.swift
- struct Out { var a: Int8 = 1 }
+ struct Out { var a = 1 }
#### edit associated-nested-for-the-library
#### in Base/Hidden.swift
- struct Index: Comparable, Strideable { var a: Int8 = 1;
+ struct Index: Comparable, Strideable { var a = 1;
#### edit associated-of-standard-from-protocol-extension
#### in Base/Hidden.swift
- extension WithOther { typealias Out = Int8 }
+ extension WithOther { typealias Out = Int }
#### edit associated-of-array
#### in Base/Hidden.swift
- where Element == Int8 { typealias Out = Element; func feed() -> Element { 1 } }
+ where Element == Int8 { typealias Out = Int; func feed() -> Int { 1 } }
#### edit private-alias-in-visible
- private typealias Mine = Int16
+ private typealias Mine = Int
#### edit nested-deep
#### in Base/Hidden.swift
- enum Outer { struct Deep { var d: Int8 = 1 } }
+ enum Outer { struct Deep { var d: Int = 1 } }
#### edit nested-deep-generic
#### in Base/Hidden.swift
- struct OuterG<T> { struct Deep { var d: Int8 = 1 } }
+ struct OuterG<T> { struct Deep { var d: Int = 1 } }
#### edit isolation-by-hidden-protocol
#### in Base/Hidden.swift
- protocol Quiet {}
+ @MainActor protocol Quiet {}
#### edit implicit-sendable
#### in Base/Hidden.swift
- struct Carried: Sendable { var n = 1; var c = Token() }
- final class Token: Sendable { }
+ struct Carried { var n = 1; var c = Token() }
+ final class Token { }
#### edit implicit-sendable-one-deeper
#### in Base/Hidden.swift
- struct Carried: Sendable {
+ struct Carried: @unchecked Sendable {
#### edit behind-functions-and-pointers
#### in Base/Hidden.swift
- struct Inner { var a = 1 }
+ struct Inner { var a = 1; var b: Int8 = 2 }
#### edit error-of-result
#### in Base/Hidden.swift
- enum HErr: Error { case one }
+ enum HErr: Error { case one, two(String, String) }
#### edit nested-own
- struct Own2 { var r: Int8 = 1 }
+ struct Own2 { var r: Int = 1 }
#### edit composition-class-bound
#### in Base/Hidden.swift
- protocol HQ {}
+ protocol HQ: AnyObject {}
#### edit parameterised-class-bound
#### in Base/Hidden.swift
- protocol HR<T> {
+ protocol HR<T>: AnyObject {
#### edit metatype-protocol-refines
#### in Base/Hidden.swift
- protocol HS {}
+ protocol HS: HQ2 {}
+ protocol HQ2 {}
#### edit dependent-alias
#### in Base/Hidden.swift
- typealias Chosen = Int8 }
+ typealias Chosen = Int }
#### edit wrapper-field
#### in Base/Hidden.swift
- @propertyWrapper struct Held { var
+ @propertyWrapper struct Held { var more = "m"; var
#### edit either-case
#### in Base/Hidden.swift
- case left(L), right(R) }
+ case left(L), right(R), both(L, R) }
#### edit option-set-raw
#### in Base/Hidden.swift
- var rawValue: UInt8; init(rawValue: UInt8)
+ var rawValue: UInt64; init(rawValue: UInt64)
#### edit raw-enum-cases
#### in Base/Hidden.swift
- enum RawEnum: String { case a, b }
+ enum RawEnum: String { case b, a }
#### edit token-becomes-struct
#### in Base/Hidden.swift
- final class Token: Sendable { }
+ struct Token: Sendable { }
#### edit private-function-beside keeps
#### in Base/Hidden.swift
+ private func added() {}

"""#
}
