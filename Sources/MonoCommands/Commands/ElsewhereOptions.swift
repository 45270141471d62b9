/// On which other machines actions may run.
struct ElsewhereOptions: Hashable, Sendable {
    /// Nil: as `MONO_REMOTE_EXECUTOR` has it, else as `mono.json` does, else nowhere.
    var address: String?
    var isUsed = true
    var jobs: Int?
    /// What a worker must have: `NAME=VALUE`.
    var properties: [String] = []

    static var arguments: [Argument<ElsewhereOptions>] {
        [
            .option(
                "--remote-executor", reads: .remoteExecutor, group: .how,
                help:
                    """
                    a server of the Remote Execution API that runs actions on other machines (default: \
                    MONO_REMOTE_EXECUTOR, else mono.json's)
                    """
            ) { $0.address = $1 },
            .flag(
                "--no-remote-executor", group: .how,
                help: "run everything here, even where the environment or mono.json names a server"
            ) { $0.isUsed = false },
            .option(
                "--remote-jobs", reads: .count, group: .how, help: "actions that may run there at once (default: 8)"
            ) { $0.jobs = $1 },
            .option(
                "--remote-property", reads: .text("NAME=VALUE"), group: .how, isRepeatable: true,
                help: "a property that workers must have, as the server's configuration names it"
            ) { $0.properties.append($1) },
        ]
    }
}
