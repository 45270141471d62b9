import Configuration
import Digests
import Disk
import PackageResolution
import Parallelism
import Subprocesses
import Targets

/// One load of a workspace, from its configuration to its graph.
struct WorkspaceLoading {
    private let files: any FileSystem
    private let workspace: WorkspaceConfiguration
    private let options: WorkspaceLoader.Options
    private let observe: @Sendable (LoadingStep) -> Void
    private let environment: [String: String]
    private let swiftPM: SwiftPM
    private let evaluator: ManifestEvaluator
    private let resolver: Resolver
    private let checkouts: Checkouts
    private let artifacts: Artifacts

    private var table = PackageTable()
    private var variables: Set<String> = []
    private var notes: [WorkspaceNote] = []

    private let isEarlier: Bool
    private let unchanged: UnchangedPackages?
    private let memory: PackageMemory?
    private var parts = WorkspaceParts()

    /// `earlier`: another state of the workspace's files, which is then read instead of what is on the disk;
    /// `unchanged`: what of it is known.
    init(
        loader: WorkspaceLoader, workspace: WorkspaceConfiguration, options: WorkspaceLoader.Options,
        earlier: (any FileSystem)? = nil,
        unchanged: UnchangedPackages? = nil, cancellation: Cancellation,
        observe: @escaping @Sendable (LoadingStep) -> Void
    ) {
        (files, isEarlier, self.unchanged) = (earlier ?? loader.files, earlier != nil, unchanged)
        (self.workspace, self.options, self.observe) = (workspace, options, observe)
        environment = loader.environment
        let root = workspace.root
        memory =
            earlier != nil
            ? nil
            : PackageMemory(of: root, files: loader.files, environment: loader.environment, toolchain: loader.toolchain)
        let recollection = Recollection(cache: loader.cache)
        swiftPM = SwiftPM(
            program: loader.swift, commands: loader.commands, slots: loader.slots, cancellation: cancellation)
        evaluator = ManifestEvaluator(
            files: files, disk: loader.files, swiftPM: swiftPM, toolchain: loader.toolchain,
            environment: loader.environment,
            recollection: recollection, scratch: root / ".mono/swiftpm", observe: observe)
        resolver = Resolver(
            root: root, files: loader.files, swiftPM: swiftPM, toolchain: loader.toolchain,
            environment: loader.environment, recollection: recollection,
            mirrors: Mirrors(of: root, environment: loader.environment, files: loader.files))
        checkouts = Checkouts(
            root: root, files: loader.files, recollection: recollection, commands: loader.commands,
            environment: loader.environment, cancellation: cancellation)
        artifacts = Artifacts(
            root: root, files: loader.files, swiftPM: swiftPM, toolchain: loader.toolchain,
            environment: loader.environment,
            recollection: recollection)
        if let file = workspace.file {
            notes = workspace.idlePatterns.map { .patternWithoutPackages($0.text, file: file, line: $0.line) }
        }
    }

    mutating func run() throws(ManifestError) -> LoadedWorkspace {
        hideOwnFolder()
        try loadLocalPackages()
        let pins = try loadExternalPackages()
        let loaded = try assembled(pins, lockFile: pins.isEmpty ? nil : lockPath)
        memory?.save()
        return loaded
    }

    /// The same for an earlier state. Of external packages only the choice that was committed then is told: they are
    /// looked at as they are now, `pins`, which are in their places. Nothing is written but what SwiftPM needs to
    /// evaluate a manifest.
    mutating func runEarlier(pins: [Pin]) throws(ManifestError) -> LoadedWorkspace {
        try loadLocalPackages()
        for package in try evaluate(external(pins)) { table.add(package) }
        table.acceptsUnknownProducts = true
        let lock = try readLock()
        return try assembled(lock?.pins ?? [], lockFile: lock == nil ? nil : lockPath)
    }

