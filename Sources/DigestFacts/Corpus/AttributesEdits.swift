// swift-format-ignore-file
extension Corpus {
    static let attributesEdits = #"""
Underscored and rare attributes, availability, operators, globals, typealiases.

#### module Base package=corpus
#### file Base.swift
infix operator <+>: Mixing
prefix operator √
postfix operator §
precedencegroup Mixing { associativity: left higherThan: AdditionPrecedence }
public func <+> (a: Int, b: Int) -> Int { a * 10 + b }
public prefix func √ (a: Int) -> Int { a / 2 }
public postfix func § (a: Int) -> Int { a + 100 }
public struct Vec: Equatable { public var x: Int; public init(_ x: Int) { self.x = x }; public static func + (a: Vec, b: Vec) -> Vec { Vec(a.x + b.x) } }
public let constant = 5
nonisolated(unsafe) public var variable = 6
public let computedOnce = Hid1().n
nonisolated(unsafe) public var observed = 1 { didSet { variable += 1 } }
public var computed: Int { 8 }
nonisolated(unsafe) var internalGlobal = 9
private let privateGlobal = 10
public let heldHidden = Kept()
public typealias Name = String
public typealias Pair<T> = (T, T)
public typealias Callback = (Int) -> Int
typealias HiddenAlias = Int32
public struct Aliased { public var n: Name = "n"; private var h: HiddenAlias = 3; public init() {}; public func call(_ f: Callback) -> Int { f(2) } }
public struct Kept { private var k = Hid1(); public var z = 2; public init() {} }
@available(*, deprecated) public func old() -> Int { 1 }
public func young() -> Int { 1 }
@discardableResult public func result() -> Int { 2 }
@dynamicMemberLookup public struct Dyn { public init() {}; public subscript(dynamicMember m: String) -> String { m } }
@dynamicCallable public struct Callable { public init() {}; public func dynamicallyCall(withArguments a: [Int]) -> Int { a.count } }
public struct Func { public init() {}; public func callAsFunction(_ n: Int) -> Int { n } }
@_specialize(where T == Int) public func special<T>(_ t: T) -> Int { MemoryLayout<T>.size }
@_optimize(none) public func slow() -> Int { 3 }
@_silgen_name("corpus_named") public func named() -> Int { 4 }
@_cdecl("corpus_c") public func cNamed() -> Int32 { 5 }
@_fixed_layout public struct Fix { public var a = 1; public init() {} }
public struct Lits: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation { public var v: String; public init(integerLiteral i: Int) { v = "\(i)" }; public init(stringLiteral s: String) { v = s } }
@_disfavoredOverload public func favour() -> Int { 3 }
public func favour() -> String { "string" }
@_semantics("array.count") public func sem() -> Int { 3 }
public protocol Marker {}
extension Int: Marker {}
public func isMarked(_ a: Any) -> Bool { a is any Marker }
public func variadic(_ n: Int...) -> Int { n.count }
public func inout1(_ n: inout Int) { n += 1 }
public func escaping(_ f: @escaping () -> Int) -> Int { f() }
public func auto(_ f: @autoclosure () -> Int) -> Int { f() }
public func lab(a: Int, b: Int) -> Int { a - b }
#### file Hidden.swift
struct Hid1 { var n = 7 }
protocol HidP {}
struct HidHolder { var m: any HidP }
public struct Marks { private var p: (any HidP)?; public var z = 83; public init() {} }
struct HidAligned { var a: UInt8 = 1 }
public struct Aligned { private var h = HidAligned(); public var z: UInt8 = 89; public init() {} }
infix operator <->
func <-> (a: Int, b: Int) -> Int { a - b }
#### module Middle
import Base
public struct Mid { public var a = Aliased(); public var k = Kept(); public var m = Marks(); public var end = 97; public init() {} }
public func mix() -> Int { 1 <+> 2 }
#### program Client
import Base
print(1 <+> 2 <+> 3, √8, 4§, (Vec(1) + Vec(2)).x, 2 <+> 1 + 1)
variable += 1; observed += 1
print(constant, variable, computedOnce, observed, computed, heldHidden.z)
let p: Pair<Name> = ("a", "b")
print(p.0, Aliased().call { $0 + 1 }, Aliased().n, result(), young(), Dyn().foo, Callable()(1, 2), Func()(3))
print(special(1), special("s"), slow(), named(), cNamed(), Fix().a, favour(), sem(), isMarked(3), variadic(1, 2))
let lit: Lits = 3, lit2: Lits = "s\(4)"
print(lit.v, lit2.v)
var n = 1
inout1(&n)
print(n, escaping { n }, auto(n + 1), lab(a: 5, b: 2))
result()
struct Own { var a = Aliased(); var k = Kept(); var m = Marks(); var al = Aligned(); var f = Fix(); var z = 101 }
let own = [Own(), Own()]
print(own[1].z, own[0].m.z, own[1].al.z, MemoryLayout<Own>.size, MemoryLayout<Aligned>.alignment)
func extra(_: Int...) -> String { "mine" }
print(extra())
func mark<T>(_: T) -> String { "no" }
func mark<T: Marker>(_: T) -> String { "marked" }
print(mark(3), old())
precedencegroup Closer { higherThan: Mixing }
infix operator <++>: Closer
func <++> (a: Int, b: Int) -> Int { a * b }
func <-> (a: Int, b: Int) -> Int { a - b }
precedencegroup Near { higherThan: DefaultPrecedence }
infix operator <-->: Near
func <--> (a: Int, b: Int) -> Int { a * b }
print(1 <+> 2 <++> 3, 4 <-> 5 <--> 6)
func eq<T>(_: T) -> String { "no" }
func eq<T: Hashable>(_: T) -> String { "hashable" }
print(eq(Vec(1)))
#### program Peer package=corpus
import Base
print(1 <+> 2, constant, Aliased().n, heldHidden.z, MemoryLayout<Kept>.size)
#### program Inside
@testable import Base
print(internalGlobal, Hid1().n, 3 <-> 1, MemoryLayout<HiddenAlias>.size, HidAligned().a)
#### program Top
import Middle
print(mix(), Mid().end, MemoryLayout<Mid>.size)

#### edit operator-body keeps
- { a * 10 + b }
+ { a * 100 + b }
#### edit operator-associativity
- associativity: left
+ associativity: right
#### edit operator-precedence
- higherThan: AdditionPrecedence
+ lowerThan: AdditionPrecedence
#### edit operator-group
- infix operator <+>: Mixing
+ infix operator <+>: MultiplicationPrecedence
#### edit operator-overload
+ public func <+> (a: Int, b: Int) -> String { "\(a)\(b)" }
#### edit operator-hidden-overload keeps
+ func <+> (a: String, b: String) -> Int { 4 }
#### edit hidden-operator-declared
#### in Base/Hidden.swift
+ prefix operator ¬
+ prefix func ¬ (a: Int) -> Int { -a }
#### edit hidden-operator-precedence
#### in Base/Hidden.swift
- infix operator <->
+ infix operator <->: AdditionPrecedence
#### edit global-type
- public let constant = 5
+ public let constant: Int8 = 5
#### edit global-value
- public let constant = 5
+ public let constant = 55
#### edit global-let-becomes-var
- public let constant = 5
+ nonisolated(unsafe) public var constant = 5
#### edit global-becomes-computed
- nonisolated(unsafe) public var variable = 6
+ nonisolated(unsafe) private var store = 6
+ public var variable: Int { get { store } set { store = newValue } }
#### edit global-observer-dropped
- public var observed = 1 { didSet { variable += 1 } }
+ public var observed = 1
#### edit global-computed-body keeps
- { 8 }
+ { 9 }
#### edit global-computed-becomes-stored
- public var computed: Int { 8 }
+ public let computed: Int = 8
#### edit private-global-value keeps
- private let privateGlobal = 10
+ private let privateGlobal = 11
#### edit private-global-added keeps
+ private let anotherGlobal = "s"
#### edit internal-global-type keeps
- nonisolated(unsafe) var internalGlobal = 9
+ nonisolated(unsafe) var internalGlobal = "9"
#### edit global-of-hidden-layout
#### in Base/Hidden.swift
- struct Hid1 { var n = 7 }
+ struct Hid1 { var m = "m"; var n = 7 }
#### edit typealias-target
- public typealias Name = String
+ public typealias Name = Substring
#### edit typealias-of-function
- public typealias Callback = (Int) -> Int
+ public typealias Callback = (Int) throws -> Int
- func call(_ f: Callback) -> Int { f(2) }
+ func call(_ f: Callback) -> Int { (try? f(2)) ?? 0 }
#### edit typealias-spelling
- public var n: Name = "n"
+ public var n: String = "n"
#### edit hidden-typealias-target breaks
- typealias HiddenAlias = Int32
+ typealias HiddenAlias = Int64
#### edit hidden-typealias-renamed
- typealias HiddenAlias = Int32
+ typealias HiddenAlias = Other32
+ typealias Other32 = Int32
#### edit deprecation-added
- public func young()
+ @available(*, deprecated, renamed: "old") public func young()
#### edit deprecation-message
- @available(*, deprecated) public func old()
+ @available(*, deprecated, message: "really") public func old()
#### edit discardable-dropped
- @discardableResult public
+ public
#### edit dynamic-member-type
- subscript(dynamicMember m: String) -> String { m } }
+ subscript(dynamicMember m: String) -> String { m }; public var foo: Int { 3 } }
#### edit call-as-function-default
- callAsFunction(_ n: Int) -> Int { n }
+ callAsFunction(_ n: Int, _ m: Int = 2) -> Int { n }
#### edit specialize-dropped
- @_specialize(where T == Int) public
+ public
#### edit optimize-dropped
- @_optimize(none) public
+ public
#### edit silgen-name
- "corpus_named"
+ "corpus_renamed"
#### edit fixed-layout-field
- @_fixed_layout public struct Fix { public var a = 1;
+ @_fixed_layout public struct Fix { public var a = 1; private var b = 2;
#### edit disfavored-dropped
- @_disfavoredOverload public
+ public
#### edit disfavored-added
- public func favour() -> String
+ @_disfavoredOverload public func favour() -> String
#### edit semantics-dropped
- @_semantics("array.count") public
+ public
#### edit hidden-protocol-becomes-marker breaks
#### in Base/Hidden.swift
- protocol HidP {}
+ @_marker protocol HidP {}
#### edit hidden-alignment breaks
#### in Base/Hidden.swift
- struct HidAligned {
+ @_alignment(8) struct HidAligned {
#### edit retroactive-conformance-dropped
- extension Int: Marker {}
+ extension Int8: Marker {}
#### edit literal-initializer
- public init(integerLiteral i: Int)
+ public init(integerLiteral i: Int32)
#### edit variadic-becomes-array
- variadic(_ n: Int...)
+ variadic(_ n: Int..., m: Int = 2)
#### edit escaping-dropped
- _ f: @escaping () -> Int
+ _ f: () -> Int
#### edit autoclosure-escaping
- @autoclosure () -> Int
+ @autoclosure @escaping () -> Int
#### edit labels-swapped
- public func lab(a: Int, b: Int) -> Int { a - b }
+ public func lab(b: Int, a: Int) -> Int { a - b }
#### edit public-function
+ public func extra() -> String { "theirs" }
#### edit hashable
- public struct Vec: Equatable {
+ public struct Vec: Hashable {
#### edit private-extension keeps
+ private extension Vec { func added() {} }
#### edit hidden-function-with-attribute keeps
+ @inline(never) func addedInternal() {}
#### edit hidden-cdecl keeps
+ @_cdecl("corpus_hidden") func hiddenC() {}
#### edit hidden-deprecated keeps
+ @available(*, deprecated) func hiddenOld() {}

"""#
}
