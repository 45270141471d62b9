import Disk
import Foundation
import GitHistory
import Subprocesses
import Testing

/// A repository of git's in a folder of its own, which is gone at the end.
final class RealRepository {
    let top: AbsolutePath
    let files = LocalFileSystem()
    private let environment: [String: String]

    init() throws {
        var template = Array("/tmp/mono-git-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        top = try #require(files.resolve(AbsolutePath(String(cString: made))))
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": top.string,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
            "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.com",
        ]
        try git("init", "-q", "-b", "main")
    }

    deinit { try? files.remove(top) }

    @discardableResult
    func git(_ arguments: String..., in folder: AbsolutePath? = nil) throws -> String {
        let program = try #require(files.program("git", on: environment["PATH"]))
        let result = try LocalCommandRunner().run(
            Command(program.string, arguments, folder: (folder ?? top).string, environment: environment))
        try #require(result.succeeded, "\(arguments): \(String(decoding: result.errors, as: UTF8.self))")
        return String(decoding: result.output, as: UTF8.self)
    }

    /// All that is on the disk, as one commit.
    @discardableResult
    func commit() throws -> String {
        try git("add", "-A")
        try git("commit", "-q", "--allow-empty", "-m", "commit")
        return String(try git("rev-parse", "HEAD").dropLast())
    }

    func write(_ text: String, _ path: String, permissions: UInt16 = 0o644) throws {
        try files.write(Array(text.utf8), to: top / path, permissions: permissions, durably: false)
    }

    func opened(around folder: String = ".", environment more: [String: String] = [:]) throws(GitError) -> GitRepository
    {
        try GitRepository(
            around: top / folder, files: files, commands: LocalCommandRunner(),
            environment: environment.merging(more) { $1 })
    }
}
