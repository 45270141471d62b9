import Disk
import Synchronization

/// Reads contents from git's objects, each once. May be used from any thread.
final class BlobReader: Sendable {
    private let git: GitProgram
    private let contents = Mutex<[GitBlob: [UInt8]]>([:])

    init(git: GitProgram) { self.git = git }

    /// One process for each repository.
    func prefetch(_ blobs: some Sequence<GitBlob>) throws(GitError) {
        let wanted = contents.withLock { known in Set(blobs).filter { known[$0] == nil } }
        for (repository, blobs) in Dictionary(grouping: wanted, by: \.repository) {
            let found = try read(blobs, in: repository)
            contents.withLock { $0.merge(found) { first, _ in first } }
        }
    }

    func content(of blob: GitBlob) throws(GitError) -> [UInt8] {
        if let known = contents.withLock({ $0[blob] }) { return known }
        try prefetch([blob])
        guard let content = contents.withLock({ $0[blob] }) else {
            throw .notUnderstood(arguments: BlobReader.arguments)
        }
        return content
    }

    private static let arguments = ["cat-file", "--batch"]

    private func read(_ blobs: [GitBlob], in repository: AbsolutePath) throws(GitError) -> [GitBlob: [UInt8]] {
        let input = blobs.map { $0.object + "\n" }.joined()
        let output = try git.output(BlobReader.arguments, in: repository, input: Array(input.utf8))
        var result: [GitBlob: [UInt8]] = [:]
        var rest = output[...]
        for blob in blobs {
            // `NAME blob SIZE`, a line end, the content, a line end; or `NAME missing`.
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                throw .notUnderstood(arguments: BlobReader.arguments)
            }
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            rest = rest[(end + 1)...]
            if words.last == "missing" {
                throw .missingObject(MissingObject(object: blob.object, repository: repository, fetch: ["fetch"]))
            }
            guard words.count == 3, words[1] == "blob", let size = Int(words[2]), rest.count > size else {
                throw .notUnderstood(arguments: BlobReader.arguments)
            }
            result[blob] = Array(rest.prefix(size))
            rest = rest.dropFirst(size + 1)
        }
        return result
    }
}
