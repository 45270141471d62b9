import BuildEngine
import BuildPlanning
import CompileProfile
import Disk
import FakeTools
import JSON
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

/// Where the type checker spends its time: what is measured, what is kept of it, and what fails.
@Suite struct ProfilingTests {
    private let world: FakeWorld
    private let machine: Machine
    private let left = TargetID(PackageID("."), "Left"), app = TargetID(PackageID("."), "App")

    init() throws {
        world = try FakeWorld()
        machine = try Machine(world, FakeTypeChecker())
        try world.putApp()
    }

    private func profile(_ targets: [TargetID], _ observers: ProfileObservers = ProfileObservers { _, _ in [] }) throws
        -> CompileProfile
    {
        try measure(targets, observers).profile
    }

    private func measure(_ targets: [TargetID], _ observers: ProfileObservers = ProfileObservers { _, _ in [] }) throws
        -> MeasuredProfile
    {
        try machine.workspace().open().profile(targets, BuildSettings(), asking: Asking(), observers: observers)
    }

    private func measured() -> Int { machine.takeStarted().count { $0.arguments.contains("-typecheck") } }

    @Test func timesOfBodiesAndOfTheCompilerComeTogether() throws {
        let found = try profile([left])
        #expect(
            found.functions.map(\.name) == ["global function left()"] && found.functions.map(\.milliseconds) == [12.5])
        #expect(found.targets.map(\.target) == [left])
        #expect(found.ofCompiler == 40, "seconds of the user and of the system, in milliseconds")
    }

    @Test func aCompilerThatCountsNothingIsNoError() throws {
        try world.edit("Sources/Left/left.swift", "public left\nno statistics")
        let found = try profile([left])
        #expect(found.ofCompiler == nil && found.functions.count == 1)
    }

    @Test func modulesAreKeptAndMeasurementsAreNot() throws {
        _ = try profile([app, left])
        #expect(measured() == 2)
        _ = try profile([app, left])
        let again = machine.takeStarted()
        #expect(again.count { $0.arguments.contains("-typecheck") } == 2, "measured anew")
        #expect(!again.contains { $0.arguments.contains("-emit-module") })
        #expect(!world.files.exists("/w/.mono/profile"))
    }

    @Test func whatCannotBeBuiltIsAFailureBesideTheProfile() throws {
        try world.edit("Sources/Left/left.swift", "syntax error")
        let found = try measure([app])
        #expect(found.profile.functions.isEmpty && !found.summary.failures.isEmpty)
        #expect(measured() == 0, "a module that it needs is not there")
        #expect(found.failures.isEmpty, "the observers of the modules have reported it")
    }

    @Test func aTargetThatFailsStopsNoOther() throws {
        try world.edit("Sources/Left/left.swift", "public left\ntype error")
        let found = try measure([left, app])
        #expect(found.failures.contains { $0.text.contains("no such type") })
        #expect(found.summary.failures.map(\.action.subject) == [.target(left)])
        #expect(found.profile.targets.contains { $0.target == app && $0.milliseconds > 0 })
        #expect(!world.files.exists("/w/.mono/profile"))
    }

    @Test func eachOfTheTwoBuildsHasItsObservers() throws {
        let modules = Kinds()
        let measuring = Kinds()
        _ = try profile([app], ProfileObservers(ofModules: { _, _ in [modules] }, ofMeasuring: [measuring]))
        #expect(modules.found == [.emitModule] && measuring.found == [.checkTypes])
    }
}

/// The kinds of actions that were started.
private final class Kinds: BuildObserver {
    private let kinds = Mutex<Set<Action.Kind>>([])
    var found: Set<Action.Kind> { kinds.withLock { $0 } }
    func actionStarted(_ start: ActionStart) { kinds.withLock { _ = $0.insert(start.action.kind) } }
}

/// A compiler that checks types and tells how long that took: each file's first body 12.5 ms.
private struct FakeTypeChecker: FakeProgram {
    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        let words = command.arguments
        let folder = AbsolutePath(command.folder)
        guard words.contains("-typecheck") else { return nil }
        func after(_ word: String) -> AbsolutePath { AbsolutePath(words[words.firstIndex(of: word)! + 1], in: folder) }
        let sources = words.filter { $0.hasSuffix(".swift") }
        let texts = try sources.map { try files.text(folder / $0) }
        if texts.contains(where: { $0.contains("type error") }) {
            return CommandResult(exit: .code(1), errors: Array("\(sources[0]):2:1: error: no such type\n".utf8))
        }
        let map = try JSONParser.parse(files.read(after("-output-file-map")))
        if let path = map[""]?["dependencies"]?.string {
            try files.write("x: \(sources.joined(separator: " "))\n", to: AbsolutePath(path, in: folder))
        }
        if !texts.contains(where: { $0.contains("no statistics") }) {
            let name = "time.swift.Type checking and Semantic analysis"
            try files.write(
                #"{"\#(name).user": 0.03, "\#(name).sys": 0.01, "\#(name).wall": 9}"#,
                to: after("-stats-output-dir") / "stats-1.json")
        }
        let times = sources.map { source in
            let name = AbsolutePath("/" + source).name.dropLast(".swift".count)
            return "12.50ms\t\(source):1:1\tglobal function M.(file).\(name)()@\(source):1:1\n"
        }
        return CommandResult(exit: .code(0), errors: Array(times.joined().utf8), wall: 0.001, cpu: 0.001)
    }
}
