import BuildEngine
import Disk
import Dispatch
import FakeTools
import Subprocesses
import Synchronization
import TestKinds
import Testing

/// Edits that change a module's bytes, on real compiles: who compiles again is who could see them.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct HiddenEditTests {
    private let base = "Packages/Demo/Sources/Base/Box.swift"
    /// What every change of the module's bytes runs.
    private let ofBase = [
        "~compile Packages/Demo:Base", "emit-module Packages/Demo:Base", "link Packages/Demo:app",
        "wrap-module Packages/Demo:Base",
    ]
    /// The first time, where the edit does not stay inside of its file: the clean build left no state.
    private let ofBaseWhole = [
        "compile Packages/Demo:Base", "emit-module Packages/Demo:Base", "link Packages/Demo:app",
        "wrap-module Packages/Demo:Base",
    ]
    private let ofMid = ["compile Packages/Demo:Mid", "emit-module Packages/Demo:Mid"]
    private let ofApp = ["compile Packages/Demo:App", "emit-module Packages/Demo:App"]

    private func step(
        _ demo: RealWorkspace, _ what: String, runs expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation,
        _ edit: () throws -> Void
    ) throws {
        try edit()
        let (summary, seen) = try demo.build()
        #expect(
            summary.succeeded, "\(what): \(summary.failures) \(seen.record.diagnostics.map(\.text))",
            sourceLocation: sourceLocation)
        #expect(
            seen.ran.filter { !$0.hasPrefix("autolink ") } == expected.sorted(), "\(what)",
            sourceLocation: sourceLocation)
    }

    private func append(_ text: String, to path: String, of demo: RealWorkspace) throws {
        let old = String(decoding: try demo.files.read(demo.root / path), as: UTF8.self)
        try demo.files.write(old + "\n" + text + "\n", to: demo.root / path)
    }

    @Test func onlyWhoCouldSeeAnEditCompilesAgain() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            try append(
                "public struct Holder { private var held = Held(); public init() {} }\nstruct Held { var a = 1 }",
                to: base, of: demo)
            _ = try demo.build()
            try step(demo, "a private function more", runs: ofBase) {
                try append("private func more() {}", to: base, of: demo)
            }
            // All of it, once: nobody had edited it here.
            try step(demo, "a method of a hidden struct more", runs: ofBaseWhole) {
                try append("extension Held { func more() {} }", to: base, of: demo)
            }
            try step(demo, "a hidden type that nothing stores", runs: ofBase) {
                try append("struct Nobody { var a = 1 }", to: base, of: demo)
            }
            try step(demo, "a field of a hidden struct that a public one stores", runs: ofBase) {
                try demo.edit(base, "struct Held { var a = 1", "struct Held { var a = 1; var b = 2")
            }
            try append(
                "public func hold() -> Holder { Holder() }", to: "Packages/Demo/Sources/Mid/Mid.swift", of: demo)
            _ = try demo.build()
            try step(demo, "the same where somebody uses the public one", runs: ofBase + ofMid) {
                try demo.edit(base, "struct Held { var a = 1", "struct Held { var c = 3; var a = 1")
            }
            try step(demo, "nothing", runs: []) {}
        }
    }

    @Test func aTargetThatImportsHiddenDeclarationsCompilesWithEveryChange() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            try demo.edit("Packages/Demo/Sources/Mid/Mid.swift", "import Base", "@testable import Base")
            _ = try demo.build()
            // Who sees Mid sees through it what Mid may show of what is hidden.
            try step(demo, "an internal function more", runs: ofBase + ofMid + ofApp) {
                try append("func more() {}", to: base, of: demo)
            }
        }
    }

    /// The link starts on the assumption that App need not be compiled again. It must be, and its object is the same.
    @Test func aLinkWhoseAssumptionWasWrongCountsWhereItsInputsCameOutTheSame() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            try demo.edit("Packages/Demo/Sources/Mid/Mid.swift", "import Base", "@testable import Base")
            _ = try demo.build()
            let commands = LateEmission()
            demo.commands = commands
            try append("func more() {}", to: base, of: demo)
            let (summary, seen) = try demo.build()
            #expect(summary.succeeded && commands.linkedFirst)
            #expect(seen.ran.contains("compile Packages/Demo:App"))
            let link = seen.record.reports.filter { $0.action.id.name == "link Packages/Demo:app" }
            #expect(link.map(\.outcome) == [.ranEarly, .ran])
        }
    }

    @Test func aModuleWithAnOpaqueGlobalCountsByItsBytes() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            try append("public let opaque: some Sendable = 1", to: base, of: demo)
            _ = try demo.build()
            try step(demo, "a private function more", runs: ofBaseWhole + ofMid + ofApp) {
                try append("private func more() {}", to: base, of: demo)
            }
            try step(demo, "and another one", runs: ofBase + ofMid + ofApp) {
                try append("private func another() {}", to: base, of: demo)
            }
        }
    }

    @Test func aModuleSeenBeforeStartsNothing() throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder)
            _ = try demo.build()
            let before = try demo.cacheEntries()
            // A comment moves nothing that a module holds.
            try step(demo, "a comment", runs: ["~compile Packages/Demo:Base", "emit-module Packages/Demo:Base"]) {
                try demo.edit(base, "import CBase", "import CBase // C")
            }
            // Results of the two actions, each with its surfaces; none of an interface digest.
            #expect(try demo.cacheEntries() == before + 4)
        }
    }
}

/// Compiles Base when its module is emitted, and emits Mid's module when the program is linked. Nothing waits for more
/// than five minutes, which other tests may need on a slow machine.
private final class LateEmission: CommandRunner {
    private let emitted = DispatchSemaphore(value: 0), linked = DispatchSemaphore(value: 0)
    private let order = Mutex(false)

    /// True where Mid's emission did not wait in vain.
    var linkedFirst: Bool { order.withLock(\.self) }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        func makes(_ file: String) -> Bool { command.arguments.contains { $0.hasSuffix("/\(file)") } }
        let emits = command.arguments.contains("-emit-module")
        func passes(_ gate: DispatchSemaphore) -> Bool { gate.wait(timeout: .now() + .seconds(300)) == .success }
        if !emits, makes("Box.swift"), passes(emitted) { emitted.signal() }
        if emits, makes("Mid.swiftmodule"), passes(linked) {
            order.withLock { $0 = true }
        }
        let result = try LocalCommandRunner().run(command, cancellation: cancellation)
        if emits, makes("Base.swiftmodule") { emitted.signal() }
        if FakeToolchain.links(command) { linked.signal() }
        return result
    }
}

extension RealWorkspace {
    /// How many results the cache holds.
    fileprivate func cacheEntries() throws -> Int {
        try files.list(cache / "v1/actions").reduce(0) { try $0 + files.list(cache / "v1/actions/\($1.name)").count }
    }
}
