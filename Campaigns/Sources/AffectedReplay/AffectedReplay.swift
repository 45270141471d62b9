import Measuring

/// Asks about each commit, and finds out the truth.
struct AffectedReplay {
    /// A commit about which nothing can be said, and why.
    struct Failure {
        var commit: Commit
        var reason: String
    }

    struct Result {
        var steps: [Step] = []
        var failures: [Failure] = []
        /// The last ones, for which there was no time.
        var unasked = 0
        /// Commits of which an end does not build, where builds were asked for.
        var unbuilt = 0
    }

    private let options: Options
    private let asked: Workspace
    /// For builds: its cache holds nothing that answers, or an earlier run, left.
    private let built: Workspace?

    init(_ options: Options) throws {
        self.options = options
        asked = try Workspace(options, in: "\(options.work)/\(options.name)/asked", keeps: options.keeps)
        built =
            options.builds == 0
            ? nil : try Workspace(options, in: "\(options.work)/\(options.name)/built", keeps: false)
    }

    func run() throws -> Result {
        let commits = try Commit.latest(
            options.commits, until: options.until, touching: options.paths, in: asked.clone.folder)
        var result = Result()
        let end = options.minutes.map { now() + Double($0) * 60 }
        say("the state before the first commit: all modules are emitted")
        try asked.clone.checkOut(commits[0].id + "~1")
        do { _ = try asked.affected(since: asked.clone.emptyCommit(), isByDigest: true) } catch { say("\(error)") }
        for (index, commit) in commits.enumerated() {
            let started = now()
            if let end, started > end {
                say("no more time")
                result.unasked = commits.count - index
                break
            }
            do {
                var step = try ask(commit)
                if let built, commits.count - index <= options.builds {
                    do { step.work = try work(of: commit, in: built) } catch {
                        result.unbuilt += 1
                        say("does not build: \(error)")
                    }
                }
                result.steps.append(step)
                say(
                    """
                    [\(index + 1)/\(commits.count)] \(commit.short) \(commit.title.prefix(50)): \(step.line), \
                    \(seconds(now() - started))
                    """
                )
                for miss in step.misses { say("MISS \(commit.short): \(miss)") }
            } catch let error as RunError {
                result.failures.append(Failure(commit: commit, reason: error.description))
                say("[\(index + 1)/\(commits.count)] \(commit.short) \(commit.title.prefix(50)): \(error)")
            }
        }
        return result
    }

    /// The answers come first: nothing that the truth needs was built for them.
    private func ask(_ commit: Commit) throws -> Step {
        var step = Step(commit)
        try asked.clone.checkOut(commit.id)
        let named = try asked.affected(since: "HEAD~1", isByDigest: false)
        step.named = Set(named.keys)
        step.readers = Set(named.filter(\.value.isOnlyReader).keys)
        step.effects = try asked.affected(since: "HEAD~1", isByDigest: true).compactMapValues(\.effect)
        let graph = try asked.graph()
        step.products = Dictionary(graph.products.map { ($0.id, $0.targets) }) { first, _ in first }
        let after = try keys(graph)
        try asked.clone.checkOut(commit.id + "~1")
        let before = try keys(asked.graph())

        for (target, keys) in after where !keys.isEmpty {
            step.targets.insert(target)
            let old = before[target]
            let differences = old.map { keys.differences(since: $0) } ?? ["it is new"]
            if differences.isEmpty { continue }
            step.changed[target] = differences
            if !keys.isKnown || old?.isKnown == false { step.unknown.insert(target) }
        }
        return step
    }

    /// The keys in the commit that is checked out. Which headers a C source reads is known once it was compiled.
    private func keys(_ graph: GraphJSON) throws -> [String: CompileKeys] {
        let inC = graph.targets.filter { !$0.id.hasPrefix("@") && $0.language == "clang" && $0.obstacles.isEmpty }.map(
            \.id)
        if !inC.isEmpty { _ = try asked.build(["build"] + inC) }
        return try asked.keys()
    }

    private func work(of commit: Commit, in workspace: Workspace) throws -> Workspace.Work {
        try workspace.clone.checkOut(commit.id + "~1")
        _ = try workspace.buildAll()
        try workspace.clone.checkOut(commit.id)
        return try workspace.buildAll()
    }
}