    private mutating func assembled(_ pins: [Pin], lockFile: AbsolutePath?) throws(ManifestError) -> LoadedWorkspace {
        let traits = try enabledTraits()
        let assembly = GraphAssembly(
            table: table, traits: traits, files: files, environment: environment, artifacts: try placeArtifacts(traits),
            unchanged: unchanged,
            memory: memory)
        let result = try assembly.assembled()
        parts.packages = result.packages
        var loaded = LoadedWorkspace(
            root: workspace.root, graph: result.graph, pins: pins, lockFile: lockFile, notes: notes + result.notes,
            links: result.links,
            swiftPMRuns: swiftPM.runs)
        (loaded.parts, loaded.variables) = (parts, variables)
        return loaded
    }

    /// Sees to it that git leaves mono's folder alone. Where it cannot be written to, that is told when it matters.
    private func hideOwnFolder() {
        let rule = workspace.root / ".mono/.gitignore"
        if !files.exists(rule) { try? files.write("*\n", to: rule) }
    }

    // MARK: Local packages

    /// The workspace's packages, and those in its root that they name by path.
    private mutating func loadLocalPackages() throws(ManifestError) {
        var seen = Set(workspace.packages.map(\.folder))
        var open = workspace.packages.map { entry in
            Wanted(
                folder: entry.folder, role: .member,
                namedBy: .configuration(file: workspace.file ?? entry.folder / "Package.swift", line: entry.line))
        }
        while !open.isEmpty {
            let found = try evaluate(open)
            open = []
            for package in found {
                table.add(package)
                for dependency in package.manifest.dependencies {
                    guard case .folder(let path) = dependency.source else { continue }
                    let folder = AbsolutePath(path, in: package.folder)
                    guard seen.insert(folder).inserted else { continue }
                    guard folder.isInside(workspace.root) else { throw .outsideWorkspace(folder, neededBy: package.id) }
                    open.append(Wanted(folder: folder, role: .local, namedBy: .package(package.id)))
                }
            }
        }
    }

    private struct Wanted {
        var folder: AbsolutePath
        var role: LoadedManifest.Role
        var namedBy: PackageSource
    }

    private mutating func evaluate(_ wanted: [Wanted]) throws(ManifestError) -> [LoadedManifest] {
        let root = workspace.root
        let loaded = try parallelMap(wanted) {
            [files, evaluator, resolver, isEarlier, unchanged, memory] (wanted) throws(ManifestError) in
            let known =
                unchanged?.manifest(in: wanted.folder, as: wanted.role)
                ?? memory?.manifest(in: wanted.folder, as: wanted.role)
            if let known { return known }
            let id: PackageID, identity: String, origin: ManifestEvaluator.Origin
            switch wanted.role {
            case .external(let pin):
                (id, identity) = (.external(pin.identity), pin.identity)
                origin = .revision(pin.revision, clone: { resolver.checkouts()[pin.identity] })
            case .member, .local:
                (id, identity) = (
                    PackageID(wanted.folder.relative(to: root)), Identity.of(location: wanted.folder.string)
                )
                let layout = root / ".mono/swiftpm/earlier" / ContentDigest(of: id.name).short
                origin = isEarlier ? .earlier(folder: layout / id.name) : .workspace
            }
            guard files.isFile(wanted.folder / "Package.swift") else {
                throw .noManifest(wanted.folder, namedBy: wanted.namedBy)
            }
            let look = memory?.look(at: wanted.folder)
            var evaluated = try evaluator.evaluate(id, in: wanted.folder, origin)
            for (index, dependency) in evaluated.manifest.dependencies.enumerated() {
                // `..` is called what this machine calls it.
                guard case .folder(let path) = dependency.source else { continue }
                let folder = AbsolutePath(path, in: wanted.folder)
                evaluated.manifest.dependencies[index].identity = Identity.of(location: folder.string)
            }
            let package = LoadedManifest(
                id: id, role: wanted.role, identity: identity, folder: wanted.folder,
                path: wanted.folder.relative(to: root), manifestName: evaluated.fileName, manifest: evaluated.manifest)
            let result = WorkspaceParts.Manifest(package: package, evaluated: evaluated)
            if let look { memory?.note(result, look) }
            return result
        }
        for manifest in loaded {
            parts.manifests[manifest.package.folder] = manifest
            variables.formUnion(manifest.evaluated.variables)
            if !manifest.evaluated.isRemembered {
                notes.append(.manifestNotRemembered(manifest.package.id, manifest: manifest.package.manifestPath))
            }
        }
        return loaded.map(\.package)
    }

