/// When a script runs. Its first line says so, as `# kind: compiler`; without that it is fast.
enum ScriptKind: String, CaseIterable {
    /// Runs whenever tests run.
    case fast
    /// Compiles much.
    case compiler
    /// Builds again and again, or waits.
    case campaign

    /// Throws for a word that is no kind.
    init(ofScript text: String) throws(Script.Mistake) {
        let first = text.prefix { $0 != "\n" }, start = "# kind:"
        guard first.hasPrefix(start) else {
            self = .fast
            return
        }
        let word = first.dropFirst(start.count).split(separator: " ").joined(separator: " ")
        guard let kind = ScriptKind(rawValue: word) else {
            throw Script.Mistake(line: 1, message: "no kind '\(word)'")
        }
        self = kind
    }
}
