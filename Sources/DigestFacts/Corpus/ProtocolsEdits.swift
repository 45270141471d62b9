// swift-format-ignore-file
extension Corpus {
    static let protocolsEdits = #"""
Protocols: requirements, defaults, associated types, existentials, conformances.

#### module Base package=corpus
#### file Base.swift
public protocol Drawable { var size: Int { get }; func draw() -> String }
extension Drawable { public func draw() -> String { "plain \(size)" }; public func twice() -> String { draw() + draw() }; func inner() -> Int { size } }
public protocol Container<Item> { associatedtype Item; var items: [Item] { get set }; mutating func add(_ i: Item) }
extension Container { public mutating func add(_ i: Item) { items.append(i) }; public var count: Int { items.count } }
public protocol Owned: AnyObject { var tag: Int { get set } }
public protocol Child: Drawable { var parent: Int { get } }
public struct Square: Drawable { public var size = 2; public init() {}; private var ink = Ink(); public func draw() -> String { "square" } }
public struct Round: Child, Hidable { public var size: Int { 3 }; public var parent: Int { 4 }; public init() {}; func hide() -> Int { 1 } }
public struct Bag: Container { public var items: [Int] = []; public init() {} }
public final class Tag: Owned { public var tag = 1; public init() {} }
public struct Holder { public var any: any Drawable = Square(); private var hid: any Hidable = Round(); private var inks: [any Hidable] = []; public init() {}; public func hidden() -> Int { hid.hide() } }
public func make() -> any Drawable { Round() }
public protocol Versioned { static var version: Int { get }; init() }
public struct One: Versioned { public static var version: Int { 1 }; public init() {} }
#### file Hidden.swift
struct Ink { var drops = 1 }
protocol Hidable { func hide() -> Int }
extension Hidable { func more() -> Int { 2 } }
protocol Associated { associatedtype A; var a: A { get } }
struct Assoc: Associated { var a = 5 }
struct Uses { var x: Assoc.A = 4 }
protocol Alone { func f() }
#### module Middle
import Base
public struct Frame { public var holder = Holder(); public var end = 8; public init() {} }
public struct Mine: Drawable { public init() {}; public var size: Int { 12 } }
public func paint(_ d: any Drawable) -> String { d.draw() + d.twice() }
#### program Client
import Base
struct Star: Drawable { var size = 5; func draw() -> String { "star" } }
struct Plain: Drawable { var size = 6 }
struct Kid: Child { var size = 7; var parent = 8 }
struct Words: Container { var items: [String] = [] }
struct Two: Versioned { static let version = 2 }
final class Mark: Owned { var tag = 4 }
for d in [Star(), Plain(), Kid(), Square(), Round(), make()] as [any Drawable] { print(d.draw(), d.size, d.twice(), d is Square, d is any Child) }
func generic<D: Drawable>(_ d: D) -> String { d.draw() + d.twice() + "\(d.size)" }
print(generic(Star()), generic(Plain()), generic(Square()), generic(Round()))
func fill<C: Container>(_ c: inout C, _ i: C.Item) -> Int { c.add(i); return c.count }
var w = Words(); var b = Bag()
print(fill(&w, "a"), fill(&b, 4), b.items, w.count)
let e: any Container<Int> = b
print(e.count, e.items)
var o: any Owned = Tag()
o.tag = 9
print(o.tag, MemoryLayout<any Owned>.size, MemoryLayout<any Drawable>.size)
o = Mark()
print(o.tag)
let h = Holder()
struct Keeps { var h = Holder(); var s = Square(); var z = 13 }
print(h.any.draw(), h.hidden(), Keeps().z, MemoryLayout<Keeps>.size)
func versions(_ v: any Versioned.Type) -> Int { v.version + type(of: v.init()).version }
print(versions(One.self), versions(Two.self), Two().self)
extension Drawable { func extra(_: Int...) -> String { "mine" } }
print(Square().extra(), Round().draw(), Square().draw())
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
func deep<V: Versioned>(_ v: V) -> String { sendable(v) }
func child<V: Child>(_ v: V) -> String { sendable(v) }
print(deep(One()), child(Round()), sendable(One()), sendable(Round()))
func eq<T>(_: T) -> String { "no" }
func eq<T: Equatable>(_: T) -> String { "equatable" }
print(eq(Square()), eq(Bag()))
#### program Peer package=corpus
import Base
struct P: Child { var size = 1; var parent = 2 }
print(P().draw(), P().parent, Holder().any.size, MemoryLayout<Holder>.size)
#### program Inside
@testable import Base
struct H: Hidable { func hide() -> Int { 4 } }
print(H().hide(), H().more(), Square().inner(), Uses().x, Assoc().a, Ink().drops)
#### program Top
import Middle
print(paint(Mine()), Frame().end, MemoryLayout<Frame>.size)

#### edit requirement-with-default
- func draw() -> String }
+ func draw() -> String; func fresh() -> Int }
- extension Drawable {
+ extension Drawable { public func fresh() -> Int { 1 };
#### edit requirement-reordered
- var size: Int { get }; func draw() -> String }
+ func draw() -> String; var size: Int { get } }
#### edit requirement-removed
- func draw() -> String }
+ }
#### edit default-removed
- public func draw() -> String { "plain \(size)" };
+
- public init() {}; func hide()
+ public init() {}; public func draw() -> String { "round" }; func hide()
#### edit default-body keeps
- { "plain \(size)" }
+ { "simple \(size)" }
#### edit witness-added
- public var size: Int { 3 };
+ public var size: Int { 3 }; public func draw() -> String { "round" };
#### edit extension-member-public
- extension Drawable {
+ extension Drawable { public func extra() -> String { "theirs" };
#### edit extension-member-hidden keeps
- extension Drawable {
+ extension Drawable { private func extra() -> String { "theirs" };
#### edit extension-member-internal keeps
- extension Drawable {
+ extension Drawable { func extra2() -> String { "theirs" };
#### edit class-bound
- public protocol Versioned {
+ public protocol Versioned: Sendable {
#### edit associated-type-default
- associatedtype Item; var items
+ associatedtype Item; associatedtype Other = Int; var items
#### edit primary-associated-type
- public protocol Container<Item> { associatedtype Item; var items: [Item]
+ public protocol Container<Item>: Sendable { associatedtype Item: Hashable & Sendable; var items: [Item]
#### edit refined
- public protocol Child: Drawable {
+ public protocol Child: Drawable, Sendable {
#### edit owned-no-longer-class-bound
- public protocol Owned: AnyObject { var tag: Int { get set } }
+ public protocol Owned { var tag: Int { get nonmutating set } }
#### edit hidden-class-bound
#### in Base/Hidden.swift
- protocol Hidable { func
+ protocol Hidable: Sendable { func
#### edit hidden-requirement
#### in Base/Hidden.swift
- protocol Hidable { func hide() -> Int }
+ protocol Hidable { func hide() -> Int; func more() -> Int }
#### edit hidden-marker
#### in Base/Hidden.swift
- protocol Hidable { func hide() -> Int }
+ protocol Marked {}
+ protocol Hidable: Marked { func hide() -> Int }
#### edit hidden-extension keeps
#### in Base/Hidden.swift
- extension Hidable {
+ extension Hidable { func third() -> Int { 3 };
#### edit hidden-alone keeps
#### in Base/Hidden.swift
- protocol Alone { func f() }
+ protocol Alone: AnyObject { func f(); func g() }
#### edit hidden-associated keeps
#### in Base/Hidden.swift
- struct Assoc: Associated { var a = 5 }
+ struct Assoc: Associated { var a: Int16 = 5 }
#### edit hidden-composition
- private var hid: any Hidable = Round()
+ private var hid: any Hidable & Child = Round()
#### edit hidden-field
#### in Base/Hidden.swift
- struct Ink {
+ struct Ink { var blots = "b";
#### edit hidden-conformance keeps
#### in Base/Hidden.swift
+ extension Square: Alone { func f() {} }
#### edit public-conformance
- public struct Square: Drawable {
+ public struct Square: Drawable, Equatable { public static func == (a: Square, b: Square) -> Bool { true };
#### edit hidden-witness keeps
- func hide() -> Int { 1 } }
+ func hide() -> Int { 2 }; func hidden2() {} }
#### edit constrained-extension
+ extension Container where Item == Int { public var count: Int { 100 } }
#### edit marker-added
- public struct One: Versioned {
+ public struct One: Versioned, Sendable {
#### edit requirement-of-class-protocol
- public protocol Owned: AnyObject {
+ public protocol Owned: AnyObject { static var fresh: Int { get };
- public final class Tag: Owned {
+ public final class Tag: Owned { public static var fresh: Int { 1 };
#### edit private-conforming-type keeps
#### in Base/Hidden.swift
+ private struct Secret: Drawable { var size: Int { 0 } }
#### edit private-extension-of-a-protocol keeps
+ private extension Drawable { func indented() -> String { "  " + draw() } }
#### edit hidden-default-renamed keeps
- func inner() -> Int { size } }
+ func inside() -> Int { size }; func inner() -> Int { inside() } }
#### edit private-type-that-conforms keeps
#### in Base/Hidden.swift
+ private struct Blank: Drawable { var size: Int { 0 } }
#### edit private-protocol keeps
#### in Base/Hidden.swift
+ private protocol Sketch { associatedtype Line; func lines() -> [Line] }
+ extension Ink: Sketch { fileprivate func lines() -> [Int] { [drops] } }
#### edit doc-comment-of-a-requirement keeps
- public protocol Child: Drawable {
+ public protocol Child: Drawable { /* Who it belongs to. */

"""#
}