    // MARK: External packages

    private var lockPath: AbsolutePath { workspace.root / LockFile.name }

    private mutating func loadExternalPackages() throws(ManifestError) -> [Pin] {
        let umbrella = try Umbrella(table: table, traits: try enabledTraits())
        if umbrella.wishes.isEmpty { return [] }
        let lock = try readLock()
        let choice = try choose(umbrella, lock)
        for package in try evaluate(external(choice.pins)) { table.add(package) }
        // Only now is it known which variables the choice may depend on.
        for (umbrella, pins) in choice.new {
            // Next time the lock file will hold what was chosen in the end. What newer versions were found says nothing
            // about an old lock.
            let locks = [
                options.updatesVersions ? nil : lock, LockFile(version: 3, pins: pins),
                LockFile(version: 3, pins: choice.pins),
            ]
            resolver.remember(pins, for: umbrella, locks: locks, variables: variables.sorted())
        }
        try settle(choice.pins, lock, remembered: choice.new.isEmpty && lock == nil)
        return choice.pins
    }

    private func external(_ pins: [Pin]) -> [Wanted] {
        pins.map {
            Wanted(folder: checkouts.folder(of: $0), role: .external($0), namedBy: .dependency(identity: $0.identity))
        }
    }

    /// The pins that satisfy everybody, with every package in its place, and what SwiftPM was asked on the way.
    private func choose(
        _ umbrella: Umbrella, _ lock: LockFile?
    ) throws(ManifestError) -> (pins: [Pin], new: [(Umbrella, [Pin])]) {
        var umbrella = umbrella
        var new: [(Umbrella, [Pin])] = []
        while true {
            let remembered = options.updatesVersions ? nil : resolver.recall(umbrella, lock: lock)
            var found: [Pin]
            if let remembered { found = remembered } else { found = try ask(umbrella, lock, &new) }
            // A package of the workspace stands for the external one of its identity, deep down in others' dependencies
            // too: then it has to be asked again, with something in its place.
            let shadowed = found.filter { !table.locals(withIdentity: $0.identity).isEmpty }
            if !shadowed.isEmpty {
                for pin in shadowed {
                    let traits = try table.local(withIdentity: pin.identity).manifest.traits
                    umbrella.stands[pin.identity] = traits.map { Umbrella.Trait(name: $0.name, enables: $0.enables) }
                }
                continue
            }
            do {
                if try checkouts.place(found, observe: { [observe] in observe(.placing($0)) }) { return (found, new) }
            } catch { throw ManifestError(error) }
            if remembered != nil { found = try ask(umbrella, lock, &new) }
            do { try checkouts.take(found, from: resolver.checkouts()) } catch { throw ManifestError(error) }
            return (found, new)
        }
    }

    private func ask(
        _ umbrella: Umbrella, _ lock: LockFile?, _ new: inout [(Umbrella, [Pin])]
    ) throws(ManifestError) -> [Pin] {
        observe(.resolving)
        let pins: [Pin]
        do {
            pins = try resolver.resolve(
                umbrella, lock: options.updatesVersions ? nil : lock, updating: options.updatesVersions)
        } catch { throw ManifestError(error) }
        new.append((umbrella, pins))
        return pins
    }

