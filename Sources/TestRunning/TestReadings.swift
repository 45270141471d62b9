import AffectedTargets
import Disk
import PackageManifests
import Parallelism
import Targets

/// What test targets may read, for a query: by the sources of all that goes into them, as they are on the disk.
public final class TestReadings {
    private let graph: TargetGraph
    private let root: AbsolutePath
    private let memory: RuntimeFactsMemory
    private let sourceFolders: Set<String>
    private let programs: [PackageID: [Product]]
    private let files: any FileSystem
    private let changes: AffectedChanges
    /// Targets with anything in them, or in what they depend on, that may make tests read more.
    private lazy var suspects = findSuspects()
    private lazy var committed = CommittedSources(
        graph, root: root, files: files, since: changes, sourceFolders: sourceFolders)
    private var isTold = false

    /// `changes`: since the commit of which facts are remembered.
    public init(_ graph: TargetGraph, root: AbsolutePath, files: any FileSystem, since changes: AffectedChanges) {
        (self.graph, self.root, self.files, self.changes) = (graph, root, files, changes)
        sourceFolders = SourcesFacts.folders(of: graph)
        memory = RuntimeFactsMemory(files: files, sourceFolders: sourceFolders)
        programs = Dictionary(grouping: graph.products.values.filter { $0.kind == .executable }, by: \.id.package)
    }

    public func of(_ test: TargetID) -> AffectedQuery.TestReading {
        let declared =
            graph.targets[test]?.dependencies.compactMap { dependency -> Product? in
                if case .product(let id) = dependency.value { graph.products[id] } else { nil }
            } ?? []
        let programs =
            (programs[test.package] ?? []) + declared.filter { $0.kind == .executable && $0.id.package != test.package }
        // Of most tests nothing has to be said, and there may be thousands.
        let isSuspect = suspects.contains(test)
        if programs.isEmpty, !isSuspect { return AffectedQuery.TestReading() }
        // Before anything reads the sources of all that the test is made of.
        if !isTold { committed.tell(memory) }
        isTold = true
        var needs = TestNeeds(of: test, in: graph, root: root, .debug, memory)
        let executables = TestNeeds.executables(for: test, in: graph, needs, among: programs)
        needs.add(executables, in: graph, root: root, .debug, memory)
        var reading = AffectedQuery.TestReading(packages: Set(needs.asking.map(\.package)))
        switch needs.reach {
        case .unknown: reading.isAnything = true
        case .package: reading.packages.insert(test.package)
        case .ownFolder, .resources: reading.packages.remove(test.package)
        }
        reading.starts = executables.flatMap { graph.products[$0]?.targets ?? [] }
        return reading
    }

    private func findSuspects() -> Set<TargetID> {
        var loud = Set(committed.loud.keys)
        // Most of the time these are few, or none.
        var unsure = Array(committed.touched)
        if !committed.unknown.isEmpty {
            let tests = graph.order.filter { !$0.package.isExternal && graph.targets[$0]?.kind == .test }
            unsure += graph.closure(of: tests).filter {
                committed.unknown.contains($0) && !committed.touched.contains($0)
            }
        }
        let areSilent = parallelMap(unsure) { [graph, root, memory] id in
            guard let target = graph.targets[id], let package = graph.packages[id.package] else { return true }
            return memory.facts(of: target, in: root / package.folder).areSilent
        }
        for (id, isSilent) in zip(unsure, areSilent) where !isSilent { loud.insert(id) }
        committed.remember(unsure, memory)
        if loud.isEmpty { return [] }
        // Each after all it depends on.
        var found: Set<TargetID> = []
        for id in graph.order
        where loud.contains(id) || !found.isEmpty && graph.dependencies(of: id).contains(where: found.contains) {
            found.insert(id)
        }
        return found
    }
}
