import Foundation
import Measuring

/// One mono that is measured, with a workspace and a cache of its own.
struct MonoSide {
    let program: String
    let folder: String
    let cache: String
    /// Where it remembers what it knows of this machine's toolchains.
    let machine: String
    /// What is not the first one has rows of its own.
    let isBaseline: Bool

    func command(_ words: [String], in place: String? = nil) -> Program {
        Program(
            program, words + ["--cache-dir", cache], in: place ?? folder, variables: ["XDG_CACHE_HOME": machine])
    }

    var build: Program { command(["build"]) }

    func build(events: String) -> Program { command(["build", "--events", events]) }
}

/// What the log of a build's events says.
struct BuildLog {
    /// Results that were made.
    private(set) var ran = 0
    /// Targets whose sources were compiled.
    private(set) var compiled: Set<String> = []
    /// Seconds of processor time of the tools that made them.
    private(set) var toolsProcessor = 0.0
    /// Seconds on the wall in which one of them ran at least.
    private(set) var toolsWall = 0.0

    init(_ path: String) throws {
        var spans: [(from: Double, to: Double)] = []
        for line in try Folders.text(path).split(separator: "\n") where line.contains("\"actionFinished\"") {
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                event["outcome"] as? String == "ran", let end = event["time"] as? Double,
                let duration = event["duration"] as? Double
            else { continue }
            ran += 1
            toolsProcessor += (event["cpu"] as? Double ?? 0) / 1000
            spans.append((end - duration, end))
            if event["kind"] as? String == "compile", let subject = event["subject"] as? String {
                compiled.insert(subject)
            }
        }
        toolsWall = covered(by: spans) / 1000
    }
}
