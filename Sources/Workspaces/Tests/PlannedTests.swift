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
    private let needs: [TargetID: TestNeeds]
    private let preparation: TestPreparation

    init(_ build: PlannedBuild, _ needs: [TargetID: TestNeeds], _ preparation: TestPreparation) {
        (self.build, self.needs, self.preparation) = (build, needs, preparation)
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
        let makers = Dictionary(build.plan.placements.map { ($0.path, $0.action) }) { first, _ in first }
        return built.compactMap { placement in
            guard let needs = needs[placement.target],
                let package = workspace.loaded.graph.packages[placement.target.package]
            else { return nil }
            let environment = TestEnvironment(
                workspace.settings.environment.variables, names: needs.names,
                declared: workspace.configuration.testInputs.environment,
                toolchain: (workspace.toolchain.root / "bin").string)
            var variables = environment.variables
            if let coverage {
                variables["LLVM_PROFILE_FILE"] = coverage.pattern(for: BuildLayout.fileName(of: placement.target))
            }
            let program = TestProgram(
                path: workspace.root / placement.program, folder: workspace.root / package.folder,
                environment: variables,
                reports: workspace.root / build.layout.folder(of: placement.target) / "runner/reports")
            let placed = [placement.program] + placement.beside
            let links = placed.compactMap { makers[$0] }.filter { build.plan.graph[$0].kind == .link }
            let libraries = links.map { summary.sharedLibraries[$0] }
            return TestTarget(
                id: placement.target, program: program, placed: placed,
                libraries: libraries.contains(nil) ? nil : libraries.flatMap { $0 ?? [] }, needs: needs,
                environment: environment)
        }
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

    /// Reports of results in the workspace that tools write for people: tests do not read them.
    public var ownReports: OwnReports {
        OwnReports(
            files: build.workspace.files, digests: build.workspace.workspaceDigests,
            memory: build.workspace.root / ".mono/state/test-reports")
    }

    /// `reports`: what the front end writes for people.
    public func session(
        _ options: TestSession.Options, writing reports: [AbsolutePath] = [],
        _ cancellation: Cancellation = Cancellation()
    ) -> TestSession {
        let workspace = build.workspace
        let key = TestKey(
            graph: workspace.loaded.graph, root: workspace.root, toolchain: workspace.toolchain, files: workspace.files,
            workspace: workspace.workspaceDigests, machine: workspace.machineDigests,
            declared: workspace.configuration.testInputs.files,
            excluded: Set(workspace.cache.folders + ownReports.unchanged + reports))
        return TestSession(
            options, key: key, cache: TestResultCache(workspace.cache), files: workspace.files,
            commands: workspace.commands, cancellation: cancellation)
    }

    /// Keeps what was found out about files, for the next time.
    public func save() {
        preparation.save()
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
    public func planTests(_ targets: [TargetID], _ settings: BuildSettings, asking: Asking) throws -> PlannedTests {
        var settings = settings
        settings.flags.isTestable = true
        let preparation = TestPreparation(self), prepared = preparation.programs(of: targets, settings.configuration)
        let build = try plan(.tests(prepared.map(\.program)), settings, asking: asking)
        return PlannedTests(
            build, Dictionary(prepared.map { ($0.program.target, $0.needs) }) { first, _ in first }, preparation)
    }
}
