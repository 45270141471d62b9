import Disk
import Subprocesses
import TestRunning

/// Why tests ran, and what their results rest on.
extension TestReport {
    /// For `--why`, a line each.
    func reasons(in root: AbsolutePath) -> [String] {
        var lines: [String] = []
        if case .run = source {
            if runs.allSatisfy({ $0.results.isEmpty }), reason == nil { return ["  no test of it was wanted"] }
            lines += reason?.lines ?? []
        }
        guard let reads else { return lines + ["  nobody knows what the results rest on"] }
        lines.append("  the results rest on the program, the toolchain and")
        for variable in variables {
            lines.append("    the variable \(variable.name)\(variable.isSet ? "" : " (not set)")")
        }
        let inputs = reads.inputs.sorted { ($0.scope.rank, $0.path) < ($1.scope.rank, $1.path) }
        for input in inputs { lines.append("    \(input.sentence)") }
        if variables.isEmpty, inputs.isEmpty { lines.append("    nothing else") }
        return lines
    }
}

extension TestReport.RunReason {
    fileprivate var lines: [String] {
        switch self {
        case .unknown: ["  it ran because no results of it are known here"]
        case .notKept: ["  it ran because its last results were not kept"]
        case .asked: ["  it ran because it was to"]
        case .flaky: ["  it ran because its tests are flaky"]
        case .changed(let changes):
            ["  it ran because this is another one than when it ran last:"]
                + changes.map { "    \($0.sentence)" }.sorted()
        }
    }
}

extension TestReport.Change {
    fileprivate var sentence: String {
        switch self {
        case .program: "the program"
        case .input(let input): input.name
        case .other(let name): name
        }
    }
}

extension TestInput {
    /// `Tests/Fixtures/a.txt`, `~/.config/x`, `/etc/hosts`
    fileprivate var name: String {
        switch scope {
        case .workspace: path.isEmpty ? "." : path
        case .toolchain: "TOOLCHAIN/\(path)"
        case .home: "~/\(path)"
        case .temporary: "$TMPDIR/\(path)"
        case .machine: "/\(path)"
        }
    }

    fileprivate var sentence: String {
        var words: [String] = []
        if ways.contains(.read) { words.append("content") }
        if ways.contains(.listed) { words.append("names in it") }
        if ways.contains(.followed) { words.append("where it leads") }
        if ways.contains(.attributes) { words.append("attributes") }
        if words.isEmpty { words.append("whether it is there") }
        return "\(name) (\(words.joined(separator: ", ")))"
    }
}

extension TestInput.Scope {
    fileprivate var rank: Int {
        switch self {
        case .workspace: 0
        case .home: 1
        case .temporary: 2
        case .toolchain: 3
        case .machine: 4
        }
    }
}

extension TestLeak {
    func sentence(in root: AbsolutePath) -> String {
        switch self {
        case .reads(let path, let ways):
            let name = path.isInside(root) ? path.relative(to: root) : path.string
            let what =
                ways.contains(.read) ? "they read" : ways.contains(.listed) ? "they list" : "they look for"
            return "\(what) '\(name)', which is not declared"
        case .notKept(let reason): return reason.sentence
        case .notWatched: return "nobody could watch what they read"
        }
    }
}
