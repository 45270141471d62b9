/// What is missing where a revision cannot be resolved, and what would fetch it.
extension GitRepository {
    /// Never returns an error about a revision that git can resolve.
    func missing(_ revision: String) throws(GitError) -> GitError {
        let remotes = try self.remotes()
        if revision == "HEAD" || revision == "@" { return .noCommits(top) }
        if isShallow {
            let (name, steps) = GitRepository.steps(of: revision)
            if !steps.isEmpty, let found = try walk(from: name, steps) {
                guard let remote = remotes.first else {
                    return history(revision, .revision, found.commit, ["fetch", "--unshallow"])
                }
                return history(revision, .revision, found.commit, ["fetch", "--deepen=\(found.generations)", remote])
            }
        }
        let deep = isShallow ? ["--unshallow"] : []
        // A branch of a remote that this clone does not follow.
        if let remote = remotes.first(where: { revision.hasPrefix($0 + "/") }) {
            let branch = revision.dropFirst(remote.utf8.count + 1).prefix { !"~^@:{".contains($0) }
            let fetch = ["fetch"] + deep + [remote, "\(branch):refs/remotes/\(remote)/\(branch)"]
            return isShallow
                ? history(revision, .revision, nil, fetch)
                : .unknownRevision(UnknownRevision(revision: revision, fetch: fetch))
        }
        if GitRepository.isFullName(revision), let remote = remotes.first {
            let fetch = ["fetch"] + deep + [remote, revision]
            return isShallow
                ? history(revision, .revision, revision, fetch)
                : .unknownRevision(UnknownRevision(revision: revision, fetch: fetch))
        }
        var candidates: [String] = []
        for remote in remotes where try resolved("refs/remotes/\(remote)/\(revision)") != nil {
            candidates.append("\(remote)/\(revision)")
        }
        if isShallow, candidates.isEmpty, let remote = remotes.first {
            return history(revision, .revision, nil, ["fetch", "--unshallow", "--tags", remote])
        }
        return .unknownRevision(UnknownRevision(revision: revision, candidates: candidates))
    }

    /// Why a shallow clone does not know where `commit` and the current one parted.
    func missingAncestor(of revision: String, _ commit: Commit) throws(GitError) -> GitError {
        // The clone's oldest commits look like beginnings; their own text still names the parents that are not there.
        let oldest = try git.output(["rev-list", "--max-parents=0", "HEAD", commit.name], in: top)
        var missing: String?
        for name in String(decoding: oldest, as: UTF8.self).split(separator: "\n") where missing == nil {
            for parent in try parents(of: String(name)) {
                if missing == nil, try !holds(parent) { missing = parent }
            }
        }
        // All history of both is there, and it has nothing in common.
        guard let missing else { return .noCommonAncestor(revision: revision) }
        return history(revision, .commonAncestor, missing, ["fetch", "--unshallow"] + (try remotes().prefix(1)))
    }

    private func history(_ revision: String, _ need: MissingHistory.Need, _ commit: String?, _ fetch: [String])
        -> GitError
    {
        .missingHistory(MissingHistory(revision: revision, need: need, commit: commit, fetch: fetch))
    }

    /// The remotes of this clone, `origin` first.
    func remotes() throws(GitError) -> [String] {
        let names = (try git.line(["remote"], in: top) ?? "").split(separator: "\n").map(String.init)
        return names.filter { $0 == "origin" } + names.filter { $0 != "origin" }
    }

    /// The parents that a commit's own text names, whether they are there or not.
    private func parents(of commit: String) throws(GitError) -> [String] {
        let text = String(decoding: try git.output(["cat-file", "commit", commit], in: top), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.compactMap { line in
            line.hasPrefix("parent ") ? String(line.dropFirst("parent ".count)) : nil
        }
    }

    /// The first commit on the way that is not there, and how many generations of it and older ones the way needs. Nil
    /// where the way ends for another reason.
    private func walk(from name: String, _ steps: [Int]) throws(GitError) -> (commit: String, generations: Int)? {
        guard var at = try resolved(name)?.name else { return nil }
        for (index, parent) in steps.enumerated() {
            let parents = try self.parents(of: at)
            guard parents.count >= parent else { return nil }
            at = parents[parent - 1]
            if try !holds(at) { return (at, steps.count - index) }
        }
        return nil
    }

    /// `main~2^2` is `main`, then the first parent, its first parent, and that one's second parent. No steps where
    /// `text` has other marks.
    static func steps(of text: String) -> (name: String, steps: [Int]) {
        let name = text.prefix { $0 != "~" && $0 != "^" }
        var rest = text.dropFirst(name.count), steps: [Int] = []
        while let mark = rest.popFirst() {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard mark == "~" || mark == "^", let number = digits.isEmpty ? 1 : Int(digits), number <= 100_000 else {
                return (text, [])
            }
            if mark == "~" { steps += Array(repeating: 1, count: number) } else if number > 0 { steps.append(number) }
        }
        return (String(name), steps)
    }
}
