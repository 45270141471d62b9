// swift-format-ignore-file
extension Corpus {
    static let classesEdits = #"""
Classes: open, public, final; slots of methods, fields, overrides.

#### module Base package=corpus
#### file Base.swift
open class Animal {
    public var name = "animal"
    private var age = 3
    var legs = 4
    public init() {}
    open func speak() -> String { "..." }
    public func walk() -> String { "\(name) walks on \(legs)" }
    open var noise: Int { get { 1 } set {} }
    open subscript(i: Int) -> Int { i + age }
    open class func kind() -> String { "animal" }
    public static func make() -> Animal { Animal() }
    private func secret() -> Int { age }
    func inner() -> Int { secret() }
    public final func fixed() -> Int { inner() }
    public convenience init(named: String) { self.init(); name = named }
    func mate() -> Animal { self }
    deinit { Log.count += 1 }
}
open class Dog: Animal {
    public var tricks = 1
    override open func speak() -> String { "woof" }
    open func fetch() -> Int { tricks + helper.value() }
    let helper = Helper()
    override func mate() -> Animal { self }
}
public class Shut {
    public var a = 1
    private var p = 2
    public init() {}
    private func before() {}
    func between() {}
    public func first() -> String { "first" }
    public func second() -> String { "second" }
    public var third: String { "third" }
    private var hidden = Stored()
    public func sum() -> Int { a + p + hidden.x }
}
public final class Last {
    public var a = 1
    private var p = Stored()
    public init() {}
    public func one() -> Int { a + p.x }
    public func two() -> Int { 2 }
}
open class Generic<T> {
    public var value: T
    private var tag = 9
    public init(_ v: T) { value = v }
    open func get() -> T { value }
    public func size() -> Int { tag }
}
public final class Counter: @unchecked Sendable { public static let shared = Counter(); public var n = 0; private init() {} }
public enum Log { nonisolated(unsafe) public static var count = 0 }
public class Sub: Hid { override public init() { super.init() }; public func top() -> String { "top" } }
public class Root<T> { public var r: T; public init(_ t: T) { r = t }; public func first() -> T { r }; func tail() {} }
public final class Leaf<T>: Root<T> { public var v: T; override public init(_ t: T) { v = t; super.init(t) } }
public class Pair<T> { public var a: T; private var count = 1; public init(_ t: T) { a = t }; public func one() -> Int { count }; public func two() -> T { a }; func hint() {} }
extension Pair { public func third() -> T { two() } }
#### file Hidden.swift
struct Stored { var x = 5 }
class Helper { func value() -> Int { 10 }; func other() -> Int { 11 } }
public class Hid { var q = 1; init() {}; func deep() -> Int { q }; public func shown() -> Int { deep() }; func tail() {} }
class HidSub: Hid { override func deep() -> Int { 77 } }
class Alone { var z = 1 }
#### module Middle
import Base
open class Cat: Animal { public var lives = 9; override open func speak() -> String { "meow" } ; open func purr() -> Int { lives } }
public func say(_ a: Animal) -> String { a.speak() + a.walk() }
#### program Client
import Base
class Puppy: Dog {
    var extra = 42
    override func speak() -> String { "yip " + super.speak() }
    override var noise: Int { get { super.noise + 1 } set {} }
    override subscript(i: Int) -> Int { super[i] * 2 }
    override class func kind() -> String { "puppy" }
    override func fetch() -> Int { super.fetch() + 100 }
    func own() -> Int { extra }
}
for a in [Animal(), Dog(), Puppy(), Animal(named: "bob"), Animal.make()] {
    print(a.speak(), a.walk(), a.noise, a[3], type(of: a).kind(), a.fixed(), a.name, a is Dog, (a as? Puppy)?.own() ?? -1)
    a.name = "x"; a.noise = 4
}
let p = Puppy()
p.extra += 1
print(p.extra, p.fetch(), p.tricks, p.own())
let s = Shut()
print(s.first(), s.second(), s.third, s.a, s.sum())
s.a = 8
print(s.sum(), s.a)
let l = Last()
l.a = 4
print(l.one(), l.two(), l.a)
class Own: Generic<Int> { init() { super.init(6) } }
print(Own().get())
class IntBox: Generic<Int> { var more = 5; override func get() -> Int { super.get() + 1 } }
print(IntBox(3).get(), IntBox(3).more, Generic("s").get(), Generic([1]).size(), (IntBox(4) as Generic<Int>).get())
Counter.shared.n += 1
print(Counter.shared.n, Log.count)
let sub = Sub()
print(sub.top(), sub.shown())
func leaf<T>(_ l: Leaf<T>) -> (T, T, T) { (l.v, l.r, l.first()) }
print(leaf(Leaf("l")), Leaf(4).v, Pair(3).one(), Pair("p").third(), (Pair(1), 2).1)
extension Leaf { func mine() -> String { "\(T.self)" } }
print(Leaf(true).mine())
extension Pair { func hint(_: Int...) -> String { "mine" }; func more(_: Int...) -> String { "mine" } }
extension Shut { func between(_: Int...) -> String { "mine" } }
print(Pair(3).hint(), Pair(3).more(), s.between())
let any: AnyObject = p
print(any is Animal, any is Last, any as? Shut == nil)
func ref<T: AnyObject>(_ t: T.Type) -> String { "\(t)" }
print(ref(Dog.self), MemoryLayout<Dog>.size)
func sendable<T>(_: T) -> String { "no" }
func sendable<T: Sendable>(_: T) -> String { "sendable" }
print(sendable(Last()))
extension Shut { func extra(_: Int...) -> String { "mine" } }
print(s.extra())
#### program Peer package=corpus
import Base
class Other: Animal { var o = 3; override func speak() -> String { "other" } }
print(Other().o, Other().speak(), Other().walk(), Shut().second(), Last().two())
#### program Inside
@testable import Base
class Mine: Shut { override func between() {}; override func first() -> String { "mine" } }
print(Animal().inner(), Dog().helper.other(), Stored().x, HidSub().shown(), Mine().first(), Alone().z)
#### program Top
import Middle
class Kitten: Cat { var k = 1; override func purr() -> Int { super.purr() + k } }
print(say(Kitten()), Kitten().purr(), Kitten().lives)

#### edit private-stored-property breaks
-     private var age = 3
+     private var age = 3; private var more = "more"
#### edit private-stored-property-of-final breaks
-     private var p = Stored()
+     private var more = 7; private var p = Stored()
#### edit private-stored-property-of-shut breaks
-     private var p = 2
+     private var more = 7; private var p = 2
#### edit private-method-before-a-public-one breaks
-     private func before() {}
+     private func before() {}; private func before2() {}
#### edit internal-method-before-a-public-one breaks
-     func between() {}
+     func between() {}; func between2() {}
#### edit internal-computed-before-a-public-one breaks
-     func between() {}
+     func between() {}; var between2: Int { 3 }
#### edit private-method-at-the-end
-     public func sum() -> Int {
+     public func sum() -> Int { added() }
+     private func added() -> Int {
#### edit private-method-in-extension keeps
+ extension Shut { private func added() {} }
#### edit internal-method-in-extension keeps
+ extension Shut { func added() {} }
#### edit final-private-method keeps
-     func between() {}
+     func between() {}; final func added() {}
#### edit private-method-of-open
-     private func secret() -> Int { age }
+     private func secret() -> Int { age }; private func secret2() -> Int { age }
#### edit internal-method-of-open
-     func inner() -> Int { secret() }
+     func inner2() -> Int { 3 }; func inner() -> Int { secret() }
#### edit private-method-of-final keeps
-     public func one() -> Int {
+     private func added() -> Int { 3 }
+     public func one() -> Int {
#### edit internal-method-of-final keeps
-     public func one() -> Int {
+     func added() -> Int { 3 }
+     public func one() -> Int {
#### edit private-static-method keeps
-     public func two()
+     private static func added() {}
+     public func two()
#### edit private-static-method-of-open keeps
-     open class func kind()
+     private static func added() {}
+     open class func kind()
#### edit private-class-method-of-open
-     open class func kind()
+     private class func added() {}
+     open class func kind()
#### edit public-methods-reordered breaks
-     public func first() -> String { "first" }
-     public func second() -> String { "second" }
+     public func second() -> String { "second" }
+     public func first() -> String { "first" }
#### edit hidden-becomes-final
-     func between() {}
+     final func between() {}
#### edit private-becomes-internal
-     private func before() {}
+     func before() {}
#### edit public-becomes-final
-     public func walk()
+     public final func walk()
#### edit open-becomes-public
-     open func fetch()
+     public func fetch()
#### edit class-becomes-final
- public class Shut {
+ public final class Shut {
#### edit hidden-struct-in-class breaks
#### in Base/Hidden.swift
- struct Stored { var x = 5 }
+ struct Stored { var y = "yy"; var x = 5 }
#### edit hidden-class-grows keeps
#### in Base/Hidden.swift
- class Helper {
+ class Helper { var more = 1;
#### edit hidden-class-gets-a-method keeps
#### in Base/Hidden.swift
- class Helper {
+ class Helper { func more() {};
#### edit hidden-class-becomes-final keeps
#### in Base/Hidden.swift
- class Helper {
+ final class Helper {
#### edit hidden-superclass-gets-a-field
#### in Base/Hidden.swift
- public class Hid { var q = 1;
+ public class Hid { var r = 1; var q = 1;
#### edit hidden-superclass-gets-a-method
#### in Base/Hidden.swift
- func deep() -> Int { q };
+ func deeper() {}; func deep() -> Int { q };
#### edit hidden-override-gone keeps
#### in Base/Hidden.swift
- override func deep() -> Int { 77 }
+ func sea() -> Int { 77 }
#### edit hidden-alone-class-grows keeps
#### in Base/Hidden.swift
- class Alone { var z = 1 }
+ class Alone { var z = 1; var y = 2; func f() {} }
#### edit body keeps
- { "..." }
+ { "?" }
#### edit deinit-body keeps
- Log.count += 1
+ Log.count += 2
#### edit override-added
-     public var tricks = 1
+     public var tricks = 1; override public func walk() -> String { "dog walks" }
#### edit override-removed
-     override open func speak() -> String { "woof" }
+     func woof() -> String { "woof" }
#### edit initial-value-of-private keeps
-     private var age = 3
+     private var age = 4
#### edit did-set-on-private
-     private var age = 3
+     private var age = 3 { didSet {} }
#### edit lazy-private
-     private var tag = 9
+     private lazy var tag = 9
#### edit private-computed
-     private var tag = 9
+     private var tag: Int { 9 }
#### edit generic-gets-a-hidden-method
-     open func get() -> T { value }
+     func hidden() {}; open func get() -> T { value }
#### edit hidden-initializer
- public final class Last {
+ public final class Last { init(a: Int) { self.a = a }
#### edit hidden-designated-initializer-of-open
-     private var tag = 9
+     private var tag = 9; init(hidden: T) { value = hidden }
#### edit required-initializer
-     public init(_ v: T)
+     public required init(_ v: T)
#### edit sendable
- public final class Last {
+ public final class Last: @unchecked Sendable {
#### edit public-method-of-shut
-     public func second()
+     public func extra() -> String { "theirs" }
+     public func second()
#### edit default-argument-added
-     public func two() -> Int
+     public func two(_ n: Int = 2) -> Int
#### edit stored-becomes-weak
-     let helper = Helper()
+     weak var weakHelper: Helper?; let helper = Helper()
#### edit static-to-class
-     public static func make()
+     public class func make()
#### edit hidden-conformance keeps
#### in Base/Hidden.swift
+ protocol P9 {}
+ extension Shut: P9 {}
#### edit hidden-overridable-by-testable
-     func between() {}
+     fileprivate func between0() {}; func between() {}
#### edit superclass-inserted
- public final class Last {
+ public final class Last: Alone2 {
-     private var p = Stored()
-     public init() {}
+     private var p = Stored()
+     public override init() {}
#### in Base/Hidden.swift
+ public class Alone2 { var w = 1; public init() {} }
#### edit private-method-at-the-end-of-open breaks
-     let helper = Helper()
+     let helper = Helper(); private func added() {}
#### edit private-becomes-internal-of-open
-     private func secret() -> Int { age }
+     func secret() -> Int { age }
#### edit hidden-method-at-the-end-of-a-superclass breaks
#### in Base/Hidden.swift
- func tail() {} }
+ func tail() {}; func tail2() {} }
#### edit hidden-method-at-the-end-of-a-final-class's-superclass breaks
- { r }; func tail() {} }
+ { r }; func tail() {}; func tail2() {} }
#### edit hidden-method-at-the-end-of-a-generic-class keeps
- func hint() {} }
+ func hint() {}; private func hint2() {} }
#### edit hidden-method-at-the-end-gone keeps
- { a }; func hint() {} }
+ { a } }
#### edit hidden-method-at-the-end-becomes-public
- { a }; func hint() {} }
+ { a }; public func hint() {} }
#### edit public-method-behind-hidden-ones
- { a }; func hint() {} }
+ { a }; func hint() {}; public func more() {} }
#### edit hidden-method-becomes-public-at-its-place
-     func between() {}
+     public func between() {}
#### edit hidden-method-renamed-at-its-place keeps
-     private func before() {}
+     private func prior() {}
#### edit hidden-method-of-another-type-at-its-place keeps
-     private func before() {}
+     private func before(_ n: Int) -> Int { n }
#### edit hidden-methods-change-places keeps
-     private func before() {}
-     func between() {}
+     func between() {}
+     private func before() {}
#### edit hidden-method-and-public-one-change-places breaks
-     func between() {}
-     public func first() -> String { "first" }
+     public func first() -> String { "first" }
+     func between() {}
#### edit private-computed-property-at-the-end keeps
-     public func sum() -> Int {
+     public func sum() -> Int { help() }
+     private var helpful: Int { get { a } set { a = newValue } }
+     private func help() -> Int {
#### edit private-helpers-in-another-order keeps
#### in Base/Hidden.swift
- class HidSub: Hid { override func deep() -> Int { 77 } }
- class Alone { var z = 1 }
+ class Alone { var z = 1 }
+ class HidSub: Hid { override func deep() -> Int { 77 } }
#### edit private-nested-class keeps
- public final class Last {
+ public final class Last { private class Node { var next: Node? };
#### edit private-static-let keeps
-     public func two()
+     private static let limit = 10
+     public func two()
#### edit file-private-subclass keeps
+ fileprivate final class Quieter: Shut { override func first() -> String { "q" } }
#### edit body-with-a-type-of-its-own keeps
-     public func second() -> String { "second" }
+     public func second() -> String { struct Local { var s = "second" }; return Local().s }
#### edit private-method-of-open-in-an-extension keeps
+ private extension Animal { func age2() -> Int { 4 } }
#### edit hidden-initializer-before-methods
-     private var hidden = Stored()
+     private var hidden = Stored(); init(a: Int) { self.a = a }
#### edit signature-of-a-hidden-override breaks
-     override func mate() -> Animal { self }
+     override func mate() -> Dog { self }

"""#
}
