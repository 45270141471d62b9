// swift-format-ignore-file
extension Corpus {
    static let accessEdits = #"""
`package`, SPI, internal imports, re-exports, two modules of one's own.

#### module Lower package=corpus
#### file Lower.swift
public struct Low { public var x = 1; private var secret = LowSecret(); public init() {}; public func get() -> Int { x } }
public func low() -> Int { 2 }
public protocol Lowly { func lowly() -> Int }
extension Lowly { public func lowly() -> Int { 3 } }
open class LowClass { public init() {}; private func p() {}; public func f() -> String { "f" }; open func g() -> String { "g" } }
package func lowPackage() -> Int { 4 }
#### file LowHidden.swift
struct LowSecret { var s: Int16 = 1 }
struct LowAlone { var q = 1 }
#### module Hid package=corpus
public struct HidType { public var h = 1; private var i = 2; public init() {} }
#### module Base package=corpus
#### file Base.swift
@_exported import Lower
internal import Hid
package struct Pack { package var p = 1; private var q = PackHidden(); package init() {}; package func use() -> Int { p + q.z } }
package func packFunction(_ n: Int = 3) -> Int { n }
package enum PackEnum { case one, two(Int) }
open class PackClass { public init() {}; private func a() {}; package func b() -> String { "b" }; public func c() -> String { "c" } }
package protocol PackProtocol { func pp() -> Int }
extension PackProtocol { package func pp() -> Int { 7 } }
public struct Mixed { public var m = 1; package var n = Pack(); internal var o = 3; private var h = HidType(); public init() {}; package func pack() -> Int { n.p } }
@_spi(Inner) public func spi() -> Int { 8 }
@_spi(Inner) public struct SpiType { @_spi(Inner) public var s = 1; private var t = SpiHidden(); @_spi(Inner) public init() {} }
public struct WithSpi { public var w = 1; @_spi(Inner) public var x = 2; public init() {}; @_spi(Inner) public func only() -> Int { 4 } }
open class Open1 { public init() {}; package func between() {}; open func shown() -> String { "shown" } }
public struct UsesLow { public var low = Low(); public var z = 3; public init() {} }
public struct LowlyOne: Lowly { public init() {} }
#### file Hidden.swift
struct PackHidden { var z = 5 }
struct SpiHidden { var y = 6 }
#### module Middle package=corpus
internal import Base
public struct Facade { private var mixed = Mixed(); public var end = 61; public init() {}; public func n() -> Int { mixed.m } }
#### module Other
import Base
public struct Far { public var u = UsesLow(); public var end = 67; public init() {} }
#### program Client
import Base
var m = Mixed()
m.m += 1
struct Own { var m = Mixed(); var u = UsesLow(); var w = WithSpi(); var z = 71 }
print(m.m, Own().z, MemoryLayout<Own>.size, low(), Low().get(), UsesLow().z, WithSpi().w, Open1().shown(), LowlyOne().lowly())
class Sub: Open1 { var s = 4; override func shown() -> String { "sub" } }
class LowSub: LowClass { var t = 5; override func g() -> String { super.f() + "sub" } }
print(Sub().shown(), Sub().s, LowSub().g(), LowSub().t)
extension WithSpi { func only(_: Int...) -> String { "mine" } }
print(WithSpi().only())
struct L: Lowly {}
print(L().lowly())
func packFunction(_: Int...) -> String { "mine" }
print(packFunction())
#### program Peer package=corpus
import Base
func addedToPackage(_: Int...) -> String { "mine" }
class PackSub: PackClass { var s = 3; func d() -> String { "sub" } }
struct PP: PackProtocol {}
struct Own { var p = Pack(); var e = PackEnum.two(4); var z = 73 }
print(Pack().use(), packFunction(), PackClass().b(), PackSub().d(), PackSub().c(), PackSub().s, PP().pp(), Open1().between(), addedToPackage(), Mixed().pack(), Mixed().n.p, Own().z, MemoryLayout<Own>.size, lowPackage())
switch Own().e { case .one: print(1); case .two(let n): print(n) }
#### program Spi
@_spi(Inner) import Base
struct Own { var s = SpiType(); var z = 79 }
print(spi(), SpiType().s, WithSpi().x, WithSpi().only(), Own().z, MemoryLayout<Own>.size)
#### program Inside package=corpus
@testable import Base
print(Mixed().o, PackHidden().z, SpiHidden().y)
#### program Top
import Middle
var f = Facade()
f.end += 1
print(f.end, f.n(), MemoryLayout<Facade>.size)
#### program FarTop
import Other
print(Far().end, MemoryLayout<Far>.size, Far().u.low.x)

#### edit package-function
#### in Base/Base.swift
- package func packFunction(_ n: Int = 3)
+ package func packFunction(_ n: Int = 4)
#### edit package-field
#### in Base/Base.swift
- package var p = 1; private
+ package var p = 1; package var r = "r"; private
#### edit package-hidden-field
#### in Base/Hidden.swift
- struct PackHidden { var z = 5 }
+ struct PackHidden { var z = 5; var y = 5 }
#### edit package-case
#### in Base/Base.swift
- case one, two(Int) }
+ case one, three(String, Int), two(Int) }
#### edit package-class-private-method
#### in Base/Base.swift
- private func a() {}; package
+ private func a() {}; private func a2() {}; package
#### edit package-methods-reordered
#### in Base/Base.swift
- package func b() -> String { "b" }; public func c() -> String { "c" } }
+ public func c() -> String { "c" }; package func b() -> String { "b" } }
#### edit package-requirement
#### in Base/Base.swift
- { func pp() -> Int }
+ { func pp() -> Int; func qq() }
- extension PackProtocol {
+ extension PackProtocol { package func qq() {};
#### edit package-body keeps
#### in Base/Base.swift
- { p + q.z }
+ { p - q.z }
#### edit package-function-added
#### in Base/Base.swift
+ package func addedToPackage() {}
#### edit package-method-of-public-class
#### in Base/Base.swift
- package func between() {};
+ package func between() {}; package func between2() {};
#### edit package-becomes-internal
#### in Base/Base.swift
- package func between() {};
+ func between() {};
#### edit package-struct-private-method keeps
#### in Base/Base.swift
- package init() {}; package func use()
+ package init() {}; private func added() {}; package func use()
#### edit spi-body keeps
#### in Base/Base.swift
- { 8 }
+ { 9 }
#### edit spi-function-signature
#### in Base/Base.swift
- public func spi() -> Int { 8 }
+ public func spi() -> Int16 { 8 }
#### edit spi-stored-property
#### in Base/Base.swift
- @_spi(Inner) public var s = 1; private
+ @_spi(Inner) public var s = 1; @_spi(Inner) public var more = 1; private
#### edit spi-hidden-field
#### in Base/Hidden.swift
- struct SpiHidden { var y = 6 }
+ struct SpiHidden { var y = 6; var x = "x" }
#### edit spi-property-of-public
#### in Base/Base.swift
- @_spi(Inner) public var x = 2;
+ @_spi(Inner) public var x: Int8 = 2;
#### edit spi-becomes-public
#### in Base/Base.swift
- @_spi(Inner) public func only()
+ public func only()
#### edit spi-group
#### in Base/Base.swift
- @_spi(Inner) public func spi()
+ @_spi(Outer) public func spi()
#### edit spi-private-method keeps
#### in Base/Base.swift
- public struct WithSpi {
+ public struct WithSpi { private func added() {};
#### edit reexport-dropped
#### in Base/Base.swift
- @_exported import Lower
+ import Lower
#### edit internal-import-becomes-public
#### in Base/Base.swift
- internal import Hid
+ public import Hid
#### edit reexported-private-field
#### in Lower/Lower.swift
- private var secret = LowSecret();
+ private var secret = LowSecret(); private var more = 3;
#### edit reexported-hidden-field
#### in Lower/LowHidden.swift
- struct LowSecret { var s: Int16 = 1 }
+ struct LowSecret { var s: Int16 = 1; var t = 4 }
#### edit reexported-private-method keeps
#### in Lower/Lower.swift
- public init() {}; public func get()
+ public init() {}; private func added() {}; public func get()
#### edit reexported-class-method
#### in Lower/Lower.swift
- private func p() {};
+ private func p() {}; private func p2() {};
#### edit reexported-hidden-alone keeps
#### in Lower/LowHidden.swift
- struct LowAlone { var q = 1 }
+ struct LowAlone { var q = 1; var r = 2 }
#### edit reexported-witness
#### in Lower/Lower.swift
- public protocol Lowly {
+ public protocol Lowly { static var added: Int { get };
- extension Lowly {
+ extension Lowly { public static var added: Int { 3 };
#### edit internally-imported-private-field
#### in Hid/Hid.swift
- private var i = 2;
+ private var i = 2; private var j = 3;
#### edit internally-imported-private-method keeps
#### in Hid/Hid.swift
- public init() {} }
+ public init() {}; private func added() {} }
#### edit internally-imported-body keeps
#### in Hid/Hid.swift
- public init() {} }
+ public init() { h = 4 } }
#### edit package-of-lower
#### in Lower/Lower.swift
- package func lowPackage() -> Int {
+ package func lowPackage(_ n: Int = 3) -> Int {
#### edit internal-field-of-public
#### in Base/Base.swift
- internal var o = 3;
+ internal var o = 3; internal var oo: UInt8 = 3;
#### edit testable-enabled-internal-function keeps
#### in Base/Hidden.swift
+ func addedInternal() {}
#### edit private-function keeps
#### in Base/Base.swift
+ private func added() {}
#### edit private-extension-of-a-package-type keeps
#### in Base/Hidden.swift
+ private extension Pack { func doubled() -> Int { p * 2 } }
#### edit private-method-at-the-end-of-a-package-class
#### in Base/Base.swift
- public func c() -> String { "c" } }
+ public func c() -> String { "c" }; private func d() {} }
#### edit file-private-type-in-lower keeps
#### in Lower/LowHidden.swift
+ fileprivate enum Level { case low, lower }

"""#
}
