// swift-format-ignore-file
extension Corpus {
    static let opaqueStoredEdits = #"""
Opaque types that are stored, global, or results of inlinable functions.

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
public let existential: any P = A()
public struct Keeps { private var p: any P = A(); public init() {}; public func n() -> String { p.name() } }
#### file Stored.swift
public struct Keeper { private var o: some P = A(); public var end = 5; public init() {}; public func name() -> String { o.name() } }
#### file Global.swift
public let global: some P = A()
#### file Inlinable.swift
@usableFromInline struct I: P { @usableFromInline init() {}; @usableFromInline func name() -> String { "I" }; @usableFromInline var size: Int { 1 } }
@usableFromInline struct J: P { var j = 1; @usableFromInline init() {}; @usableFromInline func name() -> String { "J" }; @usableFromInline var size: Int { 1 } }
@inlinable public func inlinable() -> some P { I() }
#### module Middle
import Base
public func middle() -> some P { make() }
public struct Wraps { public var k = Keeper(); public var z = 41; public init() {} }
public struct MyScreen: Q { public init() {}; public var body: some P { computed } }
#### program Client
import Base
func use<T: P>(_ t: T) -> String { "\(t.name()) \(t.size) \(MemoryLayout<T>.size)" }
print(use(make()), use(both().0), use(both().1), use(computed), takes(D()), use(Maker().made), Array(Maker().more()), use(Maker()[1]), use(Screen().body))
if let o = optional() { print(use(o)) }
let v = make()
let vs = [make(), v]
print(vs.map { $0.name() }, any(0).name(), any(1).size, existential.name(), Keeps().n())
struct Own { var k = Keeper(); var s = Keeps(); var z = 43 }
let own = Own()
print(own.k.end, own.k.name(), own.z, MemoryLayout<Own>.size)
print(use(global), global.name(), MemoryLayout.size(ofValue: global))
func kind<T: Q>(_ t: T) -> Int { MemoryLayout<T.Body>.size }
print(kind(Screen()), use(inlinable()))
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
print(sendable(make()), sendable(D()))
#### program Peer package=corpus
import Base
print(make().name(), Keeper().end, global.size, MemoryLayout<Keeper>.size)
#### program Inside
@testable import Base
print(A().x, B().y, Keeper().name(), use(make()))
func use<T: P>(_ t: T) -> Int { MemoryLayout<T>.size }
#### program Top
import Middle
print(middle().name(), Wraps().z, MemoryLayout<Wraps>.size, MyScreen().body.name())

#### edit stored-opaque breaks
#### in Base/Stored.swift
- private var o: some P = A()
+ private var o: some P = B()
#### edit stored-opaque-class breaks
#### in Base/Stored.swift
- private var o: some P = A()
+ private var o: some P = C()
#### edit stored-opaque-of-same-size
#### in Base/Stored.swift
- private var o: some P = A()
+ private var o: some P = D()
#### edit stored-opaque-value keeps
#### in Base/Stored.swift
- private var o: some P = A()
+ private var o: some P = A(x: 4)
#### edit global-opaque breaks
#### in Base/Global.swift
- = A()
+ = B()
#### edit global-opaque-value
#### in Base/Global.swift
- = A()
+ = A(x: 9)
#### edit stored-opaque-hidden-field
- struct A: P { var x = 1;
+ struct A: P { var x = 1; var w = "w";
#### edit inlinable-underlying
#### in Base/Inlinable.swift
- { I() }
+ { J() }
#### edit private-function-beside keeps
+ private func added() {}

"""#
}
