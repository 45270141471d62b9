import Foundation
import Measuring

/// What mono's builds did, by their event logs. What one build of a package has done is there for the next one, which
/// says nothing new.
struct ActionCounts: Codable {
    private static let compiles: Set<String> = ["emit-module", "compile", "compile-module", "compile-clang"]

    var ran = 0
    /// Those of `ran` that call a compiler.
    var compiled = 0
    var hits = 0
    var failed = 0
    /// Of which configuration and name something is known.
    private var seen: Set<String> = []

    private enum CodingKeys: CodingKey { case ran, compiled, hits, failed }

    /// Adds a build's; none where it did not come so far as to write any.
    mutating func add(events path: String) {
        var configuration = ""
        for line in ((try? Folders.text(path)) ?? "").split(separator: "\n") {
            guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                continue
            }
            if event["event"] as? String == "buildStarted" { configuration = event["configuration"] as? String ?? "" }
            guard event["event"] as? String == "actionFinished", let kind = event["kind"] as? String,
                let action = event["action"] as? String,
                let outcome = event["outcome"] as? String, ["ran", "hit", "failed"].contains(outcome),
                seen.insert("\(configuration) \(action)").inserted
            else { continue }
            switch outcome {
            case "ran":
                ran += 1
                if ActionCounts.compiles.contains(kind) { compiled += 1 }
            case "hit": hits += 1
            default: failed += 1
            }
        }
    }
}