    /// Puts in its place what is prebuilt and not in its package as it is. For an earlier state only what anybody has
    /// had already: what is different then is seen by that too.
    private func placeArtifacts(_ traits: EnabledTraits) throws(ManifestError) -> [TargetID: Artifacts.Place] {
        func declaresAny(_ package: LoadedManifest) -> Bool {
            package.manifest.targets.contains {
                $0.kind == .binary && ($0.url != nil || ArtifactArchive.isArchive($0.path ?? ""))
            }
        }
        if !table.packages.values.contains(where: declaresAny) { return [:] }
        var archives: [ArtifactArchive] = []
        for (id, targets) in try TargetUse(table: table, traits: traits).targets {
            guard let package = table[id] else { continue }
            do {
                for target in targets {
                    if let archive = try ArtifactArchive(target, of: package, files: files) { archives.append(archive) }
                }
            } catch { throw .file(error) }
        }
        archives.sort { $0.target < $1.target }
        let missing: [ArtifactArchive]
        do {
            missing = try artifacts.restore(archives)
            if !missing.isEmpty, !isEarlier {
                observe(.fetching(missing.map(\.target)))
                try artifacts.fetch(missing)
            }
        } catch { throw ManifestError(error) }
        let placed = isEarlier ? archives.filter { !missing.contains($0) } : archives
        return Dictionary(uniqueKeysWithValues: placed.map { ($0.target, artifacts.place(of: $0)) })
    }

    private func readLock() throws(ManifestError) -> LockFile? {
        guard files.exists(lockPath) else { return nil }
        let bytes: [UInt8]
        do { bytes = try files.read(lockPath, atMost: ReadLimit.configuration) } catch { throw .file(error) }
        guard let lock = LockFile(bytes) else { throw .malformedLock(lockPath) }
        return lock
    }

    /// Writes the lock file where the set of pins is another one than it says.
    private mutating func settle(_ pins: [Pin], _ lock: LockFile?, remembered: Bool) throws(ManifestError) {
        let changes = (lock ?? LockFile(version: 3, pins: [])).changes(to: pins)
        let needed = Set(pins.map(\.identity))
        let superfluous = (lock?.pins ?? []).filter { !needed.contains($0.identity) }
            .map { PinChange(identity: $0.identity, before: $0.shownState, after: nil) }
        if options.forcesLockedVersions, !changes.isEmpty { throw .lockOutOfDate(lockPath, changes: changes) }
        if changes.isEmpty, superfluous.isEmpty || options.forcesLockedVersions { return }
        let tools = table.packages.values.filter { $0.path == "." }.map(\.manifest.toolsVersion).first
        let version = lock?.version ?? tools.map(LockFile.version(for:)) ?? 3
        do {
            try files.write(LockFile(version: version, pins: pins).text, to: lockPath)
        } catch { throw .file(error) }
        if remembered { notes.append(.rememberedVersions(lockPath)) }
        notes.append(.lockWritten(lockPath, changes: changes + superfluous))
    }

    // MARK: Traits

    private func enabledTraits() throws(ManifestError) -> EnabledTraits {
        let members = table.ids.filter { table[$0]!.role == .member }
        let declared = Set(members.flatMap { table[$0]!.manifest.traits.map(\.name) })
        if case .named(let names) = options.traits {
            for name in names where name != "default" && !declared.contains(name) {
                throw .unknownTrait(
                    members.first ?? PackageID("."), trait: name, wantedBy: nil,
                    declared: declared.subtracting(["default"]).sorted())
            }
        }
        let roots = members.map { id in (package: id, traits: chosenTraits(of: table[id]!.manifest)) }
        do {
            return try EnabledTraits(
                roots: roots, packages: { table[$0] }, find: { table.package(meantBy: $1, of: $0) })
        } catch {
            throw .unknownTrait(error.package, trait: error.trait, wantedBy: error.wantedBy, declared: error.declared)
        }
    }

    private func chosenTraits(of manifest: Manifest) -> [String] {
        let declared = manifest.traits.map(\.name)
        switch options.traits {
        case _ where declared.isEmpty: return ["default"]
        case .defaults: return ["default"]
        case .all: return declared
        case .named(let names): return names.filter { $0 == "default" || declared.contains($0) }
        }
    }
}
