import Digests
import Disk
import Subprocesses
import Synchronization

/// A git that knows as much as is asked of it here: commits with one parent, a work tree, and an index that holds what
/// the current commit does.
final class FakeGit: FakeProgram {
    private struct Commit {
        var parent: String?
        var files: [String: [UInt8]]
    }

    private struct State {
        var commits: [String: Commit] = [:]
        /// What `HEAD` and branches stand for.
        var names: [String: String] = [:]
        var blobs: [String: [UInt8]] = [:]
        /// Other indexes, by their files.
        var indexes: [String: [String: [UInt8]]] = [:]
    }

    private let top, tracked: AbsolutePath
    private let files: InMemoryFileSystem
    private let state = Mutex(State())
    private static let none = String(repeating: "0", count: 40)

    /// `tracked`: what of the work tree git does not ignore.
    init(_ files: InMemoryFileSystem, top: AbsolutePath = "/w", tracked: AbsolutePath = "/w") {
        (self.files, self.top, self.tracked) = (files, top, tracked)
    }

    // MARK: For the test

    /// All that is on the disk, as one commit after the current one or after `parent`; it is the current one then.
    @discardableResult
    func commit(after parent: String? = nil) throws -> String {
        let tree = try workTree()
        return state.withLock { state in
            let before = parent ?? state.names["HEAD"]
            let name = FakeGit.name("commit \(state.commits.count)")
            state.commits[name] = Commit(parent: before, files: tree)
            state.names["HEAD"] = name
            for content in tree.values { state.blobs[FakeGit.name(content)] = content }
            return name
        }
    }

    func branch(_ name: String, at commit: String) { state.withLock { $0.names[name] = commit } }

    /// As in a clone that holds part of the history.
    func lose(_ content: String) { state.withLock { $0.blobs[FakeGit.name(Array(content.utf8))] = nil } }

