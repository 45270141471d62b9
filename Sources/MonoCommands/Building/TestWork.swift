import BuildEngine
import BuildPlanning
import CodeCoverage
import Disk
import PackageManifests
import Targets
import TestRunning

/// The tests of a command line: what they need, their build, and their session.
struct TestWork {
    let build: BuildWork
    private let needs: [TargetID: TestNeeds]
    private let memory: RuntimeFactsMemory

    init(_ options: TestOptions, in session: Session, programs: Programs) throws {
        var found: [TargetID: TestNeeds] = [:]
        var memory: RuntimeFactsMemory?
        var asked = options.build
        asked.isTestable = true
        build = try BuildWork(asked, in: session, programs: programs) { workspace in
            var chosen = try GoalSelection(workspace, in: session).tests(options.requests)
            // As with `swift test`: a job whose tests got lost does not pass.
            if chosen.isEmpty, !options.build.isAffectedOnly { throw GoalSelection.Failure.noTestTargets }
            if options.build.isAffectedOnly {
                let affected = Set(try AffectedSelection(options.build.comparison, in: workspace, session, programs).answer.targets)
                chosen = chosen.filter(affected.contains)
            }
            let facts = TestWork.memory(of: workspace)
            memory = facts
            return .tests(
                chosen.map { target in
                    let (program, needs) = TestWork.program(of: target, in: workspace, options.build.configuration, facts)
                    found[target] = needs
                    return program
                })
        }
        (needs, self.memory) = (found, memory!)
    }

    /// What is built of a test target, and what its tests need.
    static func program(
        of target: TargetID, in workspace: OpenWorkspace, _ configuration: BuildConfiguration, _ facts: RuntimeFactsMemory
    ) -> (program: BuildRequest.TestProgram, needs: TestNeeds) {
        let graph = workspace.loaded.graph
        var needs = TestNeeds(of: target, in: graph, root: workspace.root, configuration, facts)
        let executables = executables(for: target, in: graph, needs)
        needs.add(executables, in: graph, root: workspace.root, configuration, facts)
        return (.init(target: target, executables: executables), needs)
    }

    static func memory(of workspace: OpenWorkspace) -> RuntimeFactsMemory {
        RuntimeFactsMemory(
            files: workspace.files, sourceFolders: SourcesFacts.folders(of: workspace.loaded.graph), digests: workspace.workspaceDigests,
            path: workspace.root / ".mono/state/test-sources")
    }

    /// What tests may look for beside their program: executables that the target depends on, and all of its package where its code
    /// starts programs, for manifests need not say which. `candidates`: where it is known which products can be meant at all.
    static func executables(
        for target: TargetID, in graph: TargetGraph, _ needs: TestNeeds, among candidates: [Product]? = nil
    ) -> [ProductID] {
        let closure = Set(graph.closure(of: [target]))
        let declared = graph.targets[target]?.dependencies.compactMap { dependency -> ProductID? in
            if case .product(let id) = dependency.value { id } else { nil }
        } ?? []
        return (candidates ?? Array(graph.products.values)).filter { product in
            product.kind == .executable
                && (product.id.package == target.package && (needs.startsPrograms || product.targets.contains { closure.contains($0) && graph.targets[$0]?.kind == .executable })
                    || declared.contains(product.id))
        }.map(\.id).sorted()
    }

    /// Those whose programs are in their places, with all that lies beside them.
    func builtTests(_ summary: BuildSummary) -> [BuildPlan.TestPlacement] {
        let missing = Set(build.plan.placements.map(\.path)).subtracting(summary.placed.map(\.path))
        return build.plan.tests.filter { !missing.contains($0.program) && missing.isDisjoint(with: $0.beside) }
    }

