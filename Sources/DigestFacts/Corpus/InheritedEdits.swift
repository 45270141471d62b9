// swift-format-ignore-file
extension Corpus {
    static let inheritedEdits = #"""
Hidden methods whose types clients see only by inheriting: a client's subclass of an open class repeats its slots, and declares their functions.

#### module Base package=corpus
struct Stored { var x = 1; var y: Int8 = 2 }
enum Choice { case some(Taken), none }
struct Taken { var n = 3 }
struct Nested { struct Key { var k = 4 } }
struct Past { var p = 5 }
open class Open {
    public init() {}
    fileprivate func give() -> Stored { Stored() }
    private func take(_ c: Choice, _ keys: [Nested.Key]) {}
    open func name() -> String { "open \(give().x)" }
}
public class Shut {
    public init() {}
    private func give() -> Past { Past() }
    public func name() -> String { "shut \(give().p)" }
}
#### program Client
import Base
class Mine: Open { override func name() -> String { "mine " + super.name() } }
print(Mine().name(), Shut().name())

#### edit returned-gains-a-field
- struct Stored { var x = 1; var y: Int8 = 2 }
+ struct Stored { var x = 1; var y: Int8 = 2; var z = "s" }
#### edit returned-fields-change-places
- struct Stored { var x = 1; var y: Int8 = 2 }
+ struct Stored { var y: Int8 = 2; var x = 1 }
#### edit taken-payload
- struct Taken { var n = 3 }
+ struct Taken { var n = 3; var m = "m" }
#### edit key-of-array
- struct Key { var k = 4 }
+ struct Key { var k = 4; var l = 5 }
#### edit of-a-class-that-is-not-open keeps
- struct Past { var p = 5 }
+ struct Past { var p = 5; var q = 6 }
#### edit method-of-returned keeps
- struct Stored { var x = 1; var y: Int8 = 2 }
+ struct Stored { var x = 1; var y: Int8 = 2; func twice() -> Int { x * 2 } }

"""#
}
