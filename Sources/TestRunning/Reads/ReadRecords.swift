import ArtifactCache
import BuildEngine
import Digests
import Disk
import Targets

/// Where records of what tests read are kept: for this workspace, and in the cache by commit, for others.
public struct ReadRecords: Sendable {
    private let files: any FileSystem
    private let cache: TieredCache
    private let path: AbsolutePath
    /// Of the workspace in its repository.
    private let place: String

    /// `path`: where the workspace's own record lies. `place`: the workspace's folder below the repository's top.
    public init(files: any FileSystem, cache: TieredCache, path: AbsolutePath, place: String) {
        (self.files, self.cache, self.path, self.place) = (files, cache, path, place)
    }

    private static let output = "test-reads"
    /// In bytes.
    private static let largest: Int64 = 256 << 20

    /// Of this workspace; empty where there is none.
    public var own: ReadRecord {
        (try? files.read(path)).flatMap { try? ReadRecord($0) } ?? ReadRecord()
    }

    /// Of somebody who ran tests in a work tree that was as this commit; nil where the cache knows of none.
    public func record(of commit: String) -> ReadRecord? {
        guard case .success(let (result, _)) = cache.result(for: key(commit)),
            result.outputs.map(\.name) == [ReadRecords.output],
            let bytes = try? cache.read(result.outputs[0].digest, atMost: ReadRecords.largest)
        else { return nil }
        return try? ReadRecord(bytes)
    }

    /// Adds what was seen. Failing to is no error: it is not known then.
    public func add(_ seen: [TargetID: SeenReads]) {
        if seen.isEmpty { return }
        var own = own
        own.targets.merge(seen) { $1 }
        try? files.write(own.bytes, to: path)
        for (commit, seen) in Dictionary(grouping: seen.filter(\.value.uncommitted.isEmpty), by: \.value.commit) {
            let known = record(of: commit) ?? ReadRecord()
            var all = known
            for (target, reads) in seen { all.targets[target] = reads }
            guard all != known, let digest = try? cache.store(all.bytes, reach: .everywhere) else { continue }
            let result = ActionResult(
                outputs: [.init(name: ReadRecords.output, digest: digest)], wall: 0, cpu: 0)
            try? cache.publish(result, for: key(commit), reach: .everywhere)
        }
    }

    private func key(_ commit: String) -> ContentDigest {
        var builder = DigestBuilder()
        for text in ["test reads", "1", place, commit] { builder.append(text) }
        return builder.finish()
    }
}
