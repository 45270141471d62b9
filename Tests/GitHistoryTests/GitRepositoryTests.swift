import Disk
import Foundation
import Subprocesses
import Testing

@testable import GitHistory

@Suite struct GitRepositoryTests {
    @Test("the steps of a revision, as far as they are steps of generations")
    func steps() {
        func spelled(_ text: String) -> String {
            let (name, steps) = GitRepository.steps(of: text)
            return name + ":" + steps.map(String.init).joined(separator: ",")
        }
        #expect(spelled("HEAD~2") == "HEAD:1,1")
        #expect(spelled("main^") == "main:1")
        #expect(spelled("main^2~") == "main:2,1")
        #expect(spelled("main^0") == "main:")
        #expect(spelled("main") == "main:")
        #expect(spelled("main^{tree}") == "main^{tree}:")
        #expect(spelled("a~99999999999999999999") == "a~99999999999999999999:")
        #expect(spelled("a~1000000") == "a~1000000:")
    }

    @Test("differences are read, and what are none is refused")
    func differences() {
        let zeros = String(repeating: "0", count: 40), ones = String(repeating: "1", count: 40)
        let text = ":100644 000000 \(ones) \(zeros) D\0a b\0:000000 120000 \(zeros) \(ones) A\0line\nend\0"
        let found = RawDifference.parse(Array(text.utf8))
        #expect(found?.map(\.path) == ["a b", "line\nend"])
        #expect(found?.map { String($0.status) } == ["D", "A"])
        #expect(RawDifference.parse([]) == [])
        for wrong in ["x", ":1 2 3 4 5\0", ":1 2 3 4 5\0\0", ":1 2 3 4\0a\0", "100644 1 2 3 M\0a\0"] {
            #expect(RawDifference.parse(Array(wrong.utf8)) == nil, "\(wrong)")
        }
    }

    @Test("what is no repository, has no work tree, or cannot be asked, is told apart")
    func noRepository() throws {
        let repository = try RealRepository()
        func failure(_ body: () throws -> Void) -> GitError? {
            do {
                try body()
                return nil
            } catch { return error as? GitError }
        }
        let git = repository.top / ".git"
        #expect(failure { _ = try repository.opened(around: ".git") } == .noWorkTree(git))
        #expect(failure { _ = try repository.opened(environment: ["PATH": "/nowhere"]) } == .noGit)
        // A hook's git tells its children where it is; that is not where we are.
        #expect(
            try repository.opened(environment: ["GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/"]).top == repository.top)
        let opened = try repository.opened()
        #expect(failure { _ = try opened.commit("HEAD") } == .noCommits(repository.top))
        #expect(failure { _ = try opened.commonAncestor(of: "HEAD") } == .noCommits(repository.top))
        try repository.commit()
        for revision in ["", "-h", "--all", "nowhere", "HEAD~1", "^HEAD", "HEAD..HEAD", "a\0b", "HEAD^{tree}"] {
            guard case .unknownRevision(let fact) = failure({ _ = try opened.commit(revision) }) else {
                Issue.record("\(revision)")
                continue
            }
            #expect(fact.revision == revision)
        }
        try repository.files.remove(git)
        #expect(failure { _ = try repository.opened() } == .notARepository(repository.top))
    }

    @Test(
        "the files of a commit: whatever the work tree holds, without links, submodules, and what lies beside the folder"
    )
    func regularFiles() throws {
        let repository = try RealRepository(), other = try RealRepository()
        try other.write("1", "inside")
        try other.commit()
        try repository.write("1", "sub/ä b", permissions: 0o755)
        try repository.write("1", "sub/gone")
        try repository.write("1", "subway")
        try repository.files.makeSymbolicLink(at: repository.top / "sub/link", to: "gone")
        try repository.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.top.string, "sub/module")
        let commit = try repository.opened().commit(repository.commit())
        try repository.files.remove(repository.top / "sub/gone")
        try repository.write("1", "sub/new")
        func names(_ folder: String) throws -> [String] {
            let place = folder.isEmpty ? repository.top : repository.top / folder
            return try repository.opened().regularFiles(of: commit, in: place).sorted().map {
                $0.relative(to: repository.top)
            }
        }
        #expect(try names("sub") == ["sub/gone", "sub/ä b"])
        #expect(try names("") == [".gitmodules", "sub/gone", "sub/ä b", "subway"])
    }

    @Test("a file is ignored by any of git's rules, unless it is in the index")
    func ignored() throws {
        let repository = try RealRepository()
        try repository.write("*.lock\n!kept.lock\n", ".gitignore")
        try repository.write("1", "old.lock")
        try repository.git("add", "--force", "old.lock")
        let opened = try repository.opened()
        func ignores(_ name: String) throws -> Bool { try opened.ignores(repository.top / name) }
        #expect(try ignores("new.lock") && ignores("sub/new.lock"))
        #expect(try !ignores("old.lock") && !ignores("kept.lock") && !ignores("other"))
        #expect(try !opened.ignores(AbsolutePath("/elsewhere/new.lock")))
    }

    @Test("a cancelled question ends as such")
    func cancelled() throws {
        let repository = try RealRepository()
        let cancellation = Cancellation()
        cancellation.request()
        #expect(throws: GitError.cancelled) {
            try GitRepository(
                around: repository.top, files: repository.files, commands: LocalCommandRunner(),
                environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], cancellation: cancellation)
        }
    }

    @Test("the user's habits change nothing of what git is asked")
    func habits() throws {
        let repository = try RealRepository()
        try repository.write("1", "sub/ä")
        try repository.commit()
        for (key, value) in [
            ("diff.noprefix", "true"), ("diff.relative", "true"), ("color.ui", "always"), ("core.quotePath", "true"),
            ("diff.renames", "copies"),
            ("diff.external", "/bin/false"), ("diff.ignoreSubmodules", "all"), ("core.abbrev", "4"),
            ("status.showUntrackedFiles", "no"),
        ] { try repository.git("config", key, value) }
        try repository.git("mv", "sub/ä", "sub/b")
        try repository.write("2", "sub/c")
        let opened = try repository.opened(around: "sub")
        let changes = try opened.changes(since: opened.commit("HEAD"), to: .workTree, in: [repository.top / "sub"])
        #expect(changes.map { $0.path.relative(to: repository.top) } == ["sub/b", "sub/c", "sub/ä"])
        #expect(changes.map { $0.now != nil } == [true, true, false])
        #expect(changes.map(\.isUntracked) == [false, true, false])
    }
}
