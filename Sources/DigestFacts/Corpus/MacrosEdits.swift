// swift-format-ignore-file
extension Corpus {
    static let macrosEdits = #"""
Macros of the toolchain: what they add to types, and literals that they give.

#### module Base package=corpus
#### file Base.swift
import Observation
@Observable public final class Model { public var title = "t"; public var count = 1; private var hidden = Data1(); @ObservationIgnored public var plain = 5; public init() {}; public func sum() -> Int { count + hidden.n } }
@Observable open class Parent { public var base = 1; public init() {}; open func name() -> String { "parent" } }
public enum Locals { @TaskLocal public static var level = 3; @TaskLocal static var inner = 4 }
public func whereAmI(line: Int = #line, file: String = #fileID) -> String { "\(file):\(line)" }
public func fixedLine() -> Int { return #line }
public struct Row { public var id = 1; private var data = Data1(); public init() {} }
#### file Hidden.swift
import Observation
struct Data1 { var n = 2 }
@Observable final class Secret { var x = 1 }
#### module Middle
import Base
public struct View { public var model = Model(); public var row = Row(); public var end = 37; public init() {} }
#### program Client
import Base
import Observation
let m = Model()
withObservationTracking { print(m.title, m.count, m.sum(), m.plain) } onChange: { print("changed") }
m.count += 1
m.plain += 1
class Kid: Parent { var own = 2; override func name() -> String { "kid" + super.name() } }
let k = Kid()
k.base = 7
print(k.name(), k.own, k.base, Locals.level, whereAmI(), whereAmI(line: 3))
Locals.$level.withValue(9) { print(Locals.level) }
struct Keep { var r = Row(); var z = 4 }
print(Keep().z, MemoryLayout<Keep>.size)
func hashable<T>(_: T) -> String { "no" }
func hashable<T: Observable>(_: T) -> String { "observable" }
print(hashable(m), hashable(k))
#### program Peer package=corpus
import Base
print(Model().sum(), Row().id, MemoryLayout<Row>.size)
#### program Inside
@testable import Base
print(Locals.inner, Data1().n, Secret().x)
#### program Top
import Middle
print(View().end, View().model.count, MemoryLayout<View>.size)

#### edit observed-property-added
- public var count = 1; private
+ public var count = 1; public var more = "m"; private
#### edit private-observed-property
- private var hidden = Data1();
+ private var hidden = Data1(); private var extra = 3;
#### edit ignored-goes
- @ObservationIgnored public var plain
+ public var plain
#### edit hidden-struct
#### in Base/Hidden.swift
- struct Data1 { var n = 2 }
+ struct Data1 { var n = 2; var m = "m" }
#### edit hidden-struct-value keeps
#### in Base/Hidden.swift
- struct Data1 { var n = 2 }
+ struct Data1 { var n = 3 }
#### edit hidden-observable keeps
#### in Base/Hidden.swift
- final class Secret { var x = 1 }
+ final class Secret { var x = 1; var y = 2 }
#### edit hidden-becomes-observable keeps
#### in Base/Hidden.swift
- @Observable final class Secret
+ final class Secret
#### edit not-observable
- @Observable open class Parent
+ open class Parent
#### edit private-method-of-observable keeps
- public func sum() -> Int {
+ private func added() {}; public func sum() -> Int {
#### edit hidden-method-of-open-observable
- open func name()
+ func added() {}; open func name()
#### edit task-local-added
- @TaskLocal static var inner = 4
+ @TaskLocal static var inner = 4; @TaskLocal static var inner2 = 5
#### edit task-local-default keeps
- @TaskLocal public static var level = 3
+ @TaskLocal public static var level = 4
#### edit line-moves keeps
- public func fixedLine()
+ 
+ public func fixedLine()
#### edit line-default
- line: Int = #line, file
+ line: Int = #column, file
#### edit file-default
- file: String = #fileID
+ file: String = #function
#### edit body keeps
- count + hidden.n }
+ count - hidden.n }

"""#
}
