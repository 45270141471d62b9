import BuildEngine

/// Writes a file that the command line names.
protocol ReportingToFile: BuildObserver {
    /// The file could not be written whole, which was reported.
    var hasFailed: Bool { get }
}

extension ExitCode {
    /// What a command ends with where a file that was asked for lacks something; nil where none does.
    init?(failureOfFilesAmong observers: [any BuildObserver]) {
        guard observers.contains(where: { ($0 as? any ReportingToFile)?.hasFailed == true }) else { return nil }
        self = .storage
    }
}
