import Disk
import GitHistory
import Testing

/// A work tree as it was in a commit, held against a real checkout of that commit.
@Suite struct EarlierFilesTests {
    /// Everything below a folder: what it is, what it holds, where it leads. Folders only where they hold something, as
    /// in git.
    private func everything(in folder: AbsolutePath, _ files: any FileSystem, at path: String = "") throws -> [String:
        String]
    {
        var result: [String: String] = [:]
        for entry in try files.list(folder) where entry.name != ".git" {
            let place = folder / entry.name, name = path + entry.name
            switch entry.kind {
            case .folder: result.merge(try everything(in: place, files, at: name + "/")) { $1 }
            case .symbolicLink:
                result[name] = "-> \(try files.destination(ofLink: place))"
                #expect(files.linkStatus(place)?.kind == .symbolicLink)
            case .file:
                let status = try #require(files.status(place))
                result[name] =
                    (status.isExecutable ? "x " : "  ") + String(decoding: try files.read(place), as: UTF8.self)
                #expect(status.kind == .file)
                #expect(try files.digest(place).size == status.size)
            case .other: Issue.record("\(name)")
            }
        }
        return result
    }

    private func earlier(_ repository: RealRepository, _ commit: String) throws -> (EarlierFiles, [ChangedFile]) {
        let git = try repository.opened()
        let changes = try git.changes(since: git.commit(commit), to: .workTree, in: [git.top])
        return (try EarlierFiles(of: git, before: changes, disk: repository.files) { $0.name.hasPrefix("a") }, changes)
    }

    @Test("after any changes of files, links and folders, every earlier commit is seen as it was", arguments: 0..<12)
    func anyHistory(_ seed: Int) throws {
        var random = Seeded(seed)
        let repository = try RealRepository()
        try repository.write("ignored\n", ".gitignore")
        var commits: [(name: String, content: [String: String])] = []
        for _ in 0..<4 {
            for _ in 0..<Int.random(in: 1...6, using: &random) { try change(repository, &random) }
            let isFolder = repository.files.linkStatus(repository.top / "a")?.kind == .folder
            if isFolder { try repository.write("same", "a/ignored") }
            let name = try repository.commit()
            let copy = repository.top / "../\(repository.top.name).copy"
            try repository.git("worktree", "add", "-q", "--detach", copy.string, name)
            commits.append((name, try everything(in: copy, repository.files)))
            try repository.git("worktree", "remove", "--force", copy.string)
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) { try change(repository, &random) }
        if Bool.random(using: &random) { try repository.git("add", "-A") }
        for commit in commits {
            let (files, _) = try earlier(repository, commit.name)
            var seen = try everything(in: repository.top, files)
            // What git ignores has no earlier state.
            for path in seen.keys where path.hasSuffix("ignored") && commit.content[path] == nil { seen[path] = nil }
            #expect(seen == commit.content, "seed \(seed)")
            // Links resolve to what they meant then.
            for (path, content) in commit.content where content.hasPrefix("-> ") {
                let target = AbsolutePath(String(content.dropFirst(3)), in: (repository.top / path).parent)
                if commit.content[target.relative(to: repository.top)]?.hasPrefix("  ") == true {
                    #expect(files.resolve(repository.top / path) == target, "seed \(seed)")
                }
            }
        }
    }

    private func change(_ repository: RealRepository, _ random: inout Seeded) throws {
        let names = ["a", "b", "c", "ein Ä"]
        let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random)! }.joined(
            separator: "/")
        let place = repository.top / path
        // What is in the way goes: a file where a folder is to be, a folder where a file is to be.
        var above = place.parent
        while above != repository.top {
            if let status = repository.files.linkStatus(above), status.kind != .folder {
                try repository.files.remove(above)
            }
            above = above.parent
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try repository.files.remove(place)
        case 1:
            try repository.files.remove(place)
            try repository.files.makeSymbolicLink(at: place, to: names.randomElement(using: &random)!)
        default:
            if repository.files.linkStatus(place).map({ $0.kind != .file }) ?? false {
                try repository.files.remove(place)
            }
            try repository.write(
                "\(Int.random(in: 0..<1000, using: &random))", path,
                permissions: Bool.random(using: &random) ? 0o755 : 0o644)
        }
    }

    @Test("a link to a folder shows what was in the folder; a new folder is not there, nor what is ignored in it")
    func linksAndFolders() throws {
        let repository = try RealRepository()
        try repository.write("ignored\n", ".gitignore")
        try repository.write("1", "real/inner/x")
        try repository.files.makeSymbolicLink(at: repository.top / "link", to: "real")
        try repository.files.makeSymbolicLink(at: repository.top / "out", to: "/usr")
        let commit = try repository.commit()
        try repository.write("2", "real/inner/x")
        try repository.write("3", "real/inner/y")
        try repository.write("4", "new/z")
        let (files, changes) = try earlier(repository, commit)
        let top = repository.top
        #expect(changes.map { $0.path.relative(to: top) } == ["new/z", "real/inner/x", "real/inner/y"])
        #expect(try files.list(top / "link/inner").map(\.name) == ["x"])
        #expect(try files.read(top / "link/inner/x") == Array("1".utf8))
        #expect(files.resolve(top / "link/inner") == top / "real/inner")
        #expect(
            files.status(top / "link/inner/y") == nil && files.status(top / "new") == nil
                && files.status(top / "new/z") == nil)
        #expect(files.isFolder(top / "out/bin"))
        #expect(throws: FileError.self) { try files.list(top / "new") }
        #expect(throws: FileError.self) { try files.read(top / "real") }
        #expect(throws: FileError.self) { try files.write("x", to: top / "real/inner/x") }
        #expect(try repository.files.read(top / "real/inner/x") == Array("2".utf8))
    }

    @Test("contents that git lost are an error that says so")
    func lostObject() throws {
        let repository = try RealRepository()
        try repository.write("1", "file")
        let commit = try repository.commit()
        let object = String(try repository.git("rev-parse", "HEAD:file").dropLast())
        try repository.files.remove(repository.top / "file")
        try repository.files.remove(
            repository.top / ".git/objects" / String(object.prefix(2)) / String(object.dropFirst(2)))
        let (files, _) = try earlier(repository, commit)
        #expect(throws: FileError.self) { try files.read(repository.top / "file") }
        #expect(
            files.failure == .missingObject(MissingObject(object: object, repository: repository.top, fetch: ["fetch"]))
        )
    }
}

/// Random numbers that are the same for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
