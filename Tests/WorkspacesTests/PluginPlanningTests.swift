import BuildEngine
import BuildPlanning
import FakeTools
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

/// Planning a build asks plugins first, in builds of their own, until nobody is left to be asked.
@Suite struct PluginPlanningTests {
    private let world: FakeWorld
    private let machine: Machine
    private static let package = PackageID(".")
    private let app = TargetID(package, "App")
    private let capability = #""pluginCapability": {"buildTool": []}"#

    init() throws {
        world = try FakeWorld()
        machine = try Machine(world, FakePlugins())
    }

    /// An app that is built with plugins, which have no needs but these.
    private func put(
        _ plugins: [String: String], needs: [String: [String]] = [:], tools: String = "6.0.0", more: [String] = [],
        _ files: [String: String] = [:]
    ) throws {
        let usages = plugins.keys.sorted().filter { $0.hasPrefix("Gen") }.map { #"{"plugin": ["\#($0)", null]}"# }
            .joined(separator: ", ")
        var targets = [DumpText.target("App", "executable", more: "\"pluginUsages\": [\(usages)]")] + more
        targets += plugins.keys.sorted().map {
            DumpText.target($0, "plugin", needs: (needs[$0] ?? []).map(DumpText.byName), more: capability)
        }
        var contents = ["Sources/App/main.swift": "body", "Sources/App/a.txt": "first"].merging(files) { $1 }
        for (name, text) in plugins { contents["Plugins/\(name)/plugin.swift"] = text }
        try world.put(DumpText(name: "app", tools: tools, targets: targets), files: contents)
    }

    private func plan(
        _ settings: BuildSettings = BuildSettings(), _ asking: Asking = Asking(), in workspace: Workspace? = nil
    ) throws -> PlannedBuild {
        try (workspace ?? machine.workspace()).open().plan(.everything, settings, asking: asking)
    }

    private func program() throws -> String { try world.files.text("/w/.mono/debug/App") }

    // MARK: The loop

    @Test func aPluginsAnswerBecomesSourcesOfTheTarget() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        let build = try plan()
        #expect(build.plan.leftOut.isEmpty && build.build().succeeded)
        #expect(try program().contains("public first"))
    }

