// swift-format-ignore-file
extension Corpus {
    static let unprintedEdits = #"""
What an interface leaves out of what it prints: setters, accessors of requirements, wrapped parameters, attributes of hidden functions.

#### module Base package=corpus
public package(set) var count = 1
public var loud = 1, quiet = 2
public package(set) var first = 1, second = 2
public final class Owner { public init() {} }
public enum Config { public package(set) static var names: [String] = []; public package(set) static weak var owner: Owner?; public package(set) static var low = 1, high = 2; public private(set) static var hidden = 4 }
public protocol Holder { var items: [Int] { get }; subscript(i: Int) -> [Int] { get }; subscript(s: String) -> [Int] { get }; static var limit: Int { get set }; var size: Int { get set }; var both: Int { get } }
public enum Outer { public protocol Inner { var items: [Int] { get } } }
public final class Kept: Holder, Outer.Inner { public var items: [Int] { held }; var held = [1, 2]; public subscript(i: Int) -> [Int] { [i] }; public subscript(s: String) -> [Int] { [s.count] }; public static var limit: Int { get { 3 } set {} }; public var size: Int { get { 4 } set {} }; public var both: Int { 5 }; public init() {} }
@propertyWrapper public struct Doubled { public var wrappedValue: Int; public init(wrappedValue: Int) { self.wrappedValue = wrappedValue * 2 } }
public func take(_ n: Int) -> Int { n }
public struct Taker { public var n: Int; public init(n: Int) { self.n = n }; public func more(_ m: Int, by: Int) -> Int { n + m + by } }
@propertyWrapper struct Shown<V> { private var v: V; var wrappedValue: V { get { v } set { v = newValue } }; init(wrappedValue: V) { v = wrappedValue } }
open class Fish { @Shown private var scales = 3; public init() {}; func swim() -> Int { scales }; open func dive() -> Int { swim() } }
public protocol Swims { func stroke() -> Int }
extension Swims { public func stroke() -> Int { 7 } }
#### module Middle
import Base
open class Cod: Fish { open func school() -> Int { dive() } }
public struct Boat: Swims { public init() {} }
#### program Top
import Middle
print(Cod().school(), Boat().stroke())
#### program Client
import Base
loud = 3
print(count, loud, quiet, first, second, Config.names, Config.low, Config.high, Config.hidden)
#### program Peer package=corpus
import Base
count = 3
second = 4
Config.names.append("n")
Config.owner = Owner()
Config.high = 5
print(count, second, Config.names, Config.owner == nil, Config.high)
#### program Existential
import Base
func items(_ h: any Holder) -> [Int] { h.items }
func inner(_ h: any Outer.Inner) -> [Int] { h.items }
let kept = Kept()
print(items(kept), inner(kept), items(kept), kept.items)
#### program Subscript
import Base
func first(_ h: consuming any Holder) -> [Int] { h[1] }
func second(_ h: consuming any Holder) -> [Int] { h["s"] }
print(first(Kept()), second(Kept()))
#### program Setter
import Base
func set<H: Holder>(_ h: inout H) { h.size = 4; H.limit = 5 }
var kept = Kept()
set(&kept)
print(kept.size, Kept.limit)
#### program Async
import Base
func both(_ h: any Holder) async -> Int { h.both }
print("both:", await both(Kept()))
#### program Function
import Base
let one = take, two = Taker.init(n:), three = Taker(n: 4).more(_:by:)
print(one(2), two(3).n, three(4, 5))

#### edit setter-of-a-global
- public package(set) var count
+ public internal(set) var count
#### edit setter-of-several-globals
- public package(set) var first
+ public fileprivate(set) var first
#### edit setter-of-several-that-all-may-set
- public var loud
+ public private(set) var loud
#### edit setter-of-a-static
- public package(set) static var names
+ public private(set) static var names
#### edit setter-of-a-weak-static
- public package(set) static weak var
+ public internal(set) static weak var
#### edit setter-of-several-statics
- public package(set) static var low
+ public private(set) static var low
#### edit getter-takes-ownership
- Holder { var items: [Int] { get }
+ Holder { var items: [Int] { consuming get }
#### edit getter-takes-ownership-underscored
- Holder { var items: [Int] { get }
+ Holder { var items: [Int] { __consuming get }
#### edit getter-of-a-nested-protocol-takes-ownership
- Inner { var items: [Int] { get } }
+ Inner { var items: [Int] { consuming get } }
#### edit subscript-takes-ownership
- subscript(i: Int) -> [Int] { get }; subscript(s
+ subscript(i: Int) -> [Int] { consuming get }; subscript(s
#### edit setter-unavailable
- var size: Int { get set };
+ var size: Int { get @available(*, unavailable) set };
#### edit setter-of-a-static-requirement-deprecated
- static var limit: Int { get set }
+ static var limit: Int { get @available(*, deprecated, message: "no") set }
#### edit getter-not-for-async
- var both: Int { get }
+ var both: Int { @available(*, noasync) get }
#### edit accessors-without-blanks keeps
- var size: Int { get set };
+ var size: Int {get/* and */set};
#### edit wrapped-parameter
- take(_ n: Int)
+ take(@Doubled _ n: Int)
#### edit wrapped-parameter-of-an-initializer
- init(n: Int)
+ init(@Doubled n: Int)
#### edit wrapped-parameter-of-a-method
- more(_ m: Int, by
+ more(_ m: Int, @Doubled by
#### edit inlining-of-a-hidden-method-of-open
- func swim()
+ @inline(never) func swim()
#### edit optimization-of-a-hidden-method-of-open
- func swim()
+ @_optimize(none) func swim()
#### edit observer-of-a-hidden-wrapped-property-of-open
- scales = 3;
+ scales = 3 { didSet {} };
#### edit optimization-of-a-default-implementation
- public func stroke()
+ @_optimize(none) public func stroke()
#### edit private-overload-beside keeps
- public struct Taker {
+ public struct Taker { private func more(_ m: Int) -> Int { m };

"""#
}
