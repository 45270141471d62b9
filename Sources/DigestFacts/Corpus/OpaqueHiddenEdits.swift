// swift-format-ignore-file
extension Corpus {
    static let opaqueHiddenEdits = #"""
A hidden stored value of an opaque type, which visible storage reaches through an associated type.

#### module Base package=corpus
public protocol P { func name() -> String }
struct A: P { var x: Int8 = 1; func name() -> String { "A" } }
struct B: P { var x = 1; var y = "s"; func name() -> String { "B" } }
public protocol Fixed { associatedtype Body: P; static var body: Body { get } }
struct Row: Fixed { static let body: some P = A() }
struct Keeps<T: Fixed> { var body: T.Body? = nil }
enum Either { case row(Keeps<Row>), none }
public struct Screen { private var row = Keeps<Row>(); public var z = 3; public init() {} }
public struct Chosen { private var e = Either.none; public var z = 4; public init() {} }
#### module Middle
import Base
public struct Wraps { public var s = Screen(); public var c = Chosen(); public var z = 41; public init() {} }
#### program Client
import Base
struct Own { var s = Screen(); var c = Chosen(); var z = 43 }
print(Own().z, Own().s.z, Own().c.z, MemoryLayout<Own>.size)
#### program Top
import Middle
print(Wraps().z, MemoryLayout<Wraps>.size)

#### edit underlying
- static let body: some P = A() }
+ static let body: some P = B() }
#### edit underlying-field
- struct A: P { var x: Int8 = 1;
+ struct A: P { var x: Int = 1;

"""#
}
