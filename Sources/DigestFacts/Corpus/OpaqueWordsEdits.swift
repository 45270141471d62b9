// swift-format-ignore-file
extension Corpus {
    static let opaqueWordsEdits = #"""
Results of an opaque type whose bodies hold a word that may begin a type, in modules whose bodies hold no type or a single one.

#### module Base
public protocol P { func name() -> String }
public protocol Q { associatedtype Body: P; var body: Body { get } }
public struct A: P { var x: Int8 = 1; public init() {}; public func name() -> String { "A" } }
public struct B: P { var x = 1, y = "y"; public init() {}; public func name() -> String { "B" } }
#### module Dotted
import Base
public enum Kind { case `struct`, `class`, plain }
func take(_ kind: Kind) -> Int { kind == .plain ? 1 : 2 }
public func dotted() -> some P { _ = take(.struct); return A() }
#### module DottedActor
import Base
enum Kind { case actor, plain }
func take(_ kind: Kind) -> Int { kind == .plain ? 1 : 2 }
public var dottedActor: some P { _ = take(.actor); return A() }
#### module Alias
import Base
enum Kind { case `typealias`, plain }
func take(_ kind: Kind) -> Int { kind == .plain ? 1 : 2 }
public struct Screen: Q { public init() {}; public var body: some P { _ = take(.typealias); return A() } }
#### module Actor
import Base
func double(_ n: Int) -> Int { n * 2 }
public struct Maker { public init() {}; public subscript(actor: Int) -> some P { _ = double(actor); return A() } }
#### module Label
import Base
func run(class n: Int) -> Int { n }
public func label() -> some P { _ = run(class: 3); return A() }
#### module Parameter
import Base
public func parameter(class n: Int) -> some P { struct Local { var n: Int }; _ = Local(n: n); return A() }
#### module ActorParameter
import Base
public func parameter(actor n: Int) -> some P { struct Local { var n: Int }; _ = Local(n: n); return A() }
#### module Plain
import Base
enum Kind { case `struct`, plain }
func take(_ kind: Kind, extension: String) -> Int { kind == .plain ? 1 : 2 }
public func plain(class n: Int) -> some P { /* A struct. */ _ = take(.`struct`, extension: "class \(n)"); return A() }
#### program Client
import Base
import Dotted
import DottedActor
import Alias
import Actor
import Label
import Parameter
import ActorParameter
import Plain
func use<T: P>(_ t: T) -> String { "\(t.name()) \(MemoryLayout<T>.size)" }
print(use(dotted()), use(dottedActor), use(Maker()[3]), use(label()), use(parameter(class: 3)), use(parameter(actor: 4)), use(plain(class: 5)))
struct Keeps<T: Q> { var body: T.Body; var end = 7 }
func keep<T: Q>(_ t: T) -> Keeps<T> { Keeps(body: t.body) }
print(keep(Screen()).end, MemoryLayout<Keeps<Screen>>.size, use(keep(Screen()).body))

#### edit word-behind-a-dot
#### in Dotted/Dotted.swift
- _ = take(.struct); return A()
+ _ = take(.struct); return B()
#### edit actor-behind-a-dot
#### in DottedActor/DottedActor.swift
- return A()
+ return B()
#### edit alias-behind-a-dot
#### in Alias/Alias.swift
- return A()
+ return B()
#### edit actor-as-a-name
#### in Actor/Actor.swift
- return A()
+ return B()
#### edit label-of-a-call
#### in Label/Label.swift
- return A()
+ return B()
#### edit label-of-a-parameter
#### in Parameter/Parameter.swift
- return A()
+ return B()
#### edit actor-as-a-label-of-a-parameter
#### in ActorParameter/ActorParameter.swift
- return A()
+ return B()
#### edit words-that-begin-no-type keeps
#### in Plain/Plain.swift
- return A()
+ return B()

"""#
}
