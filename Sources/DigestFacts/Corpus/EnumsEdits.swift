// swift-format-ignore-file
extension Corpus {
    static let enumsEdits = #"""
Public enums: cases, payloads, raw values, conformances.

#### module Base package=corpus
#### file Base.swift
public enum Direction: String, CaseIterable, Codable, Sendable { case north, south, east }
public enum Code: Int { case ok = 0, warn = 5 }
public enum Shape { case dot, circle(Int), box(width: Int, height: Int) }
public enum Tree { case leaf; indirect case node(Tree, Int, Tree) }
public enum Wrapper { case one(Carrier), two(Carrier2), none }
public enum Single { case only(Int) }
public enum Nothing {}
public enum Option<T> { case absent, present(T) }
public struct Carrier { private var mode = Mode.a; public init() {} }
public struct Carrier2 { private var mode = Mode2.a(1); public init() {} }
public struct Carrier3 { private var mode = Mode3.a([1]); public init() {} }
public enum Failure: Error { case broken, lost(String) }
extension Shape {
    public var area: Int { switch self { case .dot: 0; case .circle(let r): r * 3; case .box(let w, let h): w * h } }
    func inner() -> Int { 4 }
    public static let standard = Shape.circle(2)
}
extension Direction { public func turned() -> Direction { self == .north ? .south : .north } }
#### file Hidden.swift
enum Mode { case a, b }
enum Mode2 { case a(Int), b(Deep) }
enum Mode3 { case a([Int]), b(Int) }
struct Deep { var x: Int32 = 1 }
enum Unused { case u, v }
#### module Middle
import Base
public struct Held { public var shape = Shape.dot; public var wrapper = Wrapper.none; public var after = 3; public init() {} }
public func pick(_ s: Shape) -> Int { switch s { case .dot: 1; case .circle: 2; case .box: 3 } }
#### program Client
import Base
func turn(_ d: Direction) -> Int { switch d { case .north: 1; case .south: 2; case .east: 3 } }
print(Direction.allCases.map(turn), Direction(rawValue: "east") as Any, Code(rawValue: 5) as Any, Code.warn.rawValue, Direction.south.hashValue == Direction.south.hashValue)
func name(_ s: Shape) -> String { switch s { case .dot: "dot"; case .circle(let r): "circle \(r)"; case .box(let w, let h): "box \(w) \(h)" } }
for s in [Shape.dot, .circle(4), .box(width: 2, height: 3), .standard] { print(name(s), s.area) }
func depth(_ t: Tree) -> Int { switch t { case .leaf: 0; case .node(let l, let n, let r): n + max(depth(l), depth(r)) } }
print(depth(.node(.node(.leaf, 1, .leaf), 2, .leaf)))
var ws: [Wrapper?] = [nil, Wrapper.none, .one(Carrier()), .two(Carrier2())]
for w in ws { switch w { case nil: print("nil"); case .some(.none): print("none"); case .some(.one): print("one"); case .some(.two): print("two") } }
struct Row { var a: Wrapper = .one(Carrier()); var b: Shape? = .circle(9); var c: Carrier? = Carrier(); var d: Carrier2? = nil; var g = Carrier3(); var e = Single.only(3); var f: Option<Direction> = .present(.east); var z = 11 }
var row = Row()
row.z += 1
print(row.z, row.c == nil, row.d == nil, MemoryLayout<Row>.size, MemoryLayout<Wrapper>.size, MemoryLayout<Shape>.size, MemoryLayout<Single>.size, MemoryLayout<Carrier?>.size, MemoryLayout<Nothing>.size, MemoryLayout<Tree>.size)
if case .present(let d) = row.f { print(turn(d)) }
if case .only(let n) = row.e { print(n) }
do { throw Failure.lost("it") } catch let f as Failure { switch f { case .broken: print("broken"); case .lost(let s): print("lost", s) } } catch { print("?") }
let any: Any = Shape.circle(1)
print(any is Shape, (any as? Shape).map(name) ?? "-", Direction.north.turned())
func hashable<T>(_: T) -> String { "no" }
func hashable<T: Hashable>(_: T) -> String { "hashable" }
print(hashable(Code.ok), hashable(Shape.dot), hashable(Single.only(1)))
func comparable<T>(_: T) -> String { "no" }
func comparable<T: Comparable>(_: T) -> String { "comparable" }
print(comparable(Code.ok))
extension Shape { static func extra(_: Int...) -> String { "mine" } }
print(Shape.extra())
#### program Peer package=corpus
import Base
func f(_ w: Wrapper) -> Int { switch w { case .one: 1; case .two: 2; case .none: 3 } }
print([Wrapper.none, .one(Carrier()), .two(Carrier2())].map(f), MemoryLayout<Wrapper?>.size)
#### program Inside
@testable import Base
print(Mode.b, Mode2.a(4), Unused.v, Shape.dot.inner(), MemoryLayout<Mode2>.size)
func m(_ m: Mode) -> Int { switch m { case .a: 1; case .b: 2 } }
print(m(.b))
#### program Top
import Middle
var h = Held()
h.after += 1
print(h.after, pick(.circle(2)), pick(h.shape), MemoryLayout<Held>.size)

#### edit public-case-added
- case dot, circle(Int), box(width: Int, height: Int) }
+ case dot, circle(Int), box(width: Int, height: Int), line }
- case .dot: 0;
+ case .dot, .line: 0;
#### edit cases-reordered
- case north, south, east }
+ case south, north, east }
#### edit payload-widened
- case only(Int) }
+ case only(Int64), more }
#### edit payload-of-another-type
- case only(Int) }
+ case only(UInt) }
#### edit label-renamed
- case dot, circle(Int), box(width: Int, height: Int) }
+ case dot, circle(Int), box(w: Int, height: Int) }
#### edit raw-value
- warn = 5
+ warn = 6
#### edit raw-string
- case north, south, east }
+ case north = "N", south, east }
#### edit raw-type
- public enum Code: Int {
+ public enum Code: UInt8 {
#### edit raw-value-spelled-out keeps
- case north, south, east }
+ case north = "north", south, east }
#### edit not-iterable-by-itself
- extension Direction {
+ extension Direction { public static var allCases: [Direction] { [.east] };
#### edit indirect-case-of-public
- case dot, circle(Int),
+ case dot; indirect case circle(Int); case
#### edit hidden-case
#### in Base/Hidden.swift
- enum Mode { case a, b }
+ enum Mode { case a, b, c }
#### edit hidden-single-case
#### in Base/Hidden.swift
- enum Mode { case a, b }
+ enum Mode { case a; static let b = Mode.a }
#### edit hidden-payload
#### in Base/Hidden.swift
- b(Deep) }
+ b(Deep, Deep, Deep) }
#### edit hidden-deep-field
#### in Base/Hidden.swift
- var x: Int32 = 1 }
+ var x: Int32 = 1; var y = [1, 2]; var z = 4 }
#### edit hidden-case-becomes-indirect
#### in Base/Hidden.swift
- case a(Int), b(Deep) }
+ case a(Int); indirect case b(Deep) }
#### edit hidden-raw-type keeps
#### in Base/Hidden.swift
- enum Mode { case a, b }
+ enum Mode: Int { case a, b }
#### edit hidden-payload-label
#### in Base/Hidden.swift
- b(Deep) }
+ b(deep: Deep) }
#### edit hidden-case-renamed
#### in Base/Hidden.swift
- case u, v }
+ case u, w; static let v = Unused.u }
#### edit hidden-unused-case keeps
#### in Base/Hidden.swift
- case u, v }
+ case u, v, w }
#### edit hidden-method keeps
#### in Base/Hidden.swift
- enum Mode { case a, b }
+ enum Mode { case a, b; func added() {} }
#### edit private-method keeps
- extension Shape {
+ extension Shape { private func added() {}
#### edit internal-static keeps
- extension Direction {
+ extension Direction { static let added = 4;
#### edit internal-computed keeps
- extension Direction {
+ extension Direction { var added: Int { 4 };
#### edit public-method
- extension Shape {
+ extension Shape { public static func extra() -> String { "theirs" }
#### edit conformance
- public enum Single {
+ public enum Single: Hashable {
#### edit conformance-comparable
- public enum Code: Int {
+ public enum Code: Int, Comparable { public static func < (a: Code, b: Code) -> Bool { a.rawValue < b.rawValue };
#### edit hidden-conformance keeps
#### in Base/Hidden.swift
+ protocol Hid {}
+ extension Direction: Hid {}
#### edit body keeps
- r * 3
+ r * 4
#### edit generic-case
- case absent, present(T) }
+ case absent, missing, present(T) }
#### edit nested-hidden-type keeps
- extension Direction {
+ extension Direction { enum Side { case left, right };
#### edit unavailable-case
- case dot, circle(Int),
+ @available(*, deprecated, message: "no") case dot; case circle(Int),
#### edit case-into-another-order-of-payloads
- public enum Wrapper { case one(Carrier), two(Carrier2), none }
+ public enum Wrapper { case two(Carrier2), one(Carrier), none }
#### edit hidden-payloads-in-another-order
#### in Base/Hidden.swift
- case a([Int]), b(Int) }
+ case b(Int), a([Int]) }
#### edit hidden-payload-gone
#### in Base/Hidden.swift
- case a(Int), b(Deep) }
+ case a(Int), b; static func b(_ d: Deep) -> Self { .b } }
#### edit hidden-reached-case-renamed keeps
#### in Base/Hidden.swift
- enum Mode { case a, b }
+ enum Mode { case a, c; static let b = Mode.c }
#### edit cases-written-apart keeps
- case dot, circle(Int), box(width: Int, height: Int) }
+ case dot; case circle(Int); case box(width: Int, height: Int) }
#### edit private-helper-with-a-switch keeps
+ private func sides(_ s: Shape) -> Int { switch s { case .dot: 0; case .circle: 1; case .box: 4 } }
#### edit private-static-table keeps
- extension Direction {
+ extension Direction { private static let names: [Direction: String] = [.north: "N"];
#### edit private-nested-enum keeps
- extension Shape {
+ extension Shape { private enum Keys: String { case width, height }
#### edit private-conformance-of-a-private-type keeps
+ private struct Walk: Sequence, IteratorProtocol { var d = Direction.north; mutating func next() -> Direction? { nil } }
#### edit body-with-a-type-of-its-own keeps
- { self == .north ? .south : .north }
+ { enum Way { case up, down }; let w: Way = self == .north ? .up : .down; return w == .up ? .south : .north }

"""#
}
