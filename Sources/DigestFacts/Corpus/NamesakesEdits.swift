// swift-format-ignore-file
extension Corpus {
    static let namesakesEdits = #"""
Types of one name in several modules, where something that is printed says which is meant.

#### module Lower
#### file Lower.swift
public protocol Plug { var p: Int { get } }
public struct Kind { public var a: Int8 = 1; public init() {} }
public struct Wire: Plug { public var p: Int { 1 }; public init() {} }
#### module Other
#### file Other.swift
public struct Plug { public var n: Int8 = 2; public init() {} }
#### module Base package=corpus
#### file First.swift
import Lower
import Other
public struct Kind { private var w = Wrapped.one; public init() {}; enum Wrapped: CaseIterable { case one, two } }
public struct Entry { public var kind: Kind; public var z = 1; public init() { kind = Kind() } }
public struct Early { public var kind: Lower.Kind; public var z = 2; public init() { kind = Lower.Kind() } }
public struct Socket { private var h = Held(); public var z = 3; public init() {} }
struct Held { var p: Other.Plug = Other.Plug(); var a = 1 }
public struct Mains { private var p: any Lower.Plug = Wire(); public var z = 4; public init() {} }
struct Named { typealias Means = Other.Plug; var m: [Means] = [] }
public struct Aliased { private var n = Named(); public var z = 5; public init() {} }
@inlinable public func plugged(_ p: any Lower.Plug) -> Int { p.p }
@inlinable public func plugs(_ p: Other.Plug) -> Int8 { p.n }
#### file Second.swift
enum More {}
#### module Middle
import Base
public struct Mid {
    public var e = Entry(); public var f = Early(); public var s = Socket(); public var m = Mains()
    public var a = Aliased(); public var end = 37; public init() {}
}
#### program Client
import Base
import Lower
import Other
struct Own {
    var k = Base.Kind(); var e = Entry(); var f = Early(); var s = Socket(); var m = Mains(); var a = Aliased(); var z = 39
}
let own = [Own(), Own()]
print(own[1].z, own[0].e.z, own[0].f.z, own[0].s.z, own[1].m.z, own[0].a.z)
print(plugged(Wire()), plugs(.init()), MemoryLayout<Own>.size)
#### program Top
import Middle
print(Mid().end, MemoryLayout<Mid>.size)

#### edit stored-one-is-of-another-module
#### in Base/First.swift
- public struct Entry { public var kind: Kind; public var z = 1; public init() { kind = Kind() } }
+ public struct Entry { public var kind: Lower.Kind; public var z = 1; public init() { kind = Lower.Kind() } }
#### edit stored-one-is-of-this-module
#### in Base/First.swift
- public struct Early { public var kind: Lower.Kind; public var z = 2; public init() { kind = Lower.Kind() } }
+ public struct Early { public var kind: Base.Kind; public var z = 2; public init() { kind = Base.Kind() } }
#### edit hidden-value-becomes-any-of-a-protocol
#### in Base/First.swift
- var p: Other.Plug = Other.Plug()
+ var p: any Lower.Plug = Wire()
#### edit hidden-value-of-a-protocol-becomes-a-structure
#### in Base/First.swift
- private var p: any Lower.Plug = Wire()
+ private var p: Other.Plug = Other.Plug()
#### edit alias-of-a-structure-becomes-that-of-a-protocol
#### in Base/First.swift
- typealias Means = Other.Plug; var m: [Means] = []
+ typealias Means = Lower.Plug; var m: [Means] = []
#### edit member-of-the-own-type-carries-more
#### in Base/First.swift
- enum Wrapped: CaseIterable { case one, two }
+ enum Wrapped { case one, two(Int) }
#### edit member-moves-to-the-other-type
#### in Base/First.swift
- public struct Kind { private var w = Wrapped.one; public init() {}; enum Wrapped: CaseIterable { case one, two } }
+ public struct Kind { private var w = Lower.Kind.Wrapped.one; public init() {} }
+ extension Lower.Kind { enum Wrapped: CaseIterable { case one, two } }
#### edit own-type-is-there-no-more
#### in Base/First.swift
- public struct Kind { private var w = Wrapped.one; public init() {}; enum Wrapped: CaseIterable { case one, two } }
+ public typealias Kind = Lower.Kind
+ extension Kind { enum Wrapped: CaseIterable { case one, two } }
#### edit own-protocol-of-the-name
#### in Base/Second.swift
- enum More {}
+ protocol Plug {}
#### edit body-beside-names-of-two keeps
#### in Base/Second.swift
- enum More {}
+ enum More { private static func more() -> Int { 1 } }
#### edit inlinable-one-takes-the-other
#### in Base/First.swift
- @inlinable public func plugs(_ p: Other.Plug) -> Int8 { p.n }
+ @inlinable public func plugs(_ p: Other.Plug) -> Int8 { p.n + Int8(plugged(Wire())) }

"""#
}
