// swift-format-ignore-file
extension Corpus {
    static let structsEdits = #"""
Public structs, what they store, and what stores reach.

#### module Base package=corpus
#### file Base.swift
public struct Plain { public var a: Int = 1; public var b: Int32 = 2; public init() {} }

public struct Box {
    public var label = "box"
    private var hidden = Inner()
    private var count = 7
    public init() {}
    public var total: Int { count + hidden.a }
    public mutating func bump() { count += 1 }
    public subscript(i: Int) -> Int { get { count + i } set { count = newValue } }
}

public struct Shapes {
    private var held: any Held = Holding()
    private var state = State.off
    private lazy var late = 5
    private weak var owner: Owner?
    private unowned(safe) var friend: Owner
    fileprivate var alias: Alias = 4
    public let tail: UInt8 = 9
    public init() { friend = Owner.shared }
    public var description: String { "\(held.number()) \(state)" }
}

public struct Observed {
    public var level = 1
    public private(set) var limit = 2
    public init() {}
}

public struct Empty { public init() {} }

public struct Lone { private var state = State.on(3); public init() {} }

public struct Memberwise: Equatable, Hashable, Codable {
    public var x = 1
    public var y: String
    public init(x: Int = 1, y: String) { self.x = x; self.y = y }
    func inner() -> Int { x }
    private func deep() -> Int { x * 2 }
    public func outer(_ n: Int = 3) -> Int { n + inner() + deep() }
    public static let shared = Memberwise(y: "s")
    public static var counter = 0
}
#### file Hidden.swift
struct Inner { var a = 1; var b = InnerMost() }
struct InnerMost { var x: Int8 = 1 }
enum State { case off, on(Int) }
protocol Held { func number() -> Int }
struct Holding: Held { func number() -> Int { 3 } }
final class Owner { nonisolated(unsafe) static let shared = Owner(); var n = 1 }
typealias Alias = Int
struct Unused { var q = 1 }
private func helper() -> Int { 12 }
#### module Middle
import Base
public struct Wrapped { public var box = Box(); public var shapes = Shapes(); public var tail = 77; public init() {} }
public func middleTotal(_ w: Wrapped) -> Int { w.box.total + w.tail }
#### program Client
import Base
func show<T>(_ name: String, _ v: T) { print(name, MemoryLayout<T>.size, MemoryLayout<T>.stride, MemoryLayout<T>.alignment) }
struct Pair<T> { var first: T; var tail = 0x5a }
struct Fixed { var box = Box(); var shapes = Shapes(); var plain = Plain(); var observed = Observed(); var empty = Empty(); var m = Memberwise(y: "q"); var end = 99 }
var f = Fixed()
f.box.bump(); f.box[3] = 8; f.observed.level = 4; f.plain.a = 5
let copy = f
print(copy.box.total, copy.box.label, copy.shapes.tail, copy.shapes.description, copy.observed.level, copy.observed.limit, copy.end, copy.plain.a, copy.plain.b)
print(copy.m.outer(), copy.m.outer(9), copy.m == Memberwise(y: "q"), Memberwise.shared.y, copy.m.x)
Memberwise.counter += 1
print(Memberwise.counter)
show("Box", Box()); show("Shapes", Shapes()); show("Plain", Plain()); show("Observed", Observed()); show("Empty", Empty()); show("Memberwise", copy.m); show("Fixed", copy)
var pair = Pair(first: Box())
print(pair.tail, pair.first.total)
var pairs = [Pair(first: Shapes()), Pair(first: Shapes())]
pairs[0].tail = 3
print(pairs[0].tail, pairs[1].tail, pairs[1].first.tail)
let any: Any = copy.box
print((any as? Box)?.total ?? -1)
let o: Box? = copy.box
print(o?.label ?? "none", MemoryLayout<Box?>.size, MemoryLayout<Shapes?>.size)
let path = \Box.total
struct Rows { var one: Lone?; var two: Lone??; var three: [Lone?] = [nil, Lone()] }
var rows = Rows(one: Lone(), two: .some(nil))
print(rows.one == nil, rows.two == nil, rows.three[0] == nil, rows.three[1] == nil, MemoryLayout<Rows>.size)
// Which overload is chosen tells what is visible.
func added(_: Int...) -> String { "mine" }
print(added())
func writable<R, V>(_: KeyPath<R, V>) -> String { "read" }
func writable<R, V>(_: WritableKeyPath<R, V>) -> String { "write" }
print(writable(\Observed.limit), writable(\Box.label), writable(\Memberwise.x))
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
print(sendable(Observed()), sendable(Plain()))
print(copy.box[keyPath: path])
#### program Peer package=corpus
import Base
struct Mine { var s = Shapes(); var b = Box(); var z = 5 }
let m = Mine()
print(m.z, m.b.total, m.s.tail, MemoryLayout<Mine>.size)
#### program Inside
@testable import Base
var i = Inner()
i.a = 4
print(i.a, i.b.x, MemoryLayout<Inner>.size, Memberwise(y: "t").inner(), State.on(3), Unused().q, Box().total)
#### program Top
import Middle
var w = Wrapped()
w.tail = 6
print(w.tail, middleTotal(w), MemoryLayout<Wrapped>.size, w.box.total, w.shapes.tail)

#### edit comment keeps
- public struct Plain {
+ /* a comment */ public struct Plain {
#### edit doc-comment-and-lines keeps
- public struct Empty
+ /// Nothing
+ /// at all.
+ public struct Empty
#### edit body keeps
- { count + hidden.a }
+ { count + hidden.a + 0 }
#### edit body-of-private keeps
#### in Base/Hidden.swift
- { 12 }
+ { 13 }
#### edit add-private-function keeps
#### in Base/Hidden.swift
+ private func added() {}
#### edit rename-private-function keeps
#### in Base/Hidden.swift
- private func helper
+ private func assistant
#### edit add-fileprivate-function keeps
+ fileprivate func added() {}
#### edit add-internal-function keeps
+ func added(_ x: Int) -> String { "" }
#### edit add-private-method keeps
-     public mutating func bump()
+     private func added() {}
+     public mutating func bump()
#### edit add-internal-computed keeps
-     public mutating func bump()
+     var added: Int { 4 }
+     public mutating func bump()
#### edit add-private-static-method keeps
-     public mutating func bump()
+     private static func added() {}
+     public mutating func bump()
#### edit add-private-static-stored
-     public mutating func bump()
+     private static let added = 4
+     public mutating func bump()
#### edit add-private-extension keeps
+ private extension Box { func added() {} }
#### edit add-internal-extension-of-standard-type
+ extension Int { var added: Int { 4 } }
#### edit initial-value-of-private keeps
- private var count = 7
+ private var count = 8
#### edit initial-value-of-public
- public var label = "box"
+ public var label = "crate"
#### edit add-internal-type keeps
#### in Base/Hidden.swift
+ struct Added { var q = 1 }
#### edit add-private-type keeps
#### in Base/Hidden.swift
+ private enum Added { case one(Int), two }
#### edit field-of-unused-hidden-type keeps
#### in Base/Hidden.swift
- struct Unused { var q = 1 }
+ struct Unused { var q = 1; var r = 2 }
#### edit private-stored-property breaks
-     private var count = 7
+     private var count = 7; private var more = 1
#### edit private-stored-property-in-the-empty-one
- public struct Empty { public init() {} }
+ public struct Empty { private var x = 1; public init() {} }
#### edit did-set breaks
-     public var level = 1
+     public var level = 1 { didSet { limit += 1 } }
#### edit hidden-field breaks
#### in Base/Hidden.swift
- struct Inner { var a = 1;
+ struct Inner { var a = 1; var c = 3;
#### edit hidden-field-two-deep breaks
#### in Base/Hidden.swift
- var x: Int8 = 1 }
+ var x: Int16 = 1 }
#### edit hidden-payload-case breaks
#### in Base/Hidden.swift
- case off, on(Int) }
+ case off, on(Int), half(Int, Int) }
#### edit hidden-plain-case
#### in Base/Hidden.swift
- case off, on(Int) }
+ case off, on(Int), half }
#### edit hidden-cases-in-another-order
#### in Base/Hidden.swift
- case off, on(Int) }
+ case on(Int), off }
#### edit hidden-indirect-case
#### in Base/Hidden.swift
- case off, on(Int) }
+ case off; indirect case on(Int) }
#### edit hidden-protocol-becomes-class-bound breaks
#### in Base/Hidden.swift
- protocol Held { func number() -> Int }
- struct Holding: Held {
+ protocol Held: AnyObject { func number() -> Int }
+ final class Holding: Held {
#### edit hidden-protocol-requirement
#### in Base/Hidden.swift
- protocol Held { func number() -> Int }
- struct Holding: Held {
+ protocol Held { func number() -> Int; func second() -> Int }
+ struct Holding: Held { func second() -> Int { 4 };
#### edit hidden-typealias
#### in Base/Hidden.swift
- typealias Alias = Int
+ typealias Alias = Int16
#### edit hidden-conformance keeps
#### in Base/Hidden.swift
+ protocol AddedProtocol {}
+ extension Box: AddedProtocol {}
#### edit lazy-of-another-type
- private lazy var late = 5
+ private lazy var late: Int8 = 5
#### edit weak-goes
- private weak var owner
+ private var owner
#### edit unowned-unsafe
- unowned(safe)
+ unowned(unsafe)
#### edit swapped-fields
- private var hidden = Inner()
-     private var count = 7
+ private var count = 7
+     private var hidden = Inner()
#### edit hidden-swapped-fields
#### in Base/Hidden.swift
- var a = 1; var b = InnerMost() }
+ var b = InnerMost(); var a = 1 }
#### edit hidden-alignment
#### in Base/Hidden.swift
- struct InnerMost
+ @_alignment(16) struct InnerMost
#### edit hidden-member-function keeps
#### in Base/Hidden.swift
- struct InnerMost {
+ struct InnerMost { func added() -> Int { 3 };
#### edit hidden-struct-becomes-generic-argument
- private var hidden = Inner()
+ private var hidden: Inner? = Inner()
-     public var total: Int { count + hidden.a }
+     public var total: Int { count + hidden!.a }
#### edit default-argument
- outer(_ n: Int = 3)
+ outer(_ n: Int = 4)
#### edit public-function
+ public func added() {}
#### edit public-setter
- public private(set) var limit
+ public var limit
#### edit public-let
- public var label
+ public let label
#### edit internal-initializer
- public struct Plain {
+ public struct Plain { init(a: Int) { self.a = a };
#### edit public-static-becomes-computed
- public static var counter = 0
+ public static var counter: Int { get { 4 } set {} }
#### edit lazy-global-becomes-plain
- public static let shared = Memberwise(y: "s")
+ public static var shared: Memberwise { Memberwise(y: "s") }
#### edit private-let-becomes-var keeps
- private var count = 7
-     public init() {}
+ private var count: Int = 7
+     public init() {}
#### edit import-added
#### in Base/Hidden.swift
- struct Unused
+ import Swift
+ struct Unused
#### edit frozen
- public struct Plain
+ @frozen public struct Plain
#### edit files-in-which-hidden-types-are
#### in Base/Hidden.swift
- struct Unused { var q = 1 }
- private func helper() -> Int { 12 }
+ private func helper() -> Int { 12 }
+ struct Unused { var q = 1 }
#### edit deprecated
- public mutating func bump()
+ @available(*, deprecated) public mutating func bump()
#### edit custom-equality
- public static let shared
+ public static func == (a: Self, b: Self) -> Bool { a.x != b.x }
+     public static let shared
#### edit sendable
- public struct Observed {
+ public struct Observed: Sendable {
#### edit rename-private-method keeps
- private func deep() -> Int { x * 2 }
-     public func outer(_ n: Int = 3) -> Int { n + inner() + deep() }
+ private func doubled() -> Int { x * 2 }
+     public func outer(_ n: Int = 3) -> Int { n + inner() + doubled() }
#### edit private-method-takes-more keeps
- private func deep() -> Int { x * 2 }
-     public func outer(_ n: Int = 3) -> Int { n + inner() + deep() }
+ private func deep(_ by: Int = 2) -> Int { x * by }
+     public func outer(_ n: Int = 3) -> Int { n + inner() + deep() }
#### edit private-functions-in-another-order keeps
#### in Base/Hidden.swift
- struct Unused { var q = 1 }
- private func helper() -> Int { 12 }
+ private func second() -> Int { 13 }
+ private func helper() -> Int { second() }
+ struct Unused { var q = 1 }
#### edit internal-method-becomes-private keeps
#### in Base/Hidden.swift
- protocol Held { func number() -> Int }
+ protocol Held { func number() -> Int }
+ extension Box { fileprivate func q() {} }
#### edit private-extension-of-a-standard-type keeps
+ private extension Array where Element == Int { var total: Int { reduce(0, +) } }
#### edit private-computed-and-its-use keeps
- { count + hidden.a }
+ { sum }
+     private var sum: Int { count + hidden.a }
#### edit body-with-a-type-of-its-own keeps
- { count + hidden.a }
+ { struct Sum { var a: Int, b: Int; var all: Int { a + b } }; return Sum(a: count, b: hidden.a).all }
#### edit initial-value-moves-into-the-initializer keeps
-     private var count = 7
-     public init() {}
+     private var count: Int
+     public init() { count = 7 }
#### edit private-global-constant keeps
#### in Base/Hidden.swift
+ private let limits = [1, 2, 3]
#### edit private-operator-function keeps
#### in Base/Hidden.swift
+ private func + (a: Inner, b: Inner) -> Inner { a }
#### edit hidden-conformance-of-a-stored-type keeps
#### in Base/Hidden.swift
+ extension InnerMost: CustomStringConvertible { var description: String { "most" } }
#### edit import-of-another-module
#### in Base/Hidden.swift
- struct Unused
+ internal import Glibc
+ struct Unused

"""#
}
