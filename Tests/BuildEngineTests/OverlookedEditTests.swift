import BuildEngine
import Disk
import InterfaceDigests
import Subprocesses
import Targets
import TestKinds
import Testing

/// The real digester, but for one kind of its lines.
private struct ForgetfulDigester: ModuleDigester {
    let digester: any ModuleDigester
    let forgotten: ABIParts.Kind

    func digest(
        of module: EmittedModule, others: (Set<String>) -> SeenNames, cancellation: Cancellation
    ) -> ABIDigest {
        let found = digester.digest(of: module, others: others, cancellation: cancellation)
        return ABIDigest(parts: ABIParts(found.parts.parts.filter { $0.kind != forgotten }), moduleBytes: module.bytes)
    }
}

/// An edit that only one kind of the digest's lines shows: without these lines a stale result is taken, and verifying
/// the build finds it.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct OverlookedEditTests {
    struct Overlooked: Sendable, CustomTestStringConvertible {
        var kind: ABIParts.Kind
        /// What `Base` has besides, and what it has after the edit.
        var old, new: String
        /// What `Mid` does with it.
        var use: String
        var testDescription: String { "\(kind)" }
    }

    static let edits: [Overlooked] = [
        .init(
            kind: .fallback, old: "public let opaque: some Sendable = Int8(1)",
            new: "public let opaque: some Sendable = \"text\"",
            use: "public func use() -> Int { MemoryLayout.size(ofValue: opaque) }"),
        .init(
            kind: .import, old: "import CBase", new: "@_exported import CBase",
            use:
                "func cbase_add(_ a: Any, _ b: Any) -> Int32 { 0 }\npublic func use() -> Int32 { cbase_add(1 as Int32, 2 as Int32) }"
        ),
        .init(
            kind: .visible, old: "public func pick(_ n: Any) -> Int { 1 }",
            new: "public func pick(_ n: Any) -> Int { 1 }\npublic func pick(_ n: Int) -> Int { 2 }",
            use: "public func use() -> Int { pick(3) }"),
        .init(
            kind: .stored, old: "typealias Held = Int8\n" + holder, new: "typealias Held = Int16\n" + holder,
            use: useOfHolder),
        .init(
            kind: .hidden,
            old: "struct Held: ExpressibleByIntegerLiteral { var a: Int8; init(integerLiteral n: Int8) { a = n } }\n"
                + holder,
            new: "struct Held: ExpressibleByIntegerLiteral { var a: Int; init(integerLiteral n: Int) { a = n } }\n"
                + holder, use: useOfHolder),
        .init(
            kind: .slot, old: "public class Shown { public init() {}; public func shown() -> Int { 1 } }",
            new: "public class Shown { public init() {}; func hidden() {}; public func shown() -> Int { 1 } }",
            use: "public func use(_ s: Shown) -> Int { s.shown() }"),
        .init(
            kind: .emitted, old: "@_alwaysEmitIntoClient public func emitted() -> Int { 1 }",
            new: "@_alwaysEmitIntoClient public func emitted() -> Int { 2 }",
            use: "public func use() -> Int { emitted() }"),
    ]

    private static let holder =
        "public struct Holder { private var held: Held = 1; public var end = 7; public init() {} }"
    private static let useOfHolder = "public func use(_ h: Holder) -> Int { h.end }"

    @Test func thereIsAnEditForEveryKind() {
        #expect(OverlookedEditTests.edits.map(\.kind) == ABIParts.Kind.allCases)
    }

    @Test(arguments: edits) func verifyingFindsWhatTheDigestOverlooked(_ edit: Overlooked) throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            let extra = "Packages/Demo/Sources/Base/Extra.swift"
            try demo.write(extra, edit.old + "\n")
            try demo.write(
                "Packages/Demo/Sources/Mid/Mid.swift",
                "import Base\npublic func twice(_ number: Int) -> Int { number * 2 }\n" + edit.use + "\n")
            let real = ABIDigester(
                toolchain: try RealWorkspace.toolchain.get(), files: demo.files, commands: LocalCommandRunner(),
                environment: ["PATH": "/usr/bin:/bin"])
            demo.digester = ForgetfulDigester(digester: real, forgotten: edit.kind)
            let (first, before) = try demo.build()
            #expect(first.succeeded, "\(before.record.diagnostics.map(\.text))")

            try demo.write(extra, edit.new + "\n")
            demo.verification = VerificationRequest(percent: 100, seed: 1)
            let (summary, seen) = try demo.build()
            #expect(
                summary.succeeded && seen.ran.contains("emit-module Packages/Demo:Base"),
                "\(seen.record.diagnostics.map(\.text))")
            #expect(
                !seen.ran.contains { $0.hasPrefix("compile Packages/Demo:Mid") },
                "the stale object is taken: nothing in its key changed")

            let found = try #require(
                summary.verification?.mismatches.first { $0.action.id.name == "compile Packages/Demo:Mid" })
            #expect(found.action.subject == .target(TargetID(RealWorkspace.package, "Mid")))
            let key = seen.record.reports.last { $0.action.id.name == "compile Packages/Demo:Mid" }?.key
            #expect(found.key == key)
            guard case .outputs(let outputs) = found.mismatch.fact else {
                Issue.record("\(found.mismatch.fact)")
                return
            }
            #expect(outputs.contains { $0.name.hasSuffix("Mid.swift.o") && $0.cached != $0.made })
            #expect(!found.mismatch.toolIsUnsteady && found.mismatch.quarantine != nil)
        }
    }

    /// A stale result that was found by what its action uses lies under three keys.
    @Test func whatWasFoundByUseIsNotTakenAgain() throws {
        let edit = try #require(OverlookedEditTests.edits.first { $0.kind == .slot })
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            let extra = "Packages/Demo/Sources/Base/Extra.swift", mid = "compile Packages/Demo:Mid"
            try demo.write(extra, edit.old + "\n")
            try demo.write(
                "Packages/Demo/Sources/Mid/Mid.swift", "import Base\nfunc twice(_ n: Int) -> Int { n }\n" + edit.use)
            try demo.edit("Packages/Demo/Sources/App/main.swift", "twice(21), ", "")
            let real = ABIDigester(
                toolchain: try RealWorkspace.toolchain.get(), files: demo.files, commands: LocalCommandRunner(),
                environment: ["PATH": "/usr/bin:/bin"])
            demo.digester = ForgetfulDigester(digester: real, forgotten: edit.kind)
            #expect(try demo.build().0.succeeded)
            try demo.write(extra, edit.new + "\npublic func nobodyCalls() {}\n")
            for isFresh in [false, true] {
                if isFresh { try demo.files.remove(demo.root / ".mono") }
                demo.verification = isFresh ? VerificationRequest(percent: 100, seed: 1) : nil
                let (summary, seen) = try demo.build()
                #expect(summary.succeeded && !seen.ran.contains(mid), "the stale object is taken")
                let found = summary.verification?.mismatches.map(\.action.id.name) ?? []
                #expect(found.contains(mid) == isFresh)
            }
            demo.verification = nil
            try demo.files.remove(demo.root / ".mono")
            #expect(try demo.build().1.ran.contains(mid))
        }
    }
}
