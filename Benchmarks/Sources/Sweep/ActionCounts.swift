import Foundation
import Measuring

/// What mono's builds did, by their event logs.
struct ActionCounts: Codable {
    private static let compiles: Set<String> = ["emit-module", "compile", "compile-module", "compile-clang"]

    var ran = 0
    /// Those of `ran` that call a compiler.
    var compiled = 0
    var hits = 0
    var failed = 0
    /// Targets and products, of all packages, that actions were planned for.
    var subjects: Set<String> = []

    /// Adds a build's; none where it did not come so far as to write any.
    mutating func add(events path: String) {
        for line in ((try? Folders.text(path)) ?? "").split(separator: "\n") {
            guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], event["event"] as? String == "actionFinished",
                let kind = event["kind"] as? String, let subject = event["subject"] as? String
            else { continue }
            subjects.insert(subject)
            switch event["outcome"] as? String {
            case "ran":
                ran += 1
                if ActionCounts.compiles.contains(kind) { compiled += 1 }
            case "hit": hits += 1
            case "failed": failed += 1
            default: continue
            }
        }
    }
}
