import Disk
import Subprocesses
import Targets

/// Why external packages or prebuilt artifacts could not be had. Facts; the words are the commands'.
public enum ResolutionError: Error, Hashable, Sendable {
    /// A file could not be read or written.
    case file(FileError)
    /// SwiftPM could not be started, or did not end as it should.
    case swiftPM(SwiftPMFailure)
    /// SwiftPM found no versions, or could not fetch them; what it printed.
    case resolutionFailed(diagnostics: String)
    /// SwiftPM could not fetch or unpack one of these targets' artifacts, or it was another one than the manifest says;
    /// what it printed.
    case artifactsNotFetched([TargetID], diagnostics: String)
    case malformedLock(AbsolutePath)
    case cancelled
}

/// How a run of SwiftPM went wrong before it said anything of use.
public enum SwiftPMFailure: Error, Hashable, Sendable {
    case notStarted(CommandError)
    /// In seconds.
    case tookTooLong(arguments: [String], limit: Double)
    case died(arguments: [String], signal: Int32, diagnostics: String)
}
