import Disk
import Testing

@testable import GitHistory

@Suite struct RecentCommitsTests {
    private let names = ["aa", "bb", "cc"]

    @Test("each commit's paths; commits without a change have none")
    func paths() {
        func found(_ fields: String...) -> [[String]]? {
            RecentCommit.paths(in: Array(fields.map { $0 + "\0" }.joined().utf8), of: names)
        }
        #expect(found("aa", "x", "y z\n", "cc", "x") == [["x", "y z\n"], [], ["x"]])
        #expect(found() == [[], [], []])
        // A file that is called like an earlier commit is a file.
        #expect(found("bb", "aa", "bb") == [[], ["aa", "bb"], []])
        #expect(found("x") == nil)
        #expect(found("aa", "", "x") == nil)
        #expect(RecentCommit.paths(in: Array("aa\0x".utf8), of: names) == nil)
    }

    @Test("of a real repository: merges against their first parent, renames by both names, the first commit whole")
    func real() throws {
        let repository = try RealRepository()
        try repository.write("1", "a b.txt")
        try repository.git("add", "-A")
        try repository.git("commit", "-q", "-m", "one")
        try repository.git("checkout", "-q", "-b", "side")
        try repository.write("1", "s1")
        try repository.git("add", "-A")
        try repository.git("commit", "-q", "-m", "side 1")
        try repository.write("1", "s2")
        try repository.git("add", "-A")
        try repository.git("commit", "-q", "-m", "side 2")
        try repository.git("checkout", "-q", "main")
        try repository.git("mv", "a b.txt", "c.txt")
        try repository.git("commit", "-q", "-m", "two")
        try repository.git("merge", "-q", "--no-ff", "-m", "merge", "side")
        try repository.git("commit", "-q", "--allow-empty", "-m", "empty")
        let found = try repository.opened().recentCommits(10)
        #expect(
            found.map { $0.paths.map { $0.relative(to: repository.top) }.sorted() } == [
                [], ["s1", "s2"], ["a b.txt", "c.txt"], ["a b.txt"],
            ])
        #expect(try repository.opened().recentCommits(2).count == 2)
    }
}
