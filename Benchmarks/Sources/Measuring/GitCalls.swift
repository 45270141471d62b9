import Foundation

/// The calls of git that compare every file of the work tree with a commit, word by word as mono makes them: taken down
/// by a program that stands in git's place once.
public struct GitCalls {
    public let diff, listing, both: Program
    /// As a person would type them.
    public let shown: [String]

    /// `work`: a folder for what is taken down.
    public init(of mono: Program, in folder: String, work: String) throws {
        let place = work + "/listener", log = place + "/calls"
        try Folders.remove(place)
        try Folders.make(place)
        let real = try Program("sh", ["-c", "command -v git"], in: folder).run(timeLimit: 60).output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        try Folders.write("#!/bin/sh\nline=$*\necho \"$line\" >> '\(log)'\nexec '\(real)' \"$@\"\n", to: place + "/git")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place + "/git")
        var listened = mono
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        listened.variables["PATH"] = place + ":" + path
        _ = try listened.run(timeLimit: 3600)
        let lines = try Folders.text(log).split(separator: "\n").map(String.init)
        let variables = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"]
        func only(_ word: String) throws -> String {
            let found = lines.filter { $0.split(separator: " ").contains(Substring(word)) }
            guard found.count == 1 else {
                throw RunError("mono called 'git \(word)' \(found.count) times instead of once: \(lines)")
            }
            return found[0]
        }
        let words = try ["diff", "ls-files"].map(only)
        func program(_ line: String) -> Program {
            Program("git", line.split(separator: " ").map(String.init), in: folder, variables: variables)
        }
        (diff, listing) = (program(words[0]), program(words[1]))
        // No word of these calls means anything to a shell.
        both = Program(
            "sh", ["-c", "git \(words[0]) > '\(place)/first' & git \(words[1]); wait"], in: folder, variables: variables
        )
        shown = words.map { "git " + $0 }
    }
}
