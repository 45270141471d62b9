// swift-format-ignore-file
extension Corpus {
    static let opaqueEdits = #"""
Opaque and existential types: results, stored, global, nested.

#### module Base package=corpus
#### file Base.swift
public protocol P { func name() -> String; var size: Int { get } }
struct A: P { var x = 1; func name() -> String { "A" }; var size: Int { 1 } }
struct B: P { var x = 1; var y = 2; func name() -> String { "B" }; var size: Int { 2 } }
final class C: P { func name() -> String { "C" }; var size: Int { 3 } }
public struct D: P { public init() {}; public func name() -> String { "D" }; public var size: Int { 4 } }
public func make() -> some P { A() }
public func both() -> (some P, some P) { (A(), B()) }
public func optional() -> (some P)? { Optional(A()) }
public var computed: some P { B() }
public func takes(_ p: some P) -> String { p.name() }
public func any(_ n: Int) -> any P { n == 0 ? A() : B() }
public struct Maker { public init() {}; public var made: some P { A() }; public func more() -> some Sequence<Int> { [1, 2].lazy.map { $0 + 1 } }; public subscript(i: Int) -> some P { D() } }
public protocol Q { associatedtype Body: P; var body: Body { get } }
public struct Screen: Q { public init() {}; public var body: some P { A() } }
struct Row: Q { var body: some P { A() } }
struct Lists<T: Q> { var row: T; var body: T.Body? = nil }
public struct Page { private var l = Lists<Row>(row: Row()); public var z = 7; public init() {} }
public let existential: any P = A()
public struct Keeps { private var p: any P = A(); public init() {}; public func n() -> String { p.name() } }
#### module Middle
import Base
public func middle() -> some P { make() }
public struct Wraps { public var k = Keeps(); public var z = 41; public init() {} }
public struct MyScreen: Q { public init() {}; public var body: some P { computed } }
#### program Client
import Base
func use<T: P>(_ t: T) -> String { "\(t.name()) \(t.size) \(MemoryLayout<T>.size)" }
print(use(make()), use(both().0), use(both().1), use(computed), takes(D()), use(Maker().made), Array(Maker().more()), use(Maker()[1]), use(Screen().body))
if let o = optional() { print(use(o)) }
let v = make()
let vs = [make(), v]
print(vs.map { $0.name() }, any(0).name(), any(1).size, existential.name(), Keeps().n())
struct Own { var s = Keeps(); var z = 43 }
let own = Own()
print(own.z, MemoryLayout<Own>.size)
func kind<T: Q>(_ t: T) -> Int { MemoryLayout<T.Body>.size }
print(kind(Screen()))
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
print(sendable(make()), sendable(D()))
struct Paged { var p = Page(); var z = 47 }
print(Paged().z, Paged().p.z, MemoryLayout<Page>.size)
#### program Peer package=corpus
import Base
print(make().name(), Keeps().n(), MemoryLayout<Keeps>.size)
#### program Inside
@testable import Base
print(A().x, B().y, Keeps().n(), use(make()))
func use<T: P>(_ t: T) -> Int { MemoryLayout<T>.size }
#### program Top
import Middle
print(middle().name(), Wraps().z, MemoryLayout<Wraps>.size, MyScreen().body.name())

#### edit result-underlying keeps
- public func make() -> some P { A() }
+ public func make() -> some P { B() }
#### edit result-underlying-class keeps
- public func make() -> some P { A() }
+ public func make() -> some P { C() }
#### edit computed-underlying keeps
- public var computed: some P { B() }
+ public var computed: some P { A() }
#### edit member-underlying keeps
- public var made: some P { A() }
+ public var made: some P { B() }
#### edit subscript-underlying keeps
- some P { D() } }
+ some P { B() } }
#### edit body-underlying
- public struct Screen: Q { public init() {}; public var body: some P { A() } }
+ public struct Screen: Q { public init() {}; public var body: some P { B() } }
#### edit tuple-underlying keeps
- { (A(), B()) }
+ { (B(), A()) }
#### edit sequence-underlying keeps
- { [1, 2].lazy.map { $0 + 1 } }
+ { [2, 3] }
#### edit underlying-private-method keeps
- struct A: P { var x = 1;
+ struct A: P { var x = 1; private func added() {};
#### edit concrete-result
- public func make() -> some P { A() }
+ public func make() -> some P & Sendable { A() }
#### edit existential-result
- public func make() -> some P { A() }
+ public func make() -> any P { A() }
#### edit existential-value keeps
- public let existential: any P = A()
+ public let existential: any P = B()
#### edit constraint-of-result
- public func more() -> some Sequence<Int> {
+ public func more() -> some Sequence {
#### edit requirement
- func name() -> String; var size
+ func name() -> String; func other() -> Int; var size
- public struct D: P {
+ extension P { public func other() -> Int { 3 } }
+ public struct D: P {
#### edit private-function-beside keeps
+ private func added() {}
#### edit private-method-of-public-beside keeps
- public struct Maker {
+ public struct Maker { private func added() {};
#### edit hidden-body-underlying keeps
- struct Row: Q { var body: some P { A() } }
+ struct Row: Q { var body: some P { B() } }
#### edit hidden-row-grows
- struct Row: Q { var body: some P { A() } }
+ struct Row: Q { var n = 3; var body: some P { A() } }
#### edit private-view-beside keeps
+ private struct Footer: Q { var body: some P { C() } }
#### edit private-computed-part keeps
- public struct Screen: Q { public init() {}; public var body: some P { A() } }
+ public struct Screen: Q { public init() {}; public var body: some P { header }; private var header: some P { A() } }
#### edit body-of-a-screen keeps
- public struct Screen: Q { public init() {}; public var body: some P { A() } }
+ public struct Screen: Q { public init() {}; public var body: some P { let a = A(x: 4); return a }; private func more() {} }

"""#
}
