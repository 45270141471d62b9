import Configuration
import Disk
import GitHistory
import PackageManifests
import PackageResolution
import Targets
import Wiring

/// Finds the targets that a change reaches: from paths and two graphs alone, without building anything.
///
/// **Safe.** A target whose key changed is among them. Both ends of a change are looked at: what a file belongs to now,
/// and what it belonged to.
public struct AffectedQuery {
    /// A workspace and the files that it was read from.
    public struct End {
        public var workspace: LoadedWorkspace
        public var files: any FileSystem
        /// What `mono.json` declared that tests read.
        public var testInputs: TestInputs
        /// What it said of object graphs.
        public var wiring: WiringSettings?

        public init(
            workspace: LoadedWorkspace, files: any FileSystem, testInputs: TestInputs = TestInputs(),
            wiring: WiringSettings? = nil
        ) {
            (self.workspace, self.files, self.testInputs, self.wiring) = (
                workspace, files, testInputs, wiring?.withoutPlaces
            )
        }
    }

    /// What a test target's program was seen to ask for when it ran.
    public struct TestReading: Hashable, Sendable {
        /// There or not, by their real paths.
        public var files: Set<AbsolutePath>
        /// Of these: what was not there.
        public var absent: Set<AbsolutePath>
        /// Folders of which it saw all names.
        public var listed: Set<AbsolutePath>
        /// Targets of programs that it started.
        public var starts: [TargetID]

        public init(
            files: Set<AbsolutePath> = [], absent: Set<AbsolutePath> = [], listed: Set<AbsolutePath> = [],
            starts: [TargetID] = []
        ) {
            (self.files, self.absent, self.listed, self.starts) = (files, absent, listed, starts)
        }

        /// True where the change may be another answer to what the program asked. `isThere`: whether a folder is there
        /// after the change.
        public func sees(_ change: ChangedFile, isThere: (AbsolutePath) -> Bool) -> Bool {
            if files.contains(change.path) { return true }
            // Of a folder that git says no more about.
            let isFolder = change.now == .folder || change.earlier.isSubmodule || change.earlier.isLink
            if isFolder, files.union(listed).contains(where: { $0.isInside(change.path) }) { return true }
            if change.earlier != nil, change.now != nil { return false }
            if listed.contains(change.path.parent) { return true }
            // Folders come and go with what is in them, for git.
            var folder = change.path.parent
            while folder.string != "/" {
                if absent.contains(folder) || listed.contains(folder.parent) { return true }
                if change.now == nil, files.contains(folder), !isThere(folder) { return true }
                folder = folder.parent
            }
            return false
        }
    }

    private let before: End?
    private let after: End
    private let changes: [ChangedFile]
    private let owners: FileOwners?
    private let reading: (TargetID) -> TestReading?

    /// `before`: nil where there was no workspace. `changes`: everything below the root that is different, and what of
    /// its surroundings may choose the toolchain. `owners`: those of `after`, where somebody has them already.
    /// `reading` is asked about test targets that nothing else reaches; nil from it: nobody has seen them run.
    public init(
        before: End?, after: End, changes: [ChangedFile], owners: FileOwners? = nil,
        reading: @escaping (TargetID) -> TestReading? = { _ in TestReading() }
    ) {
        (self.before, self.after, self.changes, self.owners, self.reading) = (before, after, changes, owners, reading)
    }

    /// The names of files that choose the toolchain, in the root and above it: swiftly's proxies look for them there.
    public static let toolchainFile = ".swift-version"