    /// `coverage`: where programs write what they count.
    func targets(
        _ built: [BuildPlan.TestPlacement], of summary: BuildSummary, _ session: Session, coverage: CoverageCollection? = nil
    ) -> [TestTarget] {
        let workspace = build.workspace
        let makers = Dictionary(build.plan.placements.map { ($0.path, $0.action) }) { first, _ in first }
        return built.compactMap { placement in
            guard let needs = needs[placement.target], let package = workspace.loaded.graph.packages[placement.target.package] else { return nil }
            let environment = TestEnvironment(
                session.environment.variables, names: needs.names, declared: workspace.configuration.testInputs.environment,
                toolchain: (workspace.toolchain.root / "bin").string)
            var variables = environment.variables
            if let coverage { variables["LLVM_PROFILE_FILE"] = coverage.pattern(for: BuildLayout.fileName(of: placement.target)) }
            let program = TestProgram(
                path: workspace.root / placement.program, folder: workspace.root / package.folder, environment: variables,
                reports: workspace.root / build.layout.folder(of: placement.target) / "runner/reports")
            let placed = [placement.program] + placement.beside
            let links = placed.compactMap { makers[$0] }.filter { build.plan.graph[$0].kind == .link }
            let libraries = links.map { summary.sharedLibraries[$0] }
            return TestTarget(
                id: placement.target, program: program, placed: placed,
                libraries: libraries.contains(nil) ? nil : libraries.flatMap { $0 ?? [] }, needs: needs, environment: environment)
        }
    }

    func names(of target: TestTarget, _ selection: TestSelection, _ programs: Programs) throws -> [String] {
        do {
            return try target.program.names(
                selection, files: build.workspace.files, commands: build.workspace.commands, cancellation: programs.cancellation)
        } catch let failure as TestProgram.ListingFailure {
            throw ErrorReport(
                code: .testsFailed, what: "'\(target.id.name)' cannot say which tests it has: its program \(failure.ending.sentence)",
                details: String(decoding: failure.output, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(20).map(String.init))
        }
    }

    func coverage(_ session: Session) -> CoverageCollection {
        let workspace = build.workspace
        return CoverageCollection(
            in: workspace.root / build.layout.coverage, toolchain: workspace.toolchain, files: workspace.files, commands: workspace.commands,
            environment: workspace.toolEnvironment(session))
    }

    /// The test programs, and what lies beside them to be started.
    func countingPrograms(_ summary: BuildSummary) -> [AbsolutePath] {
        let root = build.workspace.root, tests = Set(build.plan.tests.map(\.program))
        let programs = Set(summary.placed.filter(\.isExecutable).map(\.path))
        return (programs.intersection(tests).sorted() + programs.subtracting(tests).sorted()).map { root / $0 }
    }

    var ownReports: OwnReports {
        OwnReports(
            files: build.workspace.files, digests: build.workspace.workspaceDigests, memory: build.workspace.root / ".mono/state/test-reports")
    }

    /// `reports`: what this command writes for people.
    func session(
        _ options: TestOptions, _ selection: TestSelection, writing reports: [AbsolutePath], _ programs: Programs
    ) -> TestSession {
        let workspace = build.workspace
        let key = TestKey(
            graph: workspace.loaded.graph, root: workspace.root, toolchain: workspace.toolchain, files: workspace.files,
            workspace: workspace.workspaceDigests, machine: workspace.machineDigests, declared: workspace.configuration.testInputs.files,
            excluded: Set(workspace.cache.folders + ownReports.unchanged + reports))
        return TestSession(
            .init(
                selection: selection, timeLimit: options.timeLimit == 0 ? nil : Double(options.timeLimit),
                programsAtOnce: options.isParallel ? workspace.jobs : 1, runs: options.runs, usesCache: options.usesCache && !options.build.measuresCoverage),
            key: key, cache: TestResultCache(workspace.cache), files: workspace.files, commands: workspace.commands,
            cancellation: programs.cancellation)
    }

    /// Keeps what was found out about files, for the next time.
    func save() {
        memory.save()
        try? build.workspace.workspaceDigests.save()
        try? build.workspace.machineDigests.save()
    }
}
