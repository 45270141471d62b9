import Workspaces

extension UpToDateRequest {
    /// Nil where more is asked for than a build, or a build of something that git or tests decide.
    init?(_ options: BuildOptions, in session: Session) {
        guard !options.isDryRun, !options.explains, options.verifiedPercent == nil, !options.isAffectedOnly,
            !options.buildsTests, !session.global.isVerbose
        else { return nil }
        let style = session.terminal.errors.style.isColored ? "colored" : "plain"
        self.init(
            words: BuildOptions.wordsThatCount(session.arguments) + [session.folder.string, style],
            settings: options.settings(in: session))
    }
}

extension BuildOptions {
    /// An account of each action is asked for: what the last build noted does not hold it.
    var isAccountedFor: Bool { traceFile != nil || eventFile != nil || reportFile != nil }

    /// The words of a command line but for options that change nothing of what is built: a build in a terminal, one
    /// that a watch repeats and one that writes a report are to find what each other noted.
    static func wordsThatCount(_ words: [String]) -> [String] {
        let valued = ["--on-change", "--events", "--trace", "--report"]
        var rest: [String] = [], isValue = false
        for word in words {
            defer { isValue = !isValue && valued.contains(word) }
            if isValue || word == "--watch" || valued.contains(word) { continue }
            if valued.contains(where: { word.hasPrefix($0 + "=") }) { continue }
            rest.append(word)
        }
        return rest
    }
}