    public func answer() -> AffectedAnswer {
        let graph = after.workspace.graph
        var reasons: [TargetID: [AffectedReason]] = [:]
        func add(_ reason: AffectedReason, to targets: some Sequence<TargetID>) {
            for target in targets where graph.targets[target] != nil && reasons[target]?.contains(reason) != true {
                reasons[target, default: []].append(reason)
            }
        }
        func targets(of package: PackageID) -> [TargetID] { byPackage[package] ?? [] }
        let byPackage = graph.byPackage

        for change in changes where isToolchainFile(change.path) {
            add(.toolchain(file: spelled(change.path)), to: graph.order)
        }
        guard let before else {
            add(.newWorkspace, to: graph.order)
            return AffectedAnswer(graph: graph, direct: reasons)
        }
        let owners = owners ?? FileOwners(of: after.workspace, files: after.files)
        let ends = [FileOwners(of: before.workspace, files: before.files, like: owners), owners]
        for change in changes {
            // Where a link led, all that lay behind it was.
            let isFolder = change.now == .folder || change.earlier.isSubmodule || change.earlier.isLink
            let event = event(change)
            let owners = ends.map { $0.owners(of: change.path, isFolder: isFolder) }
            // What is a source at one end is not just any file at the other.
            let isInput = owners.contains { $0.values.contains(.input) }
            for owners in owners where !isInput || owners.values.contains(.input) {
                for (target, role) in owners.sorted(by: { $0.key < $1.key }) {
                    add(
                        role == .input ? .file(spelled(change.path), event) : .mayRead(spelled(change.path), event),
                        to: [target])
                }
            }
        }
        let pins = changedPins(before.workspace)
        for (identity, reason) in pins { add(reason, to: targets(of: .external(identity))) }
        compareDefinitions(
            before.workspace.graph, without: Set(pins.map { PackageID.external($0.identity) }), byPackage, add)
        addUnknownManifests(before.workspace, byPackage, add)
        addDeclaredReads(before, add)
        addWiring(before, add)
        var extra = pluginDependencies().merging(listedTests()) { $0 + $1 }
        let reached = AffectedAnswer(graph: graph, direct: reasons, extra: extra)
        guard addTestReads(reached, &extra, add) else {
            return reached.mapReasons(AffectedQuery.withoutRepetition)
        }
        return AffectedAnswer(graph: graph, direct: reasons.mapValues(AffectedQuery.withoutRepetition), extra: extra)
    }

    // MARK: Tests

    private var tests: [TargetID] {
        let graph = after.workspace.graph
        return graph.order.filter { !$0.package.isExternal && graph.targets[$0]?.kind == .test }
    }

    /// Files that `mono.json` says all tests read.
    private func addDeclaredReads(_ before: End, _ add: (AffectedReason, [TargetID]) -> Void) {
        if before.testInputs != after.testInputs { add(.testInputs, tests) }
        let lookup = PathLookup(files: after.files, root: after.workspace.root)
        let declared = Set(before.testInputs.files + after.testInputs.files).flatMap { file in
            let path = AbsolutePath(file, in: after.workspace.root), way = lookup.way(to: path)
            return [path, way.end] + way.links
        }
        for change in changes where declared.contains(where: { change.path.isInside($0) || $0.isInside(change.path) }) {
            add(.mayRead(spelled(change.path), event(change)), tests)
        }
    }

    /// Programs whose object graphs `mono.json` describes in another way, or from now on, or no longer.
    private func addWiring(_ before: End, _ add: (AffectedReason, [TargetID]) -> Void) {
        if before.wiring == after.wiring { return }
        let graph = after.workspace.graph,
            modules = Set([before.wiring, after.wiring].compactMap { $0?.modules }.joined())
        let accessible = addedToModules(before)
        add(
            .wiring,
            graph.order.filter { id in
                switch graph.targets[id]?.kind {
                case .executable, .test, .snippet:
                    graph.closure(of: [id]).contains { modules.contains(graph.targets[$0]?.moduleName ?? "") }
                case .library:
                    graph.dependencies(of: id).contains { accessible.contains(graph.targets[$0]?.moduleName ?? "") }
                default: false
                }
            })
    }

    /// The markers' modules whose dependents get accessors now and did not before, or no longer.
    private func addedToModules(_ before: End) -> Set<String> {
        func module(_ wiring: WiringSettings?) -> String? { wiring.flatMap { $0.hasAccessors ? $0.module : nil } }
        let ends = [module(before.wiring), module(after.wiring)]
        return ends[0] == ends[1] ? [] : Set(ends.compactMap(\.self))
    }

    /// False where no test reads anything that changed.
    private func addTestReads(
        _ reached: AffectedAnswer, _ extra: inout [TargetID: [TargetID]],
        _ add: (AffectedReason, [TargetID]) -> Void
    ) -> Bool {
        if changes.isEmpty { return false }
        var isAny = false
        for test in tests where reached.direct[test] == nil && reached.through[test] == nil {
            guard let reading = reading(test) else {
                add(.unknownReads, [test])
                isAny = true
                continue
            }
            if !reading.starts.isEmpty {
                extra[test, default: []] += reading.starts
                isAny = true
            }
            let isThere = { [files = after.files] in files.isFolder($0) }
            guard let seen = changes.first(where: { reading.sees($0, isThere: isThere) }) else { continue }
            add(.reads(spelled(seen.path), event(seen)), [test])
            isAny = true
        }
        return isAny
    }

