import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Parallelism

/// Puts what was asked for where people find it: files of their own, through which no one's writing gets into the
/// cache.
struct ProductPlacement: Sendable {
    let plan: BuildPlan
    let files: any FileSystem
    let readable: ReadableFiles
    let digests: FileDigests
    let cache: TieredCache

    private enum Outcome: Sendable {
        case placed
        case lost(LostBlob)
        case failed(ActionFailure)
    }

    /// What came of placing everything.
    struct Result {
        var placed: [BuildPlan.Placement] = []
        var failures: [ActionFailure] = []
        /// Blobs that are not where the cache said.
        var lost: [LostBlob] = []
    }

    /// Places what was decided, several files at once.
    func place(_ decided: [ActionID: Decided]) -> Result {
        let wanted = plan.placements.compactMap { placement in decided[placement.action].map { (placement, $0) } }
        let outcomes =
            cache.isFar ? cache.mapWaiting(wanted) { place($0, $1) } : parallelMap(wanted) { place($0, $1) }
        var result = Result()
        for ((placement, _), outcome) in zip(wanted, outcomes) {
            result.placed.append(placement)
            switch outcome {
            case .placed: break
            case .lost(let blob): result.lost.append(blob)
            case .failed(let failure): result.failures.append(failure)
            }
        }
        return result
    }

    private func place(_ placement: BuildPlan.Placement, _ decided: Decided) -> Outcome {
        guard let output = decided.result.outputs.first(where: { $0.name == placement.output }) else { return .placed }
        let path = readable.absolute(placement.path)
        var placement = placement
        // A resource that a plugin's command makes.
        if output.isExecutable { placement.isExecutable = true }
        if output.isFolder {
            if let content = try? FileTree.encoded(path, files: files), ContentDigest(of: content) == output.digest {
                return .placed
            }
        } else if let found = try? digests.digest(path), found == output.digest,
            files.status(path)?.isExecutable == placement.isExecutable
        {
            return .placed
        }
        if takeOver(output, of: plan.graph[placement.action], for: placement) { return .placed }
        do {
            var wanted = output
            wanted.isExecutable = placement.isExecutable
            try cache.materialise(wanted, at: path)
            if !output.isFolder { digests.record(path, output.digest) }
            return .placed
        } catch {
            switch error {
            case .miss: return .lost(LostBlob(owner: placement.action, key: decided.key))
            case .file(let error): return .failed(.unwritable(path: error.path.string, code: error.code))
            }
        }
    }

    /// Puts what was just linked, published or not, in its place; false where it is not at hand. It is moved where no
    /// other action reads it: a copy would be the third of a large file.
    private func takeOver(_ output: ActionResult.Output, of action: Action, for placement: BuildPlan.Placement) -> Bool
    {
        guard let made = action.outputs.first(where: { $0.name == output.name }) else { return false }
        let source = readable.absolute(made.path), path = readable.absolute(placement.path)
        let permissions: UInt16 = placement.isExecutable ? 0o755 : 0o644
        do {
            if output.isFolder {
                guard let content = try FileTree.encoded(source, files: files),
                    ContentDigest(of: content) == output.digest
                else { return false }
                try FileTree(decoding: content).replace(path, files: files)
                return true
            }
            if files.linkStatus(path)?.kind == .folder { try files.remove(path) }
            if (plan.graph.dependents[action.id] ?? []).isEmpty {
                guard try digests.digest(source) == output.digest else { return false }
                try files.makeFolder(path.parent)
                try files.setPermissions(source, to: permissions)
                try files.rename(source, to: path)
            } else {
                let copied = try files.copy(
                    source, to: path, expecting: output.digest, permissions: permissions, durably: false)
                guard copied == output.digest else { return false }
            }
        } catch { return false }
        digests.record(path, output.digest)
        return true
    }
}
