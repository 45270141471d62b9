import Disk
import Parallelism
import Subprocesses
import Synchronization

/// Runs SwiftPM, with time limits, and counts how often.
public final class SwiftPM: Sendable {
    /// The network may be slow, and repositories large.
    static let resolutionLimit = 3_600.0

    private let program: AbsolutePath
    private let commands: any CommandRunner
    private let slots: JobSlots?
    private let cancellation: Cancellation
    private let count = Atomic(0)

    /// `program`: the toolchain's driver. `slots`: held one for each process.
    public init(program: AbsolutePath, commands: any CommandRunner, slots: JobSlots?, cancellation: Cancellation) {
        (self.program, self.commands, self.slots, self.cancellation) = (program, commands, slots, cancellation)
    }

    /// How many processes were started so far.
    public var runs: Int { count.load(ordering: .relaxed) }

    /// What came of `swift package ARGUMENTS`, whether it succeeded or not.
    public func package(
        _ arguments: [String], in folder: AbsolutePath, environment: [String: String], limit: Double
    ) throws(ResolutionError) -> CommandResult {
        let arguments = ["package"] + arguments
        let command = Command(
            program.string, arguments, folder: folder.string, environment: environment, timeLimit: limit)
        let slot = slots?.take()
        defer { if let slot { slots?.giveBack(slot) } }
        count.add(1, ordering: .relaxed)
        let result: CommandResult
        do { result = try commands.run(command, cancellation: cancellation) } catch {
            throw .swiftPM(.notStarted(error))
        }
        switch result.exit {
        case .code: return result
        case .signal(let signal):
            throw .swiftPM(
                .died(arguments: arguments, signal: signal, diagnostics: String(decoding: result.errors, as: UTF8.self))
            )
        case .timedOut: throw .swiftPM(.tookTooLong(arguments: arguments, limit: limit))
        case .cancelled: throw .cancelled
        }
    }

    /// What any program needs to run at all: the part of an environment that no key holds.
    public static func basics(of environment: [String: String]) -> [String: String] {
        environment.filter { basicNames.contains($0.key) }
    }

    public static let basicNames = ["PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "LANG", "LD_LIBRARY_PATH"]
}