    // MARK: What is asked

    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        guard command.executable == "/usr/bin/git" else { return nil }
        let words = command.arguments.filter { $0 != "--literal-pathspecs" }
        let tree = try workTree()
        return state.withLock { state in
            func named(_ text: String) -> String? { FakeGit.resolve(text, state) }
            func saying(_ text: String?) -> CommandResult { text.map { .saying($0) } ?? .saying("", 128) }
            switch words[0] {
            case "rev-parse" where words.contains("--show-toplevel"): return saying("true\nfalse\n\(top)\n")
            case "rev-parse": return saying(named(words.last!).map { $0 + "\n" })
            case "merge-base":
                guard let one = named(words[1]), let other = named(words[2]) else { return saying(nil) }
                let line = FakeGit.line(of: one, state)
                return saying(FakeGit.line(of: other, state).first(where: line.contains).map { $0 + "\n" })
            case "remote": return saying("")
            case "diff": return saying(difference(words, tree, state))
            case "ls-files":
                let known = state.names["HEAD"].flatMap { state.commits[$0]?.files } ?? [:]
                let places = FakeGit.places(words)
                return saying(
                    tree.keys.filter { known[$0] == nil && FakeGit.isIn(places, $0) }.sorted().map { $0 + "\0" }
                        .joined())
            case "ls-tree":
                let commit = state.commits[words.last { state.commits[$0] != nil } ?? ""]
                let places = FakeGit.places(words)
                return saying(
                    commit?.files.filter { FakeGit.isIn(places, $0.key) }.map {
                        "100644 blob \(FakeGit.name($0.value))\t\($0.key)\0"
                    }.joined())
            case "cat-file" where words.contains("--batch"):
                var output: [UInt8] = []
                for object in String(decoding: command.input, as: UTF8.self).split(separator: "\n") {
                    guard let content = state.blobs[String(object)] else {
                        output += Array("\(object) missing\n".utf8)
                        continue
                    }
                    output += Array("\(object) blob \(content.count)\n".utf8) + content + [10]
                }
                return CommandResult(exit: .code(0), output: output)
            case "rev-list":
                let count = Int(words[words.firstIndex(of: "-n")! + 1])!
                return saying(
                    named("HEAD").map { FakeGit.line(of: $0, state).prefix(count).map { $0 + "\n" }.joined() })
            case "diff-tree":
                let names = String(decoding: command.input, as: UTF8.self).split(separator: "\n").map(String.init)
                return saying(
                    names.map { name in
                        let after = state.commits[name]?.files ?? [:]
                        let before = state.commits[name]?.parent.flatMap { state.commits[$0]?.files } ?? [:]
                        let changed = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }.sorted()
                        return changed.isEmpty ? "" : ([name] + changed).map { $0 + "\0" }.joined()
                    }.joined())
            case "read-tree":
                let parts = words[1].split(separator: ":", omittingEmptySubsequences: false)
                let prefix = parts[1].isEmpty ? "" : parts[1] + "/"
                let found = (state.commits[String(parts[0])]?.files ?? [:]).filter { $0.key.hasPrefix(prefix) }
                if found.isEmpty { return saying(nil) }
                state.indexes[command.environment["GIT_INDEX_FILE"]!] =
                    Dictionary(uniqueKeysWithValues: found.map { (String($0.key.dropFirst(prefix.count)), $0.value) })
                return saying("")
            case "checkout-index":
                let place = words.first { $0.hasPrefix("--prefix=") }!.dropFirst("--prefix=".count)
                for (path, content) in state.indexes[command.environment["GIT_INDEX_FILE"]!] ?? [:] {
                    try? files.write(content, to: AbsolutePath(place + path))
                }
                // What changed in this instant may change again, and is not remembered.
                files.advance(by: 10_000_000_000)
                return saying("")
            default: return .saying("git: \(words)", 129)
            }
        }
    }

    private func difference(_ words: [String], _ tree: [String: [UInt8]], _ state: State) -> String? {
        let names = words.prefix { $0 != "--" }.filter { state.commits[$0] != nil }
        let places = FakeGit.places(words)
        guard let before = names.first.flatMap({ state.commits[$0]?.files }) else { return nil }
        let known = state.names["HEAD"].flatMap { state.commits[$0]?.files } ?? [:]
        let after = names.count > 1 ? state.commits[names[1]]!.files : tree.filter { known[$0.key] != nil }
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] && FakeGit.isIn(places, $0) }
            .sorted().map { path in
                func mode(_ content: [UInt8]?) -> String { content == nil ? "000000" : "100644" }
                let status = before[path] == nil ? "A" : after[path] == nil ? "D" : "M"
                let old = before[path].map(FakeGit.name) ?? FakeGit.none
                let new = names.count > 1 ? after[path].map(FakeGit.name) ?? FakeGit.none : FakeGit.none
                return ":\(mode(before[path])) \(mode(after[path])) \(old) \(new) \(status)\0\(path)\0"
            }.joined()
    }

    // MARK: Names

    private func workTree() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        guard files.isFolder(tracked) else { return [:] }
        for file in try FolderWalk(
            of: tracked, in: files, entering: { ![".mono", ".git"].contains($0.split(separator: "/").last) }
        ).files {
            let path = tracked / file.path
            found[path.relative(to: top)] = try files.read(path)
        }
        return found
    }

    private static func name(_ content: [UInt8]) -> String { String(ContentDigest(of: content).hex.prefix(40)) }
    private static func name(_ text: String) -> String { name(Array(text.utf8)) }

    private static func line(of commit: String, _ state: State) -> [String] {
        sequence(first: commit) { state.commits[$0]?.parent }.map { $0 }
    }

    private static func resolve(_ text: String, _ state: State) -> String? {
        let plain = text.replacing("^{commit}", with: "")
        let base = plain.prefix { $0 != "^" && $0 != "~" }
        let steps = plain.dropFirst(base.count)
        guard let start = state.names[String(base)] ?? (state.commits[String(base)] == nil ? nil : String(base)) else {
            return nil
        }
        let count = steps.isEmpty ? 0 : steps.hasPrefix("~") ? Int(steps.dropFirst()) ?? 1 : 1
        let line = line(of: start, state)
        return count < line.count ? line[count] : nil
    }

    private static func places(_ words: [String]) -> [String] { Array(words.drop { $0 != "--" }.dropFirst()) }
    private static func isIn(_ places: [String], _ path: String) -> Bool {
        places.isEmpty || places.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
