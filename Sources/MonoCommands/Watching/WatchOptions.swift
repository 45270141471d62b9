/// `--watch` and what belongs to it.
struct WatchOptions: Hashable, Sendable {
    /// What a change does while a round runs.
    enum Reaction: String, CaseIterable, Hashable, Sendable { case finish, restart }

    var isOn = false
    /// Nil: not said.
    var reaction: Reaction?
    /// Of a round after the first, which is to be short. No option says so.
    var isLaterRound = false

    static var arguments: [Argument<WatchOptions>] {
        [
            .flag(
                "--watch", group: .how, help: "then wait, and do the same again after each change of the workspace"
            ) { $0.isOn = true },
            .option(
                "--on-change", reads: .choice(), group: .how,
                help:
                    """
                    with '--watch', when a file changes while a build or tests run: finish them first, or stop them \
                    and restart (default: finish)
                    """
            ) { $0.reaction = $1 },
        ]
    }

    /// Throws where the options contradict each other. `others`: options that do not go with `--watch` and were given.
    func check(_ others: [String]) throws(ErrorReport) {
        if !isOn, reaction != nil {
            throw ErrorReport(code: .usage, what: "'--on-change' says what '--watch' does", help: "add '--watch'")
        }
        guard isOn, let other = others.first else { return }
        throw ErrorReport(
            code: .usage, what: "'--watch' repeats a build, and '\(other)' is for one", help: "leave one of them away")
    }
}

extension BuildOptions {
    /// As they are for one round.
    func inRound(_ round: WatchRound) -> BuildOptions {
        var options = self
        if round.isFirst { return options }
        options.watch.isLaterRound = true
        options.warnings = warnings ?? .changed
        return options
    }
}
