// swift-format-ignore-file
extension Corpus {
    static let evolutionEdits = #"""
Library evolution: the interface text is the contract.

#### module Base package=corpus -enable-library-evolution
#### file Base.swift
public struct Box { public var a = 1; private var b = Inner(); public init() {}; public func sum() -> Int { a + b.n } }
public enum Choice { case one, two(Int) }
@frozen public enum Fixed { case on, off }
@frozen public struct Hard { public var x = 1; public init() {} }
open class Thing { public init() {}; private var p = 1; private func q() {}; open func name() -> String { "thing" }; public func other() -> Int { p } }
public protocol Does { func it() -> Int }
public func make() -> some Does { One() }
struct One: Does { func it() -> Int { 1 } }
@inlinable public func inl() -> Int { 5 }
public struct Stores { private var p: some Does = One(); public init() {} }
#### file Hidden.swift
struct Inner { var n = 2 }
#### module Middle
import Base
public struct Mid { public var b = Box(); public var end = 127; public init() {} }
#### program Client
import Base
class Sub: Thing { var s = 3; override func name() -> String { "sub " + super.name() } }
struct Mine: Does { func it() -> Int { 2 } }
struct Own { var b = Box(); var h = Hard(); var c = Choice.two(4); var st = Stores(); var z = 131 }
let own = Own()
print(own.b.sum(), own.z, Sub().name(), Sub().s, Sub().other(), make().it(), Mine().it(), inl(), own.h.x)
switch own.c { case .one: print(1); case .two(let n): print(n); @unknown default: print("?") }
switch Fixed.on { case .on: print("on"); case .off: print("off") }
print(MemoryLayout<Box>.size, MemoryLayout<Hard>.size)
#### program Peer package=corpus
import Base
print(Box().sum(), Thing().name())
#### program Inside
@testable import Base
print(Inner().n, One().it())
#### program Top
import Middle
print(Mid().end, Mid().b.sum())

#### edit private-stored keeps
- private var b = Inner();
+ private var b = Inner(); private var c = "c";
#### edit hidden-field keeps
#### in Base/Hidden.swift
- struct Inner { var n = 2 }
+ struct Inner { var n = 2; var m = "m" }
#### edit did-set keeps
- public var a = 1;
+ public var a = 1 { didSet {} };
#### edit private-method-of-class keeps
- private func q() {};
+ private func q() {}; private func q2() {};
#### edit internal-method-of-class keeps
- private func q() {};
+ func q2() {}; private func q() {};
#### edit private-field-of-class keeps
- private var p = 1;
+ private var p = 1; private var r = "r";
#### edit stored-opaque keeps
- private var p: some Does = One()
+ private var p: some Does = Two2()
- struct One: Does
+ struct Two2: Does { var x = 1; func it() -> Int { 2 } }
+ struct One: Does
#### edit body keeps
- { a + b.n }
+ { a - b.n }
#### edit inlinable-body
- { 5 }
+ { 6 }
#### edit frozen-field
- public struct Hard { public var x = 1;
+ public struct Hard { public var x = 1; public var y = 1;
#### edit frozen-case
- case on, off }
+ case on, off, half }
#### edit underlying keeps
- some Does { One() }
+ some Does { Two2() }
- struct One: Does
+ struct Two2: Does { var x = 1; func it() -> Int { 2 } }
+ struct One: Does
#### edit private-function keeps
+ private func added() {}

"""#
}
