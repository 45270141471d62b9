// swift-format-ignore-file
extension Corpus {
    static let genericsEdits = #"""
Generics: constraints, packs, value parameters, hidden generics, specialised layouts.

#### module Base package=corpus
#### file Base.swift
public struct Stack<T> { private var items: [T] = []; private var meta = Meta<T>(); public init() {}; public mutating func push(_ t: T) { items.append(t) }; public var top: T? { items.last }; public var size: Int { items.count + meta.n } }
extension Stack where T: Equatable { public func has(_ t: T) -> Bool { items.contains(t) } }
extension Stack: Sequence { public func makeIterator() -> Array<T>.Iterator { items.makeIterator() } }
public struct Both<A, B: Hashable> { public var a: A; public var b: B; private var pad: Pad<A>? = nil; public init(_ a: A, _ b: B) { self.a = a; self.b = b } }
public func largest<T: Comparable>(_ a: T, _ b: T) -> T { a > b ? a : b }
public func each<each T>(_ t: repeat each T) -> Int { var n = 0; repeat (_ = each t, n += 1).1; return n }
public struct Tuple<each T> { public var values: (repeat each T); public init(_ t: repeat each T) { values = (repeat each t) } }
public struct Row<let n: Int> { public var x = n; public init() {} }
open class Node<T> { public var value: T; private var next: Node<T>?; public init(_ t: T) { value = t }; open func length() -> Int { 1 + (next?.length() ?? 0) } }
public struct Phantom<Tag> { public var id = 1; private var p = Pair<Int8>(); public init() {} }
public struct Erased { private var box: AnyBox = Boxed(3); public init() {}; public func get() -> Int { box.get() } }
public func apply<T, U>(_ t: T, _ f: (T) throws -> U) rethrows -> U { try f(t) }
#### file Hidden.swift
struct Meta<T> { var n = 0; var last: T? = nil }
struct Pad<T> { var t: T; var u: UInt8 = 0 }
struct Pair<T> { var one: T? = nil; var two: T? = nil }
class AnyBox { func get() -> Int { 0 } }
final class Boxed<T>: AnyBox { var t: T; init(_ t: T) { self.t = t }; override func get() -> Int { 31 } }
struct Lost<T> { var t: T }
protocol Source { associatedtype Out }
enum IntSource: Source { typealias Out = Int }
struct From<S: Source> { var out: S.Out? = nil }
public struct Fed { private var f = From<IntSource>(); public var z = 1; public init() {} }
#### module Middle
import Base
public struct Store { public var s = Stack<Int>(); public var p = Phantom<String>(); public var fed = Fed(); public var z = 17; public init() {} }
public func most(_ a: Int, _ b: Int) -> Int { largest(a, b) }
#### program Client
import Base
var s = Stack<String>()
s.push("a"); s.push("b")
print(s.top ?? "", s.size, s.has("a"), Array(s), MemoryLayout<Stack<Int>>.size, MemoryLayout<Stack<String>>.size)
let b = Both(1 as Int8, "x")
print(b.a, b.b, MemoryLayout<Both<Int8, String>>.size, MemoryLayout<Both<String, Int>>.size)
print(largest(3, 4), largest("a", "b"), each(1, "2", 3.0), Tuple(1, "x").values.1, Row<4>().x)
class IntNode: Node<Int> { var more = 8; override func length() -> Int { super.length() + more } }
print(IntNode(2).length(), IntNode(2).value, IntNode(1).more, Node("s").length())
struct Fixed { var s = Stack<Int>(); var p = Phantom<Int>(); var e = Erased(); var b = Both(2, 3); var fed = Fed(); var z = 19 }
let f = Fixed()
print(f.z, f.e.get(), f.b.b, f.p.id, f.fed.z, MemoryLayout<Fixed>.size)
print(apply(3) { $0 + 1 })
let any: Any = Stack<Int>()
print(any is Stack<Int>, any is Stack<String>)
func seq<S>(_: S) -> String { "no" }
func seq<S: Sequence>(_: S) -> String { "sequence" }
print(seq(s))
func eq<T>(_: T) -> String { "no" }
func eq<T: Equatable>(_: T) -> String { "equatable" }
print(eq(Phantom<Int>()))
func phantom<T>(_: T.Type) -> Int { Phantom<T>().id }
print(phantom(String.self), "\(type(of: s.makeIterator()))")
extension Stack { func extra(_: Int...) -> String { "mine" } }
print(s.extra())
#### program Peer package=corpus -strict-concurrency=complete
import Base
final class Loud { var n = 1 }
print(Stack<Int>().size, Phantom<Loud>().id, largest(1, 2), MemoryLayout<Fed>.size)
#### program Inside
@testable import Base
print(Meta<Int>().n, Pad(t: 3).u, Lost(t: 1).t, Boxed("x").get(), MemoryLayout<Pair<Int>>.size, MemoryLayout<From<IntSource>>.size)
#### program Top
import Middle
print(Store().z, most(2, 9), MemoryLayout<Store>.size)

#### edit constraint-added
- public struct Phantom<Tag> {
+ public struct Phantom<Tag: Sendable> {
#### edit constraint-weaker
- public struct Both<A, B: Hashable>
+ public struct Both<A, B: Equatable>
#### edit function-constraint
- public func largest<T: Comparable>(
+ public func largest<T: Comparable & Sendable>(
#### edit generic-parameter-added
- public func apply<T, U>(_ t: T, _ f: (T) throws -> U) rethrows -> U {
+ public func apply<T, U, E: Error>(_ t: T, _ f: (T) throws(E) -> U) throws(E) -> U {
#### edit parameters-swapped
- public struct Both<A, B: Hashable> {
+ public struct Both<A, B> {
#### edit hidden-generic-field
#### in Base/Hidden.swift
- struct Meta<T> { var n = 0;
+ struct Meta<T> { var n = 0; var m = 0;
#### edit hidden-generic-swapped
#### in Base/Hidden.swift
- struct Pad<T> { var t: T; var u: UInt8 = 0 }
+ struct Pad<T> { var u: UInt8 = 0; var t: T; init(t: T) { self.t = t } }
#### edit hidden-pair
#### in Base/Hidden.swift
- var two: T? = nil }
+ var two: T? = nil; var three: T? = nil }
#### edit hidden-associated-type breaks
#### in Base/Hidden.swift
- typealias Out = Int }
+ typealias Out = String }
#### edit hidden-lost keeps
#### in Base/Hidden.swift
- struct Lost<T> { var t: T }
+ struct Lost<T> { var t: T; var u: T? = nil; init(t: T) { self.t = t } }
#### edit hidden-class-boxed keeps
#### in Base/Hidden.swift
- { var t: T; init(_ t: T)
+ { var t: T; var more = 3; init(_ t: T)
#### edit hidden-base-box keeps
#### in Base/Hidden.swift
- class AnyBox {
+ class AnyBox { func second() {};
#### edit hidden-constraint
#### in Base/Hidden.swift
- struct Lost<T> {
+ struct Lost<T: Equatable> {
#### edit body keeps
- { a > b ? a : b }
+ { a >= b ? a : b }
#### edit private-method keeps
- extension Stack: Sequence {
+ extension Stack: Sequence { private func added() {};
#### edit hidden-extension keeps
+ extension Stack where T == Int { func added() -> Int { 3 } }
#### edit public-extension
+ extension Stack where T == String { public func extra() -> String { "theirs" } }
#### edit conformance-removed
- extension Stack: Sequence {
+ extension Stack {
#### edit conditional-conformance
+ extension Phantom: Equatable { public static func == (a: Self, b: Self) -> Bool { a.id == b.id } }
#### edit pack-label
- each<each T>(_ t: repeat each T)
+ each<each T>(_ t: repeat (each T)?)
#### edit value-parameter-kind
- public var x = n; public init() {} }
+ public var x = n; public var y = 2; public init() {} }
#### edit node-private-field
- private var next: Node<T>?;
+ private var next: Node<T>?; private var prev: T?;
#### edit node-hidden-method
- public init(_ t: T) { value = t }; open func length()
+ public init(_ t: T) { value = t }; func hid() {}; open func length()
#### edit hidden-default-generic keeps
+ func hiddenGeneric<T: Comparable>(_ t: T) -> T { t }
#### edit overload-added
+ public func largest(_ a: Int, _ b: Int) -> Int { 1000 }
#### edit iterator-type
- public func makeIterator() -> Array<T>.Iterator { items.makeIterator() }
+ public func makeIterator() -> AnyIterator<T> { AnyIterator(items.makeIterator()) }
#### edit private-generic-function keeps
+ private func swapped<A, B>(_ p: (A, B)) -> (B, A) { (p.1, p.0) }
#### edit private-constrained-extension keeps
+ private extension Stack where T: Comparable { var least: T? { items.min() } }
#### edit private-generic-type keeps
#### in Base/Hidden.swift
+ private struct Cache<K: Hashable, V> { var kept: [K: V] = [:]; subscript(k: K) -> V? { kept[k] } }
#### edit private-method-at-the-end-of-open breaks
- open func length() -> Int { 1 + (next?.length() ?? 0) } }
+ open func length() -> Int { 1 + (next?.length() ?? 0) }; private func added() {} }
#### edit private-typealias keeps
- public struct Erased {
+ public struct Erased { private typealias Mine = [String: Int];

"""#
}
