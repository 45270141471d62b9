import ArtifactCache

extension SendingReport {
    /// Nil where all went.
    var report: ErrorReport? {
        guard late > 0 else { return nil }
        return ErrorReport(
            severity: .warning, code: .success,
            what: "\(Words.count(late, "result")) did not get to the remote cache in time",
            help:
                "they are in the local one; 'wait' of 'remoteCache' in mono.json says how long the end of a build waits"
        )
    }
}
