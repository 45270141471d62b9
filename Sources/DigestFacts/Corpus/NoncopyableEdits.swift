// swift-format-ignore-file
extension Corpus {
    static let noncopyableEdits = #"""
Types that are not copied, ownership, typed throws.

#### module Base package=corpus
#### file Base.swift
public struct File: ~Copyable { public var handle = 3; private var state = FileState(); public init() {}; deinit { Trace.lines.append("closed \(handle)") }; public borrowing func read() -> Int { handle + state.n }; public consuming func close() -> Int { let h = handle; return h }; public mutating func seek(_ n: Int) { handle = n } }
public enum Trace { nonisolated(unsafe) public static var lines: [String] = [] }
public struct Unique<T: ~Copyable>: ~Copyable { private var value: T; public init(_ v: consuming T) { value = v }; public consuming func take() -> T { value } }
public enum Maybe<T: ~Copyable>: ~Copyable { case none, some(T) }
extension Maybe: Copyable where T: Copyable {}
public struct Quiet: ~Copyable { public var n = 4; private var pad = Pad(); public init() {} }
public enum Oops: Error { case bad(Int), worse }
public struct Fault: Error { public var code = 5; private var note = Note(); public init() {} }
public func risky(_ n: Int) throws(Oops) -> Int { if n > 2 { throw .bad(n) }; return n }
public func faulty(_ n: Int) throws(Fault) -> Int { if n > 2 { throw Fault() }; return n }
public func loose(_ n: Int) throws -> Int { if n > 2 { throw Oops.worse }; return n }
public func relay<E: Error>(_ f: () throws(E) -> Int) throws(E) -> Int { try f() }
public func eat(_ s: consuming String) -> Int { s.count }
public func look(_ s: borrowing Quiet) -> Int { s.n }
public protocol Reads: ~Copyable { func read2() -> Int }
extension File: Reads { public func read2() -> Int { read() * 2 } }
#### file Hidden.swift
struct FileState { var n = 1 }
struct Pad: ~Copyable { var k: Int16 = 1 }
struct Note { var m: Int8 = 2 }
struct Gone: ~Copyable { var x = 1 }
#### module Middle
import Base
public struct Desk: ~Copyable { public var file = File(); public var end = 47; public init() {} }
public func attempt(_ n: Int) throws(Oops) -> Int { try risky(n) + 1 }
#### program Client
import Base
func go() {
    var f = File()
    f.seek(8)
    print(f.read(), f.read2(), MemoryLayout<File>.size, MemoryLayout<Quiet>.size)
    print(f.close())
    let u = Unique(File())
    print(u.take().read())
    let m = Maybe.some(Quiet())
    switch consume m { case .none: print("none"); case .some(let q): print(q.n, look(q)) }
    struct Own: ~Copyable { var q = Quiet(); var f = File(); var z = 53 }
    let o = Own()
    print(o.z, o.q.n, MemoryLayout<Own>.size, MemoryLayout<Maybe<Int>>.size, MemoryLayout<Maybe<Quiet>>.size)
}
let once = Maybe.some(3), again = once
if case .some(let n) = once, case .some(let m) = again { print(n, m) }
go()
print(Trace.lines)
do { print(try risky(1)); print(try risky(5)) } catch { switch error { case .bad(let n): print("bad", n); case .worse: print("worse") } }
do { print(try faulty(1)); print(try faulty(5)) } catch { print(error.code) }
do { print(try loose(1)); print(try loose(5)) } catch { print(error) }
do { print(try relay { () throws(Oops) in try risky(3) }) } catch { print("relay", error) }
print(eat("abc"), MemoryLayout<Oops>.size, MemoryLayout<Fault>.size)
struct Reader<R: Reads & ~Copyable>: ~Copyable { var r: R; func go() -> Int { r.read2() } }
print(Reader(r: File()).go())
#### program Peer package=corpus
import Base
let q = Quiet()
print(q.n, look(q), (try? risky(1)) ?? 0)
#### program Inside
@testable import Base
let g = Gone()
print(g.x, FileState().n, Note().m)
#### program Top
import Middle
let d = Desk()
print(d.end, d.file.read(), (try? attempt(9)) ?? -1, MemoryLayout<Desk>.size)

#### edit private-field
- private var state = FileState();
+ private var more = "m"; private var state = FileState();
#### edit hidden-field
#### in Base/Hidden.swift
- struct FileState { var n = 1 }
+ struct FileState { var n = 1; var m = 2 }
#### edit hidden-noncopyable-field
#### in Base/Hidden.swift
- { var k: Int16 = 1 }
+ { var k: Int64 = 1 }
#### edit hidden-deinit
#### in Base/Hidden.swift
- { var k: Int16 = 1 }
+ { var k: Int16 = 1; deinit { Trace.lines.append("pad") } }
#### edit hidden-becomes-copyable
#### in Base/Hidden.swift
- struct Pad: ~Copyable
+ struct Pad
#### edit deinit-body keeps
- deinit { Trace.lines.append("closed \(handle)") }
+ deinit { Trace.lines.append("shut \(handle)") }
#### edit deinit-removed
- deinit { Trace.lines.append("closed \(handle)") };
+
#### edit deinit-added
- public struct Quiet: ~Copyable {
+ public struct Quiet: ~Copyable { deinit { Trace.lines.append("quiet") };
#### edit becomes-copyable
- public struct Quiet: ~Copyable { public var n = 4; private var pad = Pad();
+ public struct Quiet { public var n = 4;
#### edit conditional-copyable-gone
- extension Maybe: Copyable where T: Copyable {}
+
#### edit consuming-becomes-borrowing
- public consuming func close()
+ public borrowing func close()
#### edit parameter-consuming-to-borrowing
- public func eat(_ s: consuming String)
+ public func eat(_ s: borrowing String)
#### edit private-method keeps
- public mutating func seek
+ private func added() {}; public mutating func seek
#### edit hidden-alone keeps
#### in Base/Hidden.swift
- struct Gone: ~Copyable { var x = 1 }
+ struct Gone: ~Copyable { var x = 1; var y = 2; deinit {} }
#### edit thrown-type
- throws(Oops) -> Int { if n > 2 { throw .bad(n) }; return n }
+ throws -> Int { if n > 2 { throw Oops.bad(n) }; return n }
#### edit thrown-type-narrower
- public func loose(_ n: Int) throws -> Int
+ public func loose(_ n: Int) throws(Oops) -> Int
#### edit thrown-struct-hidden-field
#### in Base/Hidden.swift
- struct Note { var m: Int8 = 2 }
+ struct Note { var m: Int8 = 2; var l = 3 }
#### edit thrown-enum-case
- case bad(Int), worse }
+ case bad(Int), worse, worst }
#### edit throws-dropped
- public func loose(_ n: Int) throws -> Int { if n > 2 { throw Oops.worse }; return n }
+ public func loose(_ n: Int) -> Int { n }
#### edit throwing-body keeps
- { if n > 2 { throw Fault() }; return n }
+ { if n > 3 { throw Fault() }; return n }
#### edit rethrowing
- public func relay<E: Error>(_ f: () throws(E) -> Int) throws(E) -> Int
+ public func relay(_ f: () throws -> Int) rethrows -> Int
#### edit protocol-copyable
- public protocol Reads: ~Copyable { func read2() -> Int }
- extension File: Reads { public
+ public protocol Reads { func read2() -> Int }
+ extension File { public
#### edit hidden-throwing-function keeps
+ func hiddenThrows() throws(Fault) {}
#### edit private-consuming-helper keeps
+ private func drain(_ f: consuming File) -> Int { f.close() }
#### edit private-noncopyable-type keeps
#### in Base/Hidden.swift
+ private struct Lock: ~Copyable { var held = true; deinit {} }
#### edit private-extension keeps
+ private extension File { borrowing func peek() -> Int { read() } }

"""#
}
