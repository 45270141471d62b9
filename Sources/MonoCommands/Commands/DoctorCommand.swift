import ArtifactCache
import BuildEngine
import Configuration
import Disk
import InterfaceDigests
import RemoteCaches
import Subprocesses
import Toolchains
import Workspaces

/// `mono doctor`: tries what builds and tests will need, and says what does not work and what to do about it.
enum DoctorCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var cache = CacheOptions()
        var elsewhere = ElsewhereOptions()
        var qualifies = false
    }

    static let syntax = CommandSyntax<Options>(
        "doctor", "checks the toolchain, the caches and what tests need",
        discussion: [
            """
            mono reads from each cache, and writes to it, as a build with the same options, environment and mono.json \
            does. The exit code is 0 if all is well, 6 if no toolchain is usable, and 5 if something else does not work.
            """,
            """
            With '--qualify', mono tests the compiler instead. It edits small modules, compiles their clients before \
            and after, and compares the results with what its interface digests say. That takes a few minutes; a test \
            that was stopped goes on where it was. This machine remembers the result for this compiler, by content.
            """,
        ],
        defaults: Options(),
        arguments: [
            .flag(
                "--qualify",
                help: "test whether mono's interface digests are right for this compiler, and remember the result"
            ) { $0.qualifies = true }
        ] + CacheOptions.arguments.map { $0.within(\.cache) }
            + ElsewhereOptions.arguments.map { $0.within(\.elsewhere) },
        examples: [
            .init(line: "mono doctor", meaning: "with the settings of this workspace"),
            .init(
                line: "mono doctor --remote-cache https://cache.example.com/mono",
                meaning: "whether that server answers and accepts results"),
            .init(
                line: "mono doctor --qualify",
                meaning: "full precision with a compiler that mono was not tested with"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem(), programs = Programs()
        var report = DoctorReport(session.terminal.output)
        let choice = try CacheChoice(options.cache, in: session), root = choice.configuration?.root
        report.add(
            "workspace", root.map { .works("\($0)") } ?? .note("none here: neither a mono.json nor a Package.swift"))

        let machine = DoctorMachine(session: session)
        var found: Toolchain?
        do {
            let toolchain = try toolchain(choice, session, programs)
            found = toolchain
            let version = toolchain.versionText.split(separator: "\n").first.map(String.init) ?? ""
            report.add("toolchain", .works("\(version), in \(toolchain.root)"))
            if options.qualifies {
                let qualification = DoctorQualification(
                    session: session, programs: programs, machine: choice.places.machine)
                report.add("digests", try programs.interruptible { try qualification.run(toolchain) })
            } else {
                report.add("digests", machine.digests(toolchain))
            }
        } catch let error as ToolchainError {
            report.add("toolchain", .fails(ErrorReport(error)))
        }
        let failure = found == nil ? ExitCode.toolchain : .storage
        if options.qualifies {
            report.end()
            return report.isWell ? .success : failure
        }
        if let root {
            report.add("folder", machine.folder(root))
            report.add("editors", machine.editors(root))
        }
        report.add("git", git(files, session, programs))
        report.add("tests", watch(files, session, programs))

        let settings = try choice.places.settings(files, session, programs.commands)
        let cache = try settings.cache(
            for: root ?? session.folder, files, programs.commands, session.hostEnvironment)
        let waiting = WaitingStatus("trying the caches", on: session.terminal)
        let probes = cache.probes()
        waiting.end()
        for probe in probes { report.add(String(Words.name(of: probe.tier).dropFirst(4)), .init(probe)) }
        if let root { report.add("copies", machine.copies(from: choice.places.local, to: root)) }
        if let elsewhere = try options.elsewhere.elsewhere(choice.configuration, session, programs.commands) {
            report.add("remote executor", executor(elsewhere))
        }
        if let finding = signatures(choice.places, cache) { report.add("signatures", finding) }
        report.end()
        return report.isWell ? .success : failure
    }

    /// Nil where there is nothing behind the local cache.
    private static func signatures(_ places: CachePlaces, _ cache: TieredCache) -> DoctorReport.Finding? {
        guard places.shared != nil || places.remote != nil else { return nil }
        guard let keys = places.trustedKeys else {
            return .advice(
                "none is asked for: builds here take what anybody put behind the local cache",
                help: "'mono cache keygen' makes keys, if not everybody who can write there is trusted")
        }
        if let withheld = Words.withheld(cache.withheldTiers), let help = withheld.help {
            return .advice("\(Words.count(keys.count, "key")) of others count; builds here publish nothing", help: help)
        }
        return .works("\(Words.count(keys.count, "key")) of others count behind the local cache")
    }

    /// The toolchain that builds use here, also outside of any workspace.
    private static func toolchain(
        _ choice: CacheChoice, _ session: Session, _ programs: Programs
    ) throws(ToolchainError) -> Toolchain {
        let machine = choice.places.machine, files = choice.files
        let digests = FileDigests(files: files, memory: machine / "digests")
        defer { try? digests.save() }
        let finder = ToolchainFinder(files: files, digests: digests, commands: programs.commands, memory: machine)
        let folder = choice.configuration?.root ?? session.folder
        return DigestVerdicts(files: files, memory: machine).judged(
            try finder.find(for: folder, environment: session.environment.variables))
    }

    private static func executor(_ elsewhere: Elsewhere) -> DoctorReport.Finding {
        do throws(RemoteObstacle) {
            try elsewhere.executor.probe()
            return .works("\(elsewhere.executor.address): runs actions")
        } catch {
            let reason = StayReason.obstacle(error)
            return .fails(
                ErrorReport(
                    severity: .warning, code: .storage, what: "'\(elsewhere.executor.address)' runs nothing",
                    details: [reason.sentence].compactMap(\.self), help: reason.help))
        }
    }

    private static func git(
        _ files: LocalFileSystem, _ session: Session, _ programs: Programs
    ) -> DoctorReport.Finding {
        guard let git = files.program("git", on: session.environment["PATH"]),
            let result = try? programs.commands.run(
                Command(
                    git.string, ["--version"], folder: session.folder.string,
                    environment: session.environment.variables,
                    timeLimit: 10, outputLimit: 4096)), result.succeeded
        else {
            return .fails(
                ErrorReport(
                    severity: .warning, code: .storage, what: "git cannot be run",
                    help: "'mono affected' and external packages need it: install git"))
        }
        let version = String(decoding: result.output, as: UTF8.self).split(separator: "\n").first ?? ""
        return .works("\(version), \(git)")
    }

    /// Whether the kernel lets programs be watched here.
    private static func watch(
        _ files: LocalFileSystem, _ session: Session, _ programs: Programs
    ) -> DoctorReport.Finding {
        guard let program = files.program("true", on: session.environment["PATH"]) else {
            return .note("whether they can be watched is not known: there is no program 'true'")
        }
        var command = Command(
            program.string, [], folder: session.folder.string, environment: session.environment.variables, timeLimit: 10
        )
        command.isWatched = true
        switch (try? programs.commands.run(command))?.accesses {
        case .success(let accesses)? where accesses.limits.contains(.unreadable):
            return .fails(
                ErrorReport(
                    severity: .warning, code: .storage, what: "results of tests are not kept",
                    details: ["the names of files in a program's memory cannot be read"],
                    help: "allow the call process_vm_readv, such as by '--cap-add SYS_PTRACE' for a container"))
        case .success?: return .works("they can be watched, so results of tests are kept")
        case .failure(let obstacle)?: return .fails(obstacle.report)
        case nil: return .note("whether they can be watched is not known: 'true' cannot be run")
        }
    }
}