    @Test func aTargetWhosePluginsNobodyAskedIsLeftOut() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        let build = try machine.workspace().open().plan(.everything, BuildSettings())
        #expect(build.plan.leftOut.map(\.target) == [app])
        #expect(!machine.takeNamesStarted().contains("Gen"))
    }

    @Test func anAnswerIsRememberedUntilSomethingThatThePluginMayReadChanges() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        let workspace = try machine.workspace()
        #expect(try plan(in: workspace).build().succeeded)
        _ = machine.takeNamesStarted()
        #expect(try plan(in: workspace).build().ran == 0)
        #expect(machine.takeNamesStarted().isEmpty, "nothing changed: nobody is asked again")
        try world.edit("Sources/App/b.txt", "second")
        let again = try plan(in: workspace)
        #expect(machine.takeNamesStarted() == ["Gen"], "it is asked again, and not compiled again")
        #expect(again.build().succeeded)
        #expect(try program().contains("public first") && program().contains("public second"))
    }

    @Test func anAnswerThatStaysTheSameMakesNothingElseAnew() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        let workspace = try machine.workspace()
        #expect(try plan(in: workspace).build().succeeded)
        try world.edit("Plugins/Gen/plugin.swift", "another line\neach txt by /usr/bin/copy")
        let again = try plan(in: workspace)
        #expect(machine.takeNamesStarted().contains("Gen"))
        #expect(again.build().ran == 0)
    }

    @Test func whatACommandNoLongerMakesIsNoLongerASource() throws {
        try put(["Gen": "each txt by /usr/bin/copy"], ["Sources/App/b.txt": "second"])
        let workspace = try machine.workspace()
        #expect(try plan(in: workspace).build().succeeded)
        try world.files.remove("/w/Sources/App/b.txt")
        world.files.advance(by: 10_000_000_000)
        #expect(try plan(in: workspace).build().succeeded)
        #expect(try program().contains("public first") && !program().contains("public second"))
    }

    @Test("the second plugin hears what the first one makes", arguments: [("6.0.0", "heard2"), ("5.9.0", "heard0")])
    func turns(_ tools: String, _ heard: String) throws {
        try put(
            ["GenA": "each txt by /usr/bin/copy", "GenB": "heard by /usr/bin/copy"], tools: tools,
            ["Sources/App/b.txt": "second"])
        let build = try plan()
        let made = build.plan.graph.actions.values.filter { $0.kind == .generate }.flatMap { $0.outputs.map(\.path) }
        #expect(made.count == 3 && made.contains { $0.hasSuffix("/\(heard).swift") })
        #expect(build.build().succeeded)
    }

    @Test func aPluginWhoseToolIsBuiltWithAPluginWaitsForThat() throws {
        let tool = DumpText.target("Tool", "executable", more: #""pluginUsages": [{"plugin": ["Inner", null]}]"#)
        try put(
            ["Gen": "each txt by Tool", "Inner": "each txt by /usr/bin/copy"], needs: ["Gen": ["Tool"]], more: [tool],
            ["Sources/Tool/main.swift": "body of the tool", "Sources/Tool/t.txt": "made for the tool"])
        let asked = Asked()
        let build = try plan(BuildSettings(), Asking(observers: [asked]))
        #expect(asked.targets.map(\.name) == ["Tool", "App"])
        #expect(build.build().succeeded)
        #expect(try program().contains("public first"))
    }

    @Test func pluginsThatWaitForEachOtherAreNotAsked() throws {
        let tool = DumpText.target("Tool", "executable", more: #""pluginUsages": [{"plugin": ["Gen", null]}]"#)
        try put(
            ["Gen": "each txt by Tool"], needs: ["Gen": ["Tool"]], more: [tool], ["Sources/Tool/main.swift": "body"])
        let build = try plan()
        #expect(Set(build.plan.leftOut.map(\.target)).isSuperset(of: [app, TargetID(Self.package, "Tool")]))
        #expect(!machine.takeNamesStarted().contains("Gen"))
    }

    @Test func aDryRunAsksPluginsAndRunsNothingElse() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        var settings = BuildSettings()
        settings.isDryRun = true
        let build = try plan(settings)
        #expect(machine.takeNamesStarted().contains("Gen"))
        #expect(build.build().wouldRun > 0 && machine.takeNamesStarted().isEmpty)
    }

    @Test func variablesThatThePluginNamesAreSeenAndCount() throws {
        try put(["Gen": "environment \"COLOR\"\neach txt by /usr/bin/copy"])
        func started(_ variables: [String: String]) throws -> [Command] {
            let workspace = try machine.workspace { $0.environment.variables.merge(variables) { $1 } }
            _ = machine.takeStarted()
            _ = try plan(in: workspace)
            return machine.takeStarted().filter { $0.executable.hasSuffix("/Gen") }
        }
        #expect(try started(["COLOR": "red"]).map { $0.environment["COLOR"] } == ["red"])
        #expect(try started(["COLOR": "red", "OTHER": "1"]).isEmpty)
        #expect(try started(["COLOR": "blue"]).map { $0.environment["COLOR"] } == ["blue"])
    }

    @Test func aPluginThatLooksAtTheClockIsAskedEachTime() throws {
        try put(["Gen": "let now = Date()\neach txt by /usr/bin/copy"])
        let workspace = try machine.workspace()
        for _ in 0..<2 {
            _ = machine.takeStarted()
            _ = try plan(in: workspace)
            #expect(machine.takeNamesStarted().contains("Gen"))
            world.files.advance(by: 1_000_000_000)
        }
    }

    // MARK: Commands before the build

    @Test func aCommandBeforeTheBuildRunsForEachPlanAndWhatItLeavesIsCompiled() throws {
        try put(["Gen": "before /usr/bin/fill"])
        let workspace = try machine.workspace()
        #expect(try plan(in: workspace).build().succeeded && program().contains("public filled"))
        _ = machine.takeStarted()
        _ = try plan(in: workspace)
        let again = machine.takeStarted()
        #expect(again.map { $0.executable } == ["/usr/bin/fill"], "the answer is remembered, the command is not")
        #expect(again.first?.folder == "/w")
        #expect(again.first?.environment["PLACE"]?.hasPrefix("/w/.mono/") == true, "the root is filled in")
    }

    @Test func aStopDuringACommandBeforeTheBuildIsNoFaultOfThePlugin() throws {
        try put(["Gen": "before /usr/bin/fill"])
        let cancellation = Cancellation()
        let stopping = StopAfterAsking(cancellation)
        #expect(throws: Stopped.self) {
            _ = try plan(BuildSettings(), Asking(observers: [stopping], cancellation: cancellation))
        }
    }

    @Test("commands that make nothing run from tools version 6.0 on", arguments: [("6.0.0", 2), ("5.9.0", 1)])
    func withoutOutputs(_ tools: String, _ count: Int) throws {
        try put(["Gen": "each txt by /usr/bin/copy\nrun /usr/bin/copy"], tools: tools)
        #expect(try plan().plan.graph.actions.values.count { $0.kind == .generate } == count)
    }

    // MARK: Files

    @Test func whatAPluginKeepsInItsFolderIsPlacedAgainWithItsAnswer() throws {
        try put(["Gen": "keep note.txt\nmake kept.swift from note.txt by /usr/bin/copy"])
        #expect(try plan().build().succeeded && program().contains("public kept"))
        try Workspace.clean("/w", everything: false, files: world.files, commands: machine)
        _ = machine.takeStarted()
        #expect(try plan().build().succeeded && program().contains("public kept"))
        #expect(!machine.takeNamesStarted().contains("Gen"), "its answer came from the cache")
    }

    @Test func filesThatCommandsReadAreNotNotedAsUnhandled() throws {
        try put(["Gen": "each txt by /usr/bin/copy"], ["Sources/App/stray.odd": "nobody reads it"])
        func unhandled(_ build: PlannedBuild) -> [String] {
            var found: [String] = []
            for note in build.notes { if case .unhandledFiles(app, let files) = note { found += files } }
            return found.sorted()
        }
        let open = try machine.workspace().open()
        #expect(
            try unhandled(open.plan(.everything, BuildSettings())) == ["Sources/App/a.txt", "Sources/App/stray.odd"])
        #expect(try unhandled(open.plan(.everything, BuildSettings(), asking: Asking())) == ["Sources/App/stray.odd"])
    }

    // MARK: Faults

    @Test(
        "what a plugin asks for and cannot have",
        arguments: [
            ("make /w/Sources/App/b.swift from a.txt by /usr/bin/copy", "writesElsewhere Sources/App/b.swift"),
            (
                "make one.swift from a.txt by /usr/bin/copy\nmake one.swift from a.txt by /usr/bin/copy",
                "writesTwice one.swift"
            ),
            (
                "make one.swift from two.swift by /usr/bin/copy\nmake two.swift from one.swift by /usr/bin/copy",
                "circle make one.swift,make two.swift"
            ),
            ("before Tool", "runsBuiltProgram fill"),
            ("before /usr/bin/fill broken", "commandFailed fill first,second"),
            ("before /usr/bin/none", "cannotStart /usr/bin/none 2"),
        ])
    func faults(_ plugin: String, _ words: String) throws {
        try put(
            ["Gen": plugin], needs: ["Gen": ["Tool"]], more: [DumpText.target("Tool", "executable")],
            ["Sources/Tool/main.swift": "body"])
        let gen = TargetID(Self.package, "Gen")
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
        let error = #expect(throws: PluginFault.self) { _ = try plan() }
        let found: (TargetID, String)? =
            switch error {
            case .writesElsewhere(let plugin, app, let path): (plugin, "writesElsewhere \(path)")
            case .writesTwice(let plugin, app, let path): (plugin, "writesTwice \(last(path))")
            case .circle(let plugin, app, let commands):
                (plugin, "circle " + commands.map(\.name).joined(separator: ","))
            case .runsBuiltProgram(let plugin, let command): (plugin, "runsBuiltProgram \(command)")
            case .commandFailed(let plugin, let command, let said):
                (plugin, "commandFailed \(command) " + said.joined(separator: ","))
            case .cannotStart(let plugin, let executable, let code): (plugin, "cannotStart \(executable) \(code)")
            default: nil
            }
        #expect(found?.0 == gen && found?.1 == words)
    }

    @Test func anAnswerThatCannotBeReadIsAFault() throws {
        try put(["Gen": "each txt by /usr/bin/copy"])
        _ = try plan()
        let answers = try FolderFinder.files(in: "/w/.mono", world.files) {
            $0.hasSuffix("/Gen.json") && $0.contains("/answers/")
        }
        let answer = try #require(answers.first)
        world.files.fail(.read, answer, code: 5)
        #expect(throws: PluginFault.unreadableAnswer(of: TargetID(Self.package, "Gen"), about: app)) { _ = try plan() }
    }

    @Test("a plugin that fails ends the planning", arguments: ["refuse no", "crash", "syntax error"])
    func failures(_ plugin: String) throws {
        try put(["Gen": plugin])
        let error = #expect(throws: PluginsFailed.self) { _ = try plan() }
        #expect(error?.summary.failures.count == 1)
        try world.edit("Plugins/Gen/plugin.swift", "each txt by /usr/bin/copy")
        #expect(try plan().build().succeeded, "and is asked again when it is another one")
    }
}

/// The targets that plugins were asked about, in order.
private final class Asked: BuildObserver {
    private let found = Mutex<[TargetID]>([])
    var targets: [TargetID] { found.withLock { $0 } }

    func actionStarted(_ start: ActionStart) {
        if start.action.kind == .askPlugin, case .target(let id) = start.action.subject {
            found.withLock { $0.append(id) }
        }
    }
}

/// Asks for a stop when the plugins have answered.
private final class StopAfterAsking: BuildObserver {
    private let cancellation: Cancellation
    init(_ cancellation: Cancellation) { self.cancellation = cancellation }
    func buildFinished(_ summary: BuildSummary) { cancellation.request() }
}
