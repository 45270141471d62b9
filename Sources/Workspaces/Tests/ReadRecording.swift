import AffectedTargets
import BuildPlanning
import Disk
import GitHistory
import Subprocesses
import Targets
import TestRunning

extension OpenWorkspace {
    /// What tests asked for outside of the workspace, and in its repository.
    func placesSeenOutside() -> [AbsolutePath] {
        let record = (try? files.read(readRecordPath)).flatMap { try? ReadRecord($0) } ?? ReadRecord()
        return record.targets.values.flatMap { $0.outside(of: root) }
    }

    /// Tests of this workspace that asked for the file when they ran last.
    public func testsSeen(reading path: AbsolutePath) -> [TargetID] {
        let record = (try? files.read(readRecordPath)).flatMap { try? ReadRecord($0) } ?? ReadRecord()
        return record.targets.filter { $0.value.names(path, in: root) }.keys.sorted()
    }

    private var readRecordPath: AbsolutePath { root / ".mono/state/test-reads" }

    func readRecords(in repository: GitRepository) -> ReadRecords {
        ReadRecords(
            files: files, cache: cache, path: readRecordPath,
            place: (files.resolve(root) ?? root).relative(to: repository.top))
    }
}

extension PlannedTests {
    /// Takes down what tests were seen to read in the state that the workspace has, for those who ask what a change
    /// affects. Without a repository nobody can ask.
    public func remember(_ reports: [TestReport]) {
        let workspace = build.workspace
        guard reports.contains(where: { $0.reads != nil }), let repository = try? workspace.repository(Cancellation()),
            let head = try? repository.commit("HEAD"),
            let changes = try? repository.changes(since: head, to: .workTree, in: [workspace.root])
        else { return }
        let uncommitted = changes.map { $0.path.relative(to: workspace.root) }
        var products: [AbsolutePath: ProductID] = [:]
        for placement in build.plan.placements where placement.isExecutable {
            products[workspace.root / placement.path] = placement.product
        }
        let seeing = SeenReadsMaker(
            root: workspace.root, top: repository.top, files: workspace.files,
            lookup: PathLookup(files: workspace.files, root: workspace.root), scopes: scopes, products: products)
        var seen: [TargetID: SeenReads] = [:]
        for report in reports {
            // One that failed may have ended before it read all.
            guard report.passed, let reads = report.reads, !reads.areIncomplete else { continue }
            seen[report.target] = seeing.seen(reads, commit: head.name, uncommitted: uncommitted)
        }
        workspace.readRecords(in: repository).add(seen)
    }
}

/// Turns inputs into what stands in a record.
private struct SeenReadsMaker {
    let root, top: AbsolutePath
    let files: any FileSystem
    let lookup: PathLookup
    let scopes: TestScopes
    let products: [AbsolutePath: ProductID]

    func seen(_ reads: TestReads, commit: String, uncommitted: [String]) -> SeenReads {
        var there: Set<String> = [], absent: Set<String> = [], listed: Set<String> = [], started: Set<ProductID> = []
        for input in reads.inputs {
            guard let path = scopes.path(of: input), path.isInside(root) || path.isInside(top) else { continue }
            if let product = products[path] {
                started.insert(product)
                continue
            }
            // mono's own, of which no commit knows.
            if path.isInside(root / ".mono") { continue }
            let isThere = files.linkStatus(path) != nil
            for place in places(of: path) {
                let relative = place.relative(to: root)
                if input.ways.contains(.listed) { listed.insert(relative) }
                if isThere { there.insert(relative) } else { absent.insert(relative) }
            }
        }
        return SeenReads(
            files: there.sorted(), absent: absent.sorted(), listed: listed.sorted(), executables: started.sorted(),
            commit: commit, uncommitted: uncommitted)
    }

    /// The path, where it leads, and each link that it leads through.
    private func places(of path: AbsolutePath) -> Set<AbsolutePath> {
        let way = lookup.way(to: path)
        return Set([path, way.end] + way.links)
    }
}
