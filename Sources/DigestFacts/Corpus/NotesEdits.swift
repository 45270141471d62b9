// swift-format-ignore-file
extension Corpus {
    static let notesEdits = #"""
What clients' warnings show of declarations: a note prints the declaration that it is about, and two lines behind it.

#### module Base
#### file Base.swift
@MainActor @preconcurrency public func main(_ count: Int, times: Int = 2) -> Int { count * times }
@MainActor @preconcurrency public func largest<T: Comparable>(_ a: T, _ b: T) -> T { a > b ? a : b }
@_cdecl("corpus_note") @MainActor @preconcurrency public func cNamed() -> Int32 { 5 }
@_specialize(where T == Int) @MainActor @preconcurrency public func special<T>(_ t: T) -> Int { MemoryLayout<T>.size }
@_optimize(none) @MainActor @preconcurrency public func slow() -> Int { 3 }
@inlinable @MainActor @preconcurrency public func inl() -> Int { 4 }
@MainActor @preconcurrency public func eat(_ s: consuming String) -> Int { s.count }
@MainActor @preconcurrency public func look(_ n: Int) -> Int { n + 0 }
@MainActor @preconcurrency public func take(_ p: some Equatable) -> Int { 2 }
public class Object { public init() {}; public var n = 1; public func f() {}; private func last() {} }
public final class Alone { public init() {}; public var n = 1 }
public struct Box { private var held = Object(); private var count = 3; public init() {}; public var z = 1 }
public enum Kind { case plain, held(Object), other(Int) }
public enum Tree { case leaf; indirect case node(Tree, Object, Tree) }
/// A note prints no such comment.
public struct Noted { public init() {}; public var o = Object() }
#### program Client -strict-concurrency=complete
import Base
func calls() -> Int { main(1) + largest(1, 2) + Int(cNamed()) + special(1) + slow() + inl() + eat("s") + look(2) + take(3) }
func captures(_ o: Object, _ a: Alone, _ k: Kind, _ t: Tree, _ b: Noted) -> Int {
    let f: @Sendable () -> Int = {
        print(k, t)
        return o.n + a.n + b.o.n
    }
    return f()
}
extension Box: Sendable {}
print(captures(Object(), Alone(), .plain, .leaf, Noted()), Box().z)
#### program Plain
import Base
print(Object().n, Box().z, Noted().o.n)

#### edit parameter-name
- main(_ count: Int, times: Int = 2) -> Int { count * times }
+ main(_ number: Int, times: Int = 2) -> Int { number * times }
#### edit parameter-name-behind-a-label
- times: Int = 2) -> Int { count * times }
+ times n: Int = 2) -> Int { count * n }
#### edit generic-parameter-renamed
- largest<T: Comparable>(_ a: T, _ b: T) -> T {
+ largest<V: Comparable>(_ a: V, _ b: V) -> V {
#### edit cdecl-name
- "corpus_note"
+ "corpus_noted"
#### edit cdecl-dropped
- @_cdecl("corpus_note") @MainActor
+ @MainActor
#### edit inlinable-dropped
- @inlinable @MainActor
+ @MainActor
#### edit frozen
- public enum Kind {
+ @frozen public enum Kind {
#### edit cases-in-another-order
- case plain, held(Object),
+ case held(Object), plain,
#### edit indirect-spelled-on-the-enum
- public enum Tree { case leaf; indirect case
+ public indirect enum Tree { case leaf; case
#### edit private-field-renamed
- private var held = Object();
+ private var kept = Object();
#### edit deinit-added
- public final class Alone { public init() {};
+ public final class Alone { deinit {}; public init() {};
#### edit specialize-dropped keeps
- @_specialize(where T == Int) @MainActor
+ @MainActor
#### edit optimize-dropped keeps
- @_optimize(none) @MainActor
+ @MainActor
#### edit cases-written-apart keeps
- case plain, held(Object), other(Int) }
+ case plain; case held(Object); case other(Int) }
#### edit doc-comment keeps
- /// A note prints no such comment.
+ /// Nor this one.
+ ///
+ /// - Note: at all.
#### edit private-method-in-a-printed-struct keeps
- public struct Noted { public init() {};
+ public struct Noted { private func added() {}; public init() {};
#### edit internal-initializer-of-a-printed-class keeps
- public final class Alone {
+ public final class Alone { init(m: Int) {};
#### edit private-method-behind-all-others keeps
- private func last() {} }
+ private func last() {}; private func added() {} }
#### edit initial-value-moves-into-the-initializer keeps
- private var count = 3; public init() {};
+ private var count: Int; public init() { count = 3 };
#### edit consuming-spelled-otherwise
- eat(_ s: consuming String)
+ eat(_ s: __owned String)
#### edit borrowing-spelled-out
- look(_ n: Int)
+ look(_ n: borrowing Int)
#### edit some-parameter-becomes-generic
- take(_ p: some Equatable)
+ take<T: Equatable>(_ p: T)
#### edit default-argument
- times: Int = 2)
+ times: Int = 3)

"""#
}
