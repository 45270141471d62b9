// swift-format-ignore-file
extension Corpus {
    static let actorsEdits = #"""
Actors, global actors, isolation, async functions, task locals.

#### module Base package=corpus
#### file Base.swift
public actor Account {
    public private(set) var balance = 10
    private var log: [String] = []
    let bank = Bank()
    public init() {}
    public func deposit(_ n: Int) -> Int { balance += n; note("d"); return balance }
    private func note(_ s: String) { log.append(s) }
    func audit() -> Int { log.count }
    public nonisolated func title() -> String { "account" }
    public func close() async throws -> Int { balance }
}
@globalActor public actor Kitchen { public static let shared = Kitchen() }
@Kitchen public final class Stove { public var heat = 1; private var gas = Gas(); nonisolated public init() {}; public func up() -> Int { heat += gas.n; return heat } }
public func free(_ n: Int) async -> Int { n + later() }
public func both(_ f: @Sendable () async -> Int) async -> Int { await f() }
public enum Context { @TaskLocal public static var depth = 1 }
@MainActor public func onMain() -> Int { 4 }
public struct Ticket: Sendable { public var n = 1; private var seal = Seal(); public init() {} }
#### file Hidden.swift
final class Bank: Sendable { let n = 3 }
struct Gas { var n = 2 }
struct Seal { var k: Int16 = 4 }
func later() -> Int { 5 }
actor Clerk { var work = 1 }
#### module Middle
import Base
public struct Purse: Sendable { public var ticket = Ticket(); public var coins = 6; public init() {} }
public func pay(_ a: Account) async -> Int { await a.deposit(1) }
#### program Client
import Base
func run() async throws {
    let a = Account()
    print(await a.deposit(5), a.title(), await a.balance, try await a.close())
    let s = Stove()
    print(await s.up(), await s.heat)
    print(await free(3), await both { 9 }, Context.depth, await onMain())
    await Context.$depth.withValue(7) { print(Context.depth, await free(1)) }
    let t = Ticket()
    let ts = [t, Ticket()]
    print(t.n, MemoryLayout<Ticket>.size, await Task { ts[1].n }.value)
    func extra(_: Int...) -> String { "mine" }
    print(extra())
    try await withThrowingTaskGroup(of: Int.self) { g in
        g.addTask { await a.deposit(1) }
        for try await n in g { print(n) }
    }
}
extension Account { nonisolated func extra(_: Int...) -> String { "mine" } }
print(Account().extra())
try await run()
#### program Peer package=corpus
import Base
print(await Account().deposit(2), await free(1), await Stove().up())
#### program Inside
@testable import Base
print(await Account().audit(), later(), await Clerk().work, Bank().n)
#### program Top
import Middle
let p = Purse()
print(p.coins, p.ticket.n, MemoryLayout<Purse>.size)

#### edit private-stored
-     private var log: [String] = []
+     private var log: [String] = []; private var n = 3
#### edit private-method
-     private func note(
+     private func added() {}
+     private func note(
#### edit internal-method
-     func audit()
+     func added() {}
+     func audit()
#### edit hidden-method-gone
-     func audit() -> Int { log.count }
-     public
+     func audit() -> Int { 1 }; func inspect() -> Int { 2 }
+     public
#### edit private-async-method
-     private func note(
+     private func added() async {}
+     private func note(
#### edit body keeps
- { "account" }
+ { "konto" }
#### edit async-body keeps
- { n + later() }
+ { n + later() + 1 }
#### edit isolation-of-function
- @MainActor public func onMain
+ public func onMain
#### edit isolation-of-class
- @Kitchen public final class Stove { public var heat = 1; private var gas = Gas(); nonisolated public init() {}; public func up()
+ public final class Stove: @unchecked Sendable { public var heat = 1; private var gas = Gas(); public init() {}; @Kitchen public func up()
#### edit nonisolated-gone
-     public nonisolated func title()
+     public func title()
#### edit becomes-async
- public func deposit(_ n: Int) -> Int {
+ public func deposit(_ n: Int) async -> Int {
#### edit throws-gone
- async throws -> Int { balance }
+ async -> Int { balance }
#### edit hidden-struct-in-class
#### in Base/Hidden.swift
- struct Gas {
+ struct Gas { var m = [4];
#### edit hidden-struct-in-sendable-struct
#### in Base/Hidden.swift
- struct Seal { var k: Int16 = 4 }
+ struct Seal { var k: Int32 = 4; var l = 5 }
#### edit hidden-actor keeps
#### in Base/Hidden.swift
- actor Clerk { var work = 1 }
+ actor Clerk { var work = 1; var more = 2; func toil() {} }
#### edit hidden-class keeps
#### in Base/Hidden.swift
- let n = 3 }
+ let n = 3; let m = 4 }
#### edit hidden-async-function keeps
#### in Base/Hidden.swift
+ func added() async -> Int { 4 }
#### edit hidden-function-becomes-async
#### in Base/Hidden.swift
- func later() -> Int { 5 }
+ func later() -> Int { 5 }
+ @Kitchen func hiddenInKitchen() {}
#### edit task-local-type
- public static var depth = 1 }
+ public static var depth: Int8 = 1 }
#### edit task-local-default
- public static var depth = 1 }
+ public static var depth = 2 }
#### edit sendable-parameter
- both(_ f: @Sendable () async -> Int)
+ both(_ f: () async -> Int)
#### edit public-method
-     public nonisolated func title()
+     public nonisolated func extra() -> String { "theirs" }
+     public nonisolated func title()
#### edit private-nonisolated-method
-     let bank = Bank()
+     let bank = Bank(); private nonisolated func added() {}
#### edit private-extension-of-actor keeps
+ extension Account { private func added() {} }
#### edit custom-executor
- public actor Account {
+ public actor Account { public nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
#### edit private-method-at-the-end keeps
-     public func close() async throws -> Int { balance }
+     public func close() async throws -> Int { left() }
+     private func left() -> Int { balance }
#### edit private-task-helper keeps
+ private func retry(_ f: @Sendable () async throws -> Int) async -> Int? { try? await f() }
#### edit private-actor keeps
#### in Base/Hidden.swift
+ private actor Queue { var waiting: [Int] = []; func push(_ n: Int) { waiting.append(n) } }
#### edit private-extension-on-an-actor keeps
+ private extension Account { func logged() -> Int { 1 }; nonisolated func tag() -> String { "t" } }
#### edit hidden-actor-method keeps
#### in Base/Hidden.swift
- actor Clerk { var work = 1 }
+ actor Clerk { var work = 1; private func rest() { work = 0 } }

"""#
}
