import BuildEngine
import BuildPlanning
import CodeCoverage
import Disk
import PackageManifests
import Subprocesses
import Targets
import TestRunning

/// Tests of an open workspace: the build of their programs, and their session.
public struct PlannedTests: Sendable {
    public let build: PlannedBuild
    private let programNames: ProgramNames
    private let starts: ProgramStarts
    private let settings: BuildSettings
    /// What is built beside test programs.
    private let goal: BuildRequest.Goal?

    init(
        _ build: PlannedBuild, _ programNames: ProgramNames, _ starts: ProgramStarts, _ settings: BuildSettings,
        besides goal: BuildRequest.Goal?
    ) {
        (self.build, self.programNames, self.starts, self.settings) = (build, programNames, starts, settings)
        self.goal = goal
    }

    /// Another plan, where programs that were built now can start others which nobody has built; nil where all is
    /// there. Throws as `plan` does.
    public func completed(after summary: BuildSummary, asking: Asking) throws -> PlannedTests? {
        let workspace = build.workspace, graph = workspace.loaded.graph
        var found: [TargetID: Bool] = [:]
        for test in builtTests(summary) where TestProgram.mayStart(test.target, in: graph) {
            found[test.target] = starts.canStart(workspace.root / test.program)
        }
        starts.keep(found)
        guard found.contains(where: { $0.value && starts.known[$0.key] != true }) else { return nil }
        return try workspace.planTests(
            build.plan.tests.map(\.target), besides: goal, settings,
            starting: starts.known.merging(found) { $1 }, asking: asking)
    }

    /// Those whose programs are in their places, with all that lies beside them.
    public func builtTests(_ summary: BuildSummary) -> [BuildPlan.TestPlacement] {
        let missing = Set(build.plan.placements.map(\.path)).subtracting(summary.placed.map(\.path))
        return build.plan.tests.filter { !missing.contains($0.program) && missing.isDisjoint(with: $0.beside) }
    }

    /// `coverage`: where programs write what they count.
    public func targets(
        _ built: [BuildPlan.TestPlacement], of summary: BuildSummary, coverage: CoverageCollection? = nil
    ) -> [TestTarget] {
        let workspace = build.workspace
        let programs = Set(build.plan.placements.map(\.path))
        let user = workspace.settings.environment.variables, optional = TestEnvironment.optional(user)
        return built.compactMap { placement in
            guard let package = workspace.loaded.graph.packages[placement.target.package] else { return nil }
            // Resources lie there too.
            let code = [placement.program] + placement.beside.filter(programs.contains)
            let names = code.reduce(into: Set<String>()) {
                $0.formUnion(programNames.names(optional, in: workspace.root / $1))
            }
            let environment = TestEnvironment(
                user, names: names,
                declared: workspace.configuration.testInputs.environment,
                toolchain: (workspace.toolchain.root / "bin").string)
            var variables = environment.variables
            if let coverage {
                variables["LLVM_PROFILE_FILE"] = coverage.pattern(for: BuildLayout.fileName(of: placement.target))
            }
            var program = TestProgram(
                path: workspace.root / placement.program, folder: workspace.root / package.folder,
                environment: variables,
                reports: workspace.root / build.layout.folder(of: placement.target) / "runner/reports")
            // Where lines are counted, no result is kept.
            program.isWatched = coverage == nil
            return TestTarget(
                id: placement.target, program: program, environment: environment,
                declared: declared(by: placement.target, in: workspace.root / package.folder))
        }
    }

    private func declared(by id: TargetID, in package: AbsolutePath) -> [AbsolutePath] {
        let workspace = build.workspace, target = workspace.loaded.graph.targets[id]
        let own = [target?.folder ?? "."] + (target?.resources.map(\.source) ?? [])
        return own.map { package / $0 }
            + workspace.configuration.testInputs.files.map { AbsolutePath($0, in: workspace.root) }
    }

    /// The names of a target's tests, as its program says them. Throws `TestNamesUnknown`.
    public func names(of target: TestTarget, _ selection: TestSelection, _ cancellation: Cancellation) throws
        -> [String]
    {
        do {
            return try target.program.names(
                selection, files: build.workspace.files, commands: build.workspace.commands, cancellation: cancellation)
        } catch let failure as TestProgram.ListingFailure {
            throw TestNamesUnknown(target: target.id, failure: failure)
        }
    }

