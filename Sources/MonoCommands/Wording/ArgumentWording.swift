import Configuration

extension ArgumentError: Reportable {
    var report: ErrorReport {
        ErrorReport(code: .usage, what: what, help: help)
    }

    private var what: String {
        switch self {
        case .noCommand: "no command given"
        case .unknownCommand(let word, _): "no command '\(word)'"
        case .incompleteCommand(let word, _): "'mono \(word)' needs to know what to do"
        case .unknownOption(let option, let command, _):
            command.isEmpty ? "no option '\(option)'" : "'mono \(command)' has no option '\(option)'"
        case .missingValue(let option, let name, let next):
            next.map { "'\(option)' needs a value (\(name)), and '\($0)' looks like the next option" }
                ?? "'\(option)' needs a value (\(name))"
        case .unexpectedValue(let option, let value): "'\(option)' takes no value, and was given '\(value)'"
        case .invalidValue(let value, let name, let error): error.sentence(value, of: name)
        case .missingArgument(let name, let command): "'mono \(command)' needs \(name)"
        case .unexpectedArgument(let text, let command): "'mono \(command)' has no use for '\(text)'"
        }
    }

    private var help: String? {
        switch self {
        case .noCommand: "'mono help' lists the commands"
        case .unknownCommand(let word, let known):
            SwiftPMWords.command(word.split(separator: " ").map(String.init)[...])?.help ?? Words.suggestion(
                for: word, among: known)
                ?? "'mono help' lists the commands"
        case .incompleteCommand(let word, let known):
            "one of \(Words.alternatives(known.map { "mono \(word) \($0)" }))"
        case .unknownOption(let option, let command, let known):
            SwiftPMWords.help(forOption: option, known: known) ?? suggestion(forOption: option, among: known)
                ?? (command.isEmpty
                    ? "most options stand behind the command: 'mono build \(option)'"
                    : "'mono help \(command)' lists the options")
        case .missingValue(let option, _, let next):
            next.map { "if that is meant to be the value, write '\(option)=\($0)'" }
        case .unexpectedValue(let option, _): "write '\(option)' alone"
        case .invalidValue(let value, _, .notOneOf(let texts)): Words.suggestion(for: value, among: texts)
        case .invalidValue: nil
        case .missingArgument(_, let command), .unexpectedArgument(_, let command):
            "'mono help \(command)' says what it takes"
        }
    }

    /// Dashes are left out of the comparison: alone they would make any two short options alike.
    private func suggestion(forOption option: String, among known: [String]) -> String? {
        func bare(_ name: String) -> String { String(name.drop { $0 == "-" }) }
        if let name = known.first(where: { bare($0) == bare(option) }) { return "did you mean '\(name)'?" }
        let close = Misspelling.suggestions(for: bare(option), among: known.filter { $0.hasPrefix("--") }.map(bare))
        return close.isEmpty ? nil : "did you mean \(Words.alternatives(close.map { "--" + $0 }))?"
    }
}

extension ValueError {
    fileprivate func sentence(_ value: String, of name: String) -> String {
        switch self {
        case .notOneOf(let texts): "\(name) cannot be '\(value)': it is one of \(Words.alternatives(texts))"
        case .notACount: "\(name) cannot be '\(value)': it is a whole number from 1"
        case .notASize: "\(name) cannot be '\(value)': it is a size such as 500M or 5G"
        case .notADuration: "\(name) cannot be '\(value)': it is a time with its unit, such as 90s or 3m"
        case .notAnAge: "\(name) cannot be '\(value)': it is a time with its unit, such as 12h or 30d"
        case .notAShare: "\(name) cannot be '\(value)': it is a share such as 20%, above 0 and up to 100%"
        case .notAMoment:
            """
            \(name) cannot be '\(value)': it is a date such as 2026-03-14 or 2026-03-14T09:30Z, or an age such as 12h \
            or 3d
            """
        case .notAScope:
            "\(name) cannot be '\(value)': it is up to 64 lower-case letters, digits, '.', '_' and '-', such as pr-123"
        case .mainReadsOthers:
            """
            \(name) cannot be '\(value)': what is written to 'main' may come from no other scope, so name the scope to \
            write to first
            """
        case .notAKey:
            "\(name) cannot be '\(value)': it is what 'mono cache keygen' prints, mono-public-key: and 64 digits"
        case .noAddress(let flaw): flaw.sentence(value, of: name)
        case .empty: "\(name) cannot be empty"
        }
    }
}

extension ServerAddress.Flaw {
    /// What holds a secret is not shown.
    func sentence(_ value: String, of name: String) -> String {
        switch self {
        case .scheme: "\(name) cannot be '\(value)': it starts with https://, http://, grpcs:// or grpc://"
        case .host: "\(name) cannot be '\(value)': it names no host, or no port"
        case .secret:
            """
            \(name) cannot hold a user or a password, which everybody on this machine could see: \
            MONO_REMOTE_CACHE_USER and MONO_REMOTE_CACHE_PASSWORD hold them
            """
        case .query: "\(name) cannot be '\(value)': nothing may follow the path"
        case .runsNothing: "\(name) cannot be '\(value)': servers that run actions start with grpcs:// or grpc://"
        case .characters: "\(name) cannot be '\(value)': a space, or a letter that is not ASCII, is written as %20"
        }
    }
}
