// swift-format-ignore-file
extension Corpus {
    static let namesEdits = #"""
Types that share a name with others, and what of a hidden type's name its symbols hold.

#### module Lower
#### file Lower.swift
public struct Box { public var a: Int8 = 1; public init() {} }
#### module Base package=corpus
#### file First.swift
import Lower
public struct Shares { private var i: Swift.Result<Int, HErr>.Inner? = nil; public var z = 1; public init() {} }
extension Swift.Result { struct Inner { var x: Int8 = 1; var y = 1 } }
struct HErr: Error {}
public struct Changing { private var i = Shown(); private var o = Around.Deep(); public var z = 2; public init() {} }
struct Shown { var s = "s" }
enum Around { struct Deep { var s = "s" } }
public struct Limits { private var l = [Int].Limited(); public var z = 5; public init() {} }
extension Array where Element: Equatable { struct Limited { var s = "s" } }
public struct Ticks { private var d = `default`(); private var r = Ticked.`raw name`(); public var z = 7; public init() {} }
struct `default` { var a: Int8 = 1 }
enum Ticked { struct `raw name` { var a: Int8 = 1 } }
public struct Boxed { private var b = Boxes(); public var z = 3; public init() {} }
struct Boxes { var b: Lower.Box = .init(); var a = 1 }
private struct Twin { var a = 1 }
public struct Wanders { private var t: Twin? = nil; public var z = 6; public init() {} }
#### file Second.swift
private struct Twin { var a: Int8 = 1 }
public struct Result { public struct Inner { public var a = 1; public init() {} }; public var r = 1; public init() {} }
public struct Box { public var b = 1; public init() {} }
extension Left { fileprivate struct State { var s = "s" } }
public struct Moving { private var l = Left.State(); public var z = 4; public init() {} }
#### file Third.swift
extension Right { fileprivate struct State { var n = 1 } }
#### file Fourth.swift
enum Left {}
enum Right {}
#### module Middle
import Base
public struct Mid { public var s = Shares(); public var c = Changing(); public var l = Limits(); public var w = Wanders(); public var t = Ticks(); public var b = Boxed(); public var m = Moving(); public var end = 37; public init() {} }
#### program Client
import Base
struct Own { var s = Shares(); var c = Changing(); var l = Limits(); var w = Wanders(); var t = Ticks(); var b = Boxed(); var m = Moving(); var z = 39 }
let own = [Own(), Own()]
print(own[1].z, own[0].t.z, own[0].w.z, own[0].l.z, own[1].s.z, own[0].c.z, own[1].b.z, own[0].m.z, MemoryLayout<Own>.size)
#### program Top
import Middle
print(Mid().end, MemoryLayout<Mid>.size)

#### edit alignment-of-one-that-shares-its-path
#### in Base/First.swift
- extension Swift.Result { struct Inner {
+ extension Swift.Result { @_alignment(16) struct Inner {
#### edit storage-of-one-that-shares-its-path
#### in Base/First.swift
- struct Inner { var x: Int8 = 1; var y = 1 }
+ struct Inner { var x: Int8 = 1; var y: Int8 = 1 }
#### edit one-that-shares-its-path-changes-its-kind
#### in Base/First.swift
- struct Inner { var x: Int8 = 1; var y = 1 }
+ final class Inner { var x: Int8 = 1; var y = 1 }
#### edit becomes-private
#### in Base/First.swift
- struct Shown {
+ private struct Shown {
#### edit nested-becomes-private
#### in Base/First.swift
- enum Around { struct Deep {
+ enum Around { fileprivate struct Deep {
#### edit what-it-is-in-becomes-private
#### in Base/First.swift
- enum Around {
+ private enum Around {
#### edit other-type-of-the-name
#### in Base/First.swift
- struct Boxes { var b: Lower.Box = .init()
+ struct Boxes { var b: Base.Box = .init()
#### edit both-states-change-their-places
#### in Base/Second.swift
- extension Left { fileprivate struct State { var s = "s" } }
- public struct Moving { private var l = Left.State(); public var z = 4; public init() {} }
+ extension Right { fileprivate struct State { var n = 1 } }
#### in Base/Third.swift
- extension Right { fileprivate struct State { var n = 1 } }
+ extension Left { fileprivate struct State { var s = "s" } }
+ public struct Moving { private var l = Left.State(); public var z = 4; public init() {} }
#### edit moves-to-another-of-the-name
#### in Base/First.swift
- private struct Twin { var a = 1 }
- public struct Wanders { private var t: Twin? = nil; public var z = 6; public init() {} }
+ private struct Twin { var a = 1 }
#### in Base/Second.swift
- private struct Twin { var a: Int8 = 1 }
+ public struct Wanders { private var t: Twin? = nil; public var z = 6; public init() {} }
+ private struct Twin { var a: Int8 = 1 }
#### edit name-in-backticks
#### in Base/First.swift
- struct `default` { var a: Int8 = 1 }
+ struct `default` { var a = 1 }
#### edit raw-name
#### in Base/First.swift
- enum Ticked { struct `raw name` { var a: Int8 = 1 } }
+ enum Ticked { struct `raw name` { var a = 1 } }
#### edit conditions-of-its-extension
#### in Base/First.swift
- extension Array where Element: Equatable {
+ extension Array where Element: Hashable {
#### edit qualified-in-a-body keeps
#### in Base/Fourth.swift
- enum Left {}
+ enum Left {}
+ private func more() -> Int { Swift.Int.max }
#### edit internal-one-moves
#### in Base/First.swift
- struct HErr: Error {}
+ 
#### in Base/Fourth.swift
- enum Left {}
+ enum Left {}
+ struct HErr: Error {}

"""#
}