    /// Where programs that count what runs leave their counts.
    public var coverage: CoverageCollection {
        let workspace = build.workspace
        return CoverageCollection(
            in: workspace.root / build.layout.coverage, toolchain: workspace.toolchain, files: workspace.files,
            commands: workspace.commands,
            environment: workspace.toolEnvironment)
    }

    /// The test programs, and what lies beside them to be started.
    public func countingPrograms(_ summary: BuildSummary) -> [AbsolutePath] {
        let root = build.workspace.root, tests = Set(build.plan.tests.map(\.program))
        let programs = Set(summary.placed.filter(\.isExecutable).map(\.path))
        return (programs.intersection(tests).sorted() + programs.subtracting(tests).sorted()).map { root / $0 }
    }

    /// Runs tests. What a front end writes beside them for people counts as any other file: a test may look for it, and
    /// it is not there for others.
    public func session(
        _ options: TestSession.Options, _ cancellation: Cancellation = Cancellation()
    ) -> TestSession {
        let workspace = build.workspace
        let key = TestKey(
            root: workspace.root, toolchain: workspace.toolchain, files: workspace.files,
            workspace: workspace.workspaceDigests, machine: workspace.machineDigests,
            declared: workspace.configuration.testInputs.files,
            excluded: Set(workspace.cache.folders),
            scopes: scopes)
        return TestSession(
            options, key: key, cache: TestResultCache(workspace.cache), files: workspace.files,
            commands: workspace.commands,
            clock: FileClock(files: workspace.files, probe: workspace.root / "\(BuildLayout.folder)/state/clock"),
            memory: TestKeyMemory(
                files: workspace.files, folder: workspace.root / "\(BuildLayout.folder)/state/test-keys"),
            cancellation: cancellation)
    }

    /// Where the folders are that have other names on other machines.
    var scopes: TestScopes {
        let workspace = build.workspace, variables = workspace.settings.environment.variables
        func folder(_ name: String) -> AbsolutePath? {
            variables[name].flatMap { $0.hasPrefix("/") ? AbsolutePath($0) : nil }
        }
        return TestScopes(
            workspace: workspace.root, toolchain: workspace.toolchain.root, home: folder("HOME"),
            temporary: folder("TMPDIR") ?? AbsolutePath("/tmp"), files: workspace.files)
    }

    /// Keeps what was found out about files, for the next time.
    public func save() {
        programNames.save()
        try? build.workspace.workspaceDigests.save()
        try? build.workspace.machineDigests.save()
    }
}

/// A test program cannot say which tests it has.
public struct TestNamesUnknown: Error {
    public var target: TargetID
    public var failure: TestProgram.ListingFailure
}

extension OpenWorkspace {
    /// Plans the build of these test targets' programs. Throws as `plan` does.
    public func planTests(
        _ targets: [TargetID], besides goal: BuildRequest.Goal? = nil, _ settings: BuildSettings, asking: Asking
    ) throws -> PlannedTests {
        try planTests(targets, besides: goal, settings, starting: nil, asking: asking)
    }

    /// What is built of test targets where nobody runs them yet: with all that their programs may start, unless these
    /// are known to start none.
    public func testPrograms(of targets: [TargetID]) -> [BuildRequest.TestProgram] {
        let known = programStarts(programNames).known
        return targets.map { TestProgram.wanted(of: $0, in: loaded.graph, starts: known[$0] ?? true) }
    }

    private var programNames: ProgramNames {
        ProgramNames(files: files, digests: workspaceDigests, path: root / ".mono/state/program-names")
    }

    private func programStarts(_ names: ProgramNames) -> ProgramStarts {
        ProgramStarts(names, files: files, path: root / ".mono/state/program-starts")
    }

    /// `starting`: which programs can start others; nil for what is remembered.
    fileprivate func planTests(
        _ targets: [TargetID], besides goal: BuildRequest.Goal?, _ settings: BuildSettings,
        starting: [TargetID: Bool]?, asking: Asking
    ) throws -> PlannedTests {
        var settings = settings
        settings.flags.isTestable = true
        let names = programNames, starts = programStarts(names), known = starting ?? starts.known
        let programs = targets.map { TestProgram.wanted(of: $0, in: loaded.graph, starts: known[$0] ?? false) }
        let whole = goal.map { BuildRequest.Goal.and($0, tests: programs) } ?? .tests(programs)
        return PlannedTests(try plan(whole, settings, asking: asking), names, starts, settings, besides: goal)
    }
}
