import Foundation

/// What `mono build --events` wrote, as far as scripts ask for it.
struct EventLog {
    struct Action {
        var kind: String
        /// A target's or product's own name, and with its package: `Brain`, `Brain:Brain`.
        var names: Set<String>
        var outcome: String
    }

    var actions: [Action] = []

    init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ScriptFailure("the last mono command wrote no event log")
        }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                throw ScriptFailure("not an event: \(line)")
            }
            guard event["event"] as? String == "actionFinished" else { continue }
            guard let kind = event["kind"] as? String, let subject = event["subject"] as? String,
                let outcome = event["outcome"] as? String
            else { throw ScriptFailure("fields are missing: \(line)") }
            let name = subject.lastIndex(of: ":").map { String(subject[subject.index(after: $0)...]) } ?? subject
            actions.append(Action(kind: kind, names: [name, subject], outcome: outcome))
        }
    }

    /// The names of targets or products with an action of one of these kinds that ended so.
    func subjects(_ kinds: Set<String>, _ outcomes: Set<String>) -> Set<String> {
        Set(
            actions.filter { kinds.contains($0.kind) && outcomes.contains($0.outcome) }.compactMap {
                $0.names.min { $0.count < $1.count }
            })
    }

    static let compiles: Set = ["emit-module", "compile", "compile-module", "compile-clang"]
    static let links: Set = ["link", "archive"]
}