    private func event(_ change: ChangedFile) -> FileEvent {
        change.earlier == nil ? .added : change.now == nil ? .removed : .edited
    }

    /// A file that was added is another list of files too: that is said once.
    private static func withoutRepetition(_ reasons: [AffectedReason]) -> [AffectedReason] {
        guard reasons.contains(where: { if case .file = $0 { true } else { false } }) else { return reasons }
        return reasons.compactMap { reason in
            guard case .definition(let parts) = reason else { return reason }
            let rest = parts.filter { ![.files, .headers, .resources].contains($0) }
            return rest.isEmpty ? nil : .definition(rest)
        }
    }

    private func spelled(_ path: AbsolutePath) -> String { path.relative(to: after.workspace.root) }

    private func isToolchainFile(_ path: AbsolutePath) -> Bool {
        path.name == AffectedQuery.toolchainFile && after.workspace.root.isInside(path.parent)
    }

    // MARK: Manifests

    /// `left`: packages of which nothing needs to be compared any more.
    private func compareDefinitions(
        _ before: TargetGraph, without left: Set<PackageID>, _ byPackage: [PackageID: [TargetID]],
        _ add: (AffectedReason, [TargetID]) -> Void
    ) {
        // So it is where no manifest and no list of files is another one.
        if before.isCopy(of: after.workspace.graph) { return }
        let difference = DefinitionDifference(before: before, after: after.workspace.graph)
        let replaced = before.packagesReplaced(since: after.workspace.graph)
        for (package, targets) in byPackage where !left.contains(package) && replaced?.contains(package) != false {
            let parts = difference.parts(of: package)
            if !parts.isEmpty { add(.package(parts), targets) }
            for target in targets {
                if before.targets[target] == nil {
                    add(.new, [target])
                } else {
                    let parts = difference.parts(of: target)
                    if !parts.isEmpty { add(.definition(parts), [target]) }
                }
            }
        }
        if replaced != nil { return }
        for product in difference.changedProducts() where !left.contains(product.id.package) {
            add(.product(product.id), product.targets)
        }
    }

    /// What a manifest asks git, the clock or files about may be different with any change.
    private func addUnknownManifests(
        _ before: LoadedWorkspace, _ byPackage: [PackageID: [TargetID]], _ add: (AffectedReason, [TargetID]) -> Void
    ) {
        if changes.isEmpty { return }
        for note in before.notes + after.workspace.notes {
            guard case .manifestNotRemembered(let package, let manifest) = note else { continue }
            add(.unknownManifest(manifest: spelled(manifest)), byPackage[package] ?? [])
        }
    }

    // MARK: External packages

    private func changedPins(_ before: LoadedWorkspace) -> [(identity: String, reason: AffectedReason)] {
        let now = after.workspace
        guard before.lockFile != nil, now.lockFile != nil else {
            // Where the lock file is nobody's business but this work tree's, its versions held then as far as anybody
            // knows.
            let lock = now.lockFile ?? before.lockFile
            guard changes.contains(where: { $0.path == lock && !$0.isUntracked }) else { return [] }
            let identities = now.graph.packages.values.filter(\.isExternal).map(\.identity)
            return identities.sorted().map { ($0, .unknownPin(identity: $0)) }
        }
        let then = Dictionary(before.pins.map { ($0.identity, $0) }) { first, _ in first }
        return now.pins.compactMap { pin in
            let old = then[pin.identity]
            if old?.revision == pin.revision, old?.state == pin.state { return nil }
            return (
                pin.identity, .pin(PinChange(identity: pin.identity, before: old?.shownState, after: pin.shownState))
            )
        }
    }

    // MARK: Plugins

    /// Targets depend on the plugins that they are built with.
    private func pluginDependencies() -> [TargetID: [TargetID]] {
        after.workspace.graph.targets.compactMapValues { $0.plugins.isEmpty ? nil : $0.plugins }
    }
}

extension AffectedQuery {
    /// The program of a test target holds all that its list names.
    private func listedTests() -> [TargetID: [TargetID]] {
        let graph = after.workspace.graph
        var found: [TargetID: [TargetID]] = [:]
        for (id, target) in graph.targets where target.testList != nil { found[id] = graph.listedTests(with: id) }
        return found
    }
}

extension ChangedFile.Earlier? {
    var isLink: Bool { if case .link? = self { true } else { false } }
    var isSubmodule: Bool { if case .submodule? = self { true } else { false } }
}
