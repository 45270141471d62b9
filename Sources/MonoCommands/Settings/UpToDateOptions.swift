import Workspaces

extension UpToDateRequest {
    /// Nil where more is asked for than what a build tells that finds nothing to do: an account of each action, what
    /// git says, what the tools make.
    init?(_ options: BuildOptions, in session: Session) {
        guard !options.isDryRun, !options.explains, options.verifiedPercent == nil, options.traceFile == nil,
            options.eventFile == nil, options.reportFile == nil, !options.isAffectedOnly, !options.buildsTests,
            !session.global.isVerbose
        else { return nil }
        let style = session.terminal.errors.style.isColored ? "colored" : "plain"
        self.init(
            words: WatchOptions.words(without: session.arguments) + [session.folder.string, style],
            settings: options.settings(in: session))
    }
}
