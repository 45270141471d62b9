import TestKinds

extension TestKind {
    /// The kind of a script. Its first line says so, as `# kind: compiler`; without that it is fast.
    ///
    /// Throws for a word that is no kind.
    init(ofScript text: String) throws(Script.Mistake) {
        let first = text.prefix { $0 != "\n" }, start = "# kind:"
        guard first.hasPrefix(start) else {
            self = .fast
            return
        }
        let word = first.dropFirst(start.count).split(separator: " ").joined(separator: " ")
        guard let kind = TestKind(rawValue: word) else {
            throw Script.Mistake(line: 1, message: "no kind '\(word)'")
        }
        self = kind
    }
}
