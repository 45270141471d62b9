import BuildEngine
import BuildPlanning
import Toolchains
import Workspaces

/// What was typed about a build, as the library has it.
extension BuildOptions {
    func settings(in session: Session) -> BuildSettings {
        var settings = BuildSettings()
        (settings.configuration, settings.flags, settings.isDryRun) = (configuration, flags, isDryRun)
        settings.keepsGoing = keepsGoing ?? session.environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
        (settings.precision, settings.findsAllTests) = (precision, findsAllTests)
        settings.writesIndex = writesIndex
        settings.timeLimit = timeLimit == 0 ? nil : Double(timeLimit)
        settings.verification = verifiedPercent.map { percent in
            VerificationRequest(
                percent: percent, seed: verificationSeed.map(UInt64.init) ?? .random(in: 1...UInt64(UInt32.max)))
        }
        return settings
    }

    private var flags: BuildFlags {
        BuildFlags(
            swift: swiftFlags, clang: clangFlags, cxx: cxxFlags, linker: linkerFlags,
            staticStandardLibrary: linksSwiftStatically,
            sanitizers: sanitizers, measuresCoverage: measuresCoverage, isTestable: isTestable)
    }

    /// Observers of the builds that ask plugins before a build is planned.
    func asking(_ workspace: OpenWorkspace, in session: Session, _ programs: Programs) -> Asking {
        let phase = PhaseObserver(clock: session.phases, phase: .plugins, next: .planning)
        return Asking(
            observers: [phase] + BuildReporting.prelude(self, in: session, workspace),
            cancellation: programs.cancellation)
    }

    /// The plan of a build of `goal`.
    /// `mayBePart`: nobody asks for more of the plan than to build it.
    func plan(
        _ goal: BuildRequest.Goal, mayBePart: Bool = false, in workspace: OpenWorkspace, _ session: Session,
        _ programs: Programs
    ) throws -> PlannedBuild {
        session.phases.enter(.planning)
        defer { session.phases.enter(nil) }
        return try programs.interruptible {
            try workspace.plan(
                goal, settings(in: session), asking: asking(workspace, in: session, programs), mayBePart: mayBePart)
        }
    }

    /// What was typed, or what a change reaches.
    func goal(in workspace: OpenWorkspace, _ session: Session, _ programs: Programs) throws -> BuildRequest.Goal {
        guard isAffectedOnly else {
            return try GoalSelection(workspace, from: session.folder).goal(requests, products: products)
        }
        return .among(try comparison.targets(in: workspace, session, programs))
    }
}
