import Foundation
import Measuring

/// A clone under mono, with a cache of its own.
struct Workspace {
    let clone: Clone
    private let program, cache: String

    /// `keeps`: what an earlier run left in the folder is used.
    init(_ options: Options, in folder: String, keeps: Bool) throws {
        if !keeps { try Folders.remove(folder) }
        try Folders.make(folder)
        clone = try Clone(of: options.repository, in: "\(folder)/\(options.name)")
        (program, cache) = (options.mono, "\(folder)/cache")
    }

    // MARK: Answers

    /// The targets that are others since a commit, as `mono affected` has them, by their names.
    func affected(since revision: String, isByDigest: Bool) throws -> [String: AffectedJSON.Target] {
        let words =
            ["affected", "--since", revision, "--exact", "--committed", "--json"] + (isByDigest ? ["--by-digest"] : [])
        return Dictionary(uniqueKeysWithValues: try json(words, as: AffectedJSON.self).targets.map { ($0.id, $0) })
    }

    /// The keys of all actions that compile something of a target, of all targets that can be built.
    func keys() throws -> [String: CompileKeys] {
        let targets = try json(["hash", "--json"], as: HashJSON.self).targets
        return Dictionary(uniqueKeysWithValues: targets.map { ($0.target, CompileKeys($0)) })
    }

    func graph() throws -> GraphJSON { try json(["graph", "--format", "json"], as: GraphJSON.self) }

    // MARK: Builds

    struct Work {
        /// Targets of which anything was compiled, or a module emitted.
        var compiled: Set<String> = []
        /// Products that were linked; of test programs, as of products that no manifest names.
        var linked: Set<String> = []
    }

    /// Builds everything, the programs of all tests too, of which none is run.
    func buildAll() throws -> Work {
        var work = try build(["build"])
        // An early commit may have no tests, which is an error.
        guard try graph().targets.contains(where: { !$0.id.hasPrefix("@") && $0.kind == "test" }) else { return work }
        let tests = try build(["test", "--list"])
        work.compiled.formUnion(tests.compiled)
        work.linked.formUnion(tests.linked)
        return work
    }

    /// `words`: the command, and what to build.
    func build(_ words: [String]) throws -> Work {
        let events = cache + "-events.json"
        // 4: everything is built but for what mono names as not buildable yet.
        _ = try run(words + ["--no-keep-going", "--events", events], accepting: [0, 4])
        var work = Work()
        for line in try Folders.text(events).split(separator: "\n") {
            let event = try JSONDecoder().decode(EventJSON.self, from: Data(line.utf8))
            guard event.event == "actionFinished", event.outcome == "ran", let kind = event.kind,
                let subject = event.subject
            else { continue }
            if CompileKeys.kinds.contains(kind) { work.compiled.insert(subject) }
            if kind == "link" || kind == "archive" { work.linked.insert(subject) }
        }
        return work
    }

    private func json<Answer: Decodable>(_ words: [String], as: Answer.Type) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(run(words).output.utf8))
    }

    private func run(_ words: [String], accepting codes: Set<Int32> = [0]) throws -> Run {
        var command = Program(program, words + ["--cache-dir", cache], in: clone.folder)
        command.leavesErrorsOut = true
        return try command.run(accepting: codes)
    }
}

// MARK: What mono prints

struct AffectedJSON: Decodable {
    struct Reason: Decodable { var kind: String }
    struct Target: Decodable {
        var id: String, effect: String?, reasons: [Reason]

        /// It is a test that may read a file that changed, and nothing else is known to reach it.
        var isOnlyReader: Bool {
            !reasons.isEmpty
                && reasons.allSatisfy { ["mayRead", "reads", "unknownReads", "testInputs"].contains($0.kind) }
        }
    }
    var targets: [Target]
}

struct HashJSON: Decodable {
    struct Component: Decodable { var name, value: String }
    struct Action: Decodable { var action: String, key: String?, components: [Component] }
    struct Target: Decodable { var target: String, actions: [Action] }
    var targets: [Target]
}

struct GraphJSON: Decodable {
    struct Target: Decodable { var id, package, kind: String, language: String?, obstacles: [String] }
    struct Product: Decodable { var id: String, targets: [String] }
    var targets: [Target]
    var products: [Product]
}

private struct EventJSON: Decodable {
    var event: String, outcome, kind, subject: String?
}
