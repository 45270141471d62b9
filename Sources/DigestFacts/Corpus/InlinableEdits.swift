// swift-format-ignore-file
extension Corpus {
    static let inlinableEdits = #"""
Bodies that clients see: inlinable, emitted into clients, transparent, back-deployed, default arguments.

#### module Base package=corpus
#### file Base.swift
@inlinable public func inl(_ n: Int) -> Int { n + helper() }
@usableFromInline func helper() -> Int { 3 }
@usableFromInline struct Inside { @usableFromInline var a = 1; @usableFromInline init() {}; @usableFromInline func get() -> Int { a + deep() }; private var b = Deep() }
@inlinable public func useInside() -> Int { Inside().get() }
@inlinable @inline(__always) public func always(_ n: Int) -> Int { n * 2 }
@inline(never) public func never(_ n: Int) -> Int { n * 3 }
@inlinable public func generic<T: Comparable>(_ a: T, _ b: T) -> T { a < b ? a : b }
@frozen public struct Frozen { public var x = 1; @usableFromInline var y = 2; public init() {}; @inlinable public var sum: Int { x + y } }
public func defaults(_ a: Int = 5, _ b: String = "b", c: Int = helper2()) -> String { "\(a)\(b)\(c)" }
public func helper2() -> Int { 6 }
public struct Def { public init(n: Int = inl(1), s: [Int] = [1, 2]) { self.n = n + s.count }; public var n: Int; public subscript(i: Int = 4) -> Int { i } }
public struct Plain { public var a: Int { 1 }; public init() {} }
#### file Emitted.swift
@_alwaysEmitIntoClient public func emitted() -> Int { 10 }
#### file EmittedOf.swift
@_alwaysEmitIntoClient public func emittedOf<T>(_ t: T, _ n: Int = 41) -> Int { n + 42 }
#### file EmittedInside.swift
@_alwaysEmitIntoClient public func emittedInside() -> Int { let i = Inside(); return i.get() + i.a }
#### file Always.swift
@inlinable @inline(always) public func surely(_ n: Int) -> Int { n + 30 }
public struct Sure { public init() {}; @inlinable @inline(always) public var held: Int { get { 31 } set {} } }
#### file Line.swift
@_alwaysEmitIntoClient public func line() -> Int { return #line }
#### file Transparent.swift
@_transparent public func transparent() -> Int { 20 }
#### file TransparentLine.swift
@_transparent public func transparentLine() -> Int { return #line }
#### file Precondition.swift
@inlinable public func check(_ n: Int) -> Int { if n < 0 { preconditionFailure("negative") }; return n }
#### file BackDeployed.swift
public struct Back { public init() {}; @_alwaysEmitIntoClient public var back: Int { 7 } }
#### file Hidden.swift
struct Deep { var z = 1 }
func deep() -> Int { 4 }
func unused() -> Int { 5 }
#### module Middle
import Base
@inlinable public func middle() -> Int { inl(1) + emitted() }
public struct M { public var f = Frozen(); public var end = 59; public init() {} }
#### program Client
import Base
print(inl(1), useInside(), always(2), never(2), generic(1, 2), generic("a", "b"), Frozen().sum, MemoryLayout<Frozen>.size)
print(defaults(), defaults(1), defaults(c: 2), Def().n, Def()[], Def(n: 1).n, Plain().a)
print(emitted(), line(), transparent(), transparentLine(), check(3), Back().back, emittedInside(), surely(1), Sure().held)
print(emittedOf("a"))
#### program Peer package=corpus
import Base
print(inl(2), emitted(), defaults(), check(1))
#### program Inside
@testable import Base
print(helper(), deep(), unused(), Deep().z, Inside().get())
#### program Careful
import Base
@_noLocks func quiet(_ n: Int) -> Int { always(n) }
@_noAllocation func small(_ n: Int) -> Int { generic(n, 3) }
print(quiet(2), small(4))
#### program Top
import Middle
print(middle(), M().end, M().f.sum)

#### edit emitted-generic-body
#### in Base/EmittedOf.swift
- { n + 42 }
+ { n + 43 }
#### edit emitted-generic-default
#### in Base/EmittedOf.swift
- _ n: Int = 41
+ _ n: Int = 44
#### edit inlinable-body
- { n + helper() }
+ { n - helper() }
#### edit inlinable-body-comment keeps
- { n + helper() }
+ { /* why */ n + helper() }
#### edit usable-from-inline-body keeps
- @usableFromInline func helper() -> Int { 3 }
+ @usableFromInline func helper() -> Int { 4 }
#### edit usable-from-inline-type
- @usableFromInline var a = 1; @usableFromInline init()
+ @usableFromInline var a = 1; var more = "m"; @usableFromInline init()
#### edit reached-hidden-type
#### in Base/Hidden.swift
- struct Deep { var z = 1 }
+ struct Deep { var z = 1; var y = "y" }
#### edit always-inlined-body
- { n * 2 }
+ { n * 20 }
#### edit never-inlined-body keeps
- { n * 3 }
+ { n * 30 }
#### edit generic-body
- { a < b ? a : b }
+ { b < a ? a : b }
#### edit inlinable-dropped
- @inlinable public func inl
+ public func inl
#### edit frozen-field
- @usableFromInline var y = 2;
+ @usableFromInline var y = 2; @usableFromInline var w = 3;
#### edit frozen-inlinable-body
- { x + y }
+ { x * y }
#### edit default-literal
- _ a: Int = 5
+ _ a: Int = 50
#### edit default-call-body keeps
- public func helper2() -> Int { 6 }
+ public func helper2() -> Int { 60 }
#### edit default-call
- c: Int = helper2()
+ c: Int = inl(2)
#### edit default-removed
- _ b: String = "b", c:
+ _ b: String, c:
#### edit default-of-initializer
- s: [Int] = [1, 2]
+ s: [Int] = [1, 2, 3]
#### edit default-of-subscript
- subscript(i: Int = 4)
+ subscript(i: Int = 40)
#### edit emitted-body
#### in Base/Emitted.swift
- { 10 }
+ { 11 }
#### edit emitted-dropped
#### in Base/Emitted.swift
- @_alwaysEmitIntoClient public
+ public
#### edit line-moves-above-emitted breaks
#### in Base/Line.swift
- @_alwaysEmitIntoClient
+ // moved
+ @_alwaysEmitIntoClient
#### edit transparent-body
#### in Base/Transparent.swift
- { 20 }
+ { 21 }
#### edit line-moves-above-transparent breaks
#### in Base/TransparentLine.swift
- @_transparent
+ // moved
+ @_transparent
#### edit line-moves-above-precondition
#### in Base/Precondition.swift
- @inlinable
+ // moved
+ @inlinable
#### edit line-moves-above-inlinable
- @inlinable public func inl
+ // moved
+ @inlinable public func inl
#### edit emitted-member-body
#### in Base/BackDeployed.swift
- { 7 }
+ { 8 }
#### edit private-function keeps
+ private func added() {}
#### edit private-method-beside-inlinable keeps
- @inlinable public var sum
+ private func added() {}; @inlinable public var sum
#### edit hidden-unused keeps
#### in Base/Hidden.swift
- func unused() -> Int { 5 }
+ func unused(_ n: Int = 1) -> Int { 5 }
#### edit inline-never-dropped
- @inline(never) public
+ public
#### edit private-function-in-file-with-emitted keeps
#### in Base/Emitted.swift
+ private func added() {}
#### edit surely-inlined-body
#### in Base/Always.swift
- { n + 30 }
+ { n + 33 }
#### edit surely-inlined-getter
#### in Base/Always.swift
- get { 31 }
+ get { 32 }
#### edit private-extension-beside-inlinable keeps
+ private extension Plain { func added() -> Int { 3 } }
#### edit import-of-what-is-imported keeps
#### in Base/Hidden.swift
- struct Deep
+ import Swift
+ struct Deep
#### edit specialize-exported
- @inlinable public func generic<T: Comparable>
+ @_specialize(exported: true, where T == Int) @inlinable public func generic<T: Comparable>
#### edit specialize-added keeps
- @inlinable public func generic<T: Comparable>
+ @_specialize(where T == Int) @inlinable public func generic<T: Comparable>

"""#
}
