import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// Makes a cached result again, from the inputs that the build has, and compares bytes. On the calling thread.
///
/// Every tool that mono runs is taken to write the same bytes for the same inputs: no output is excused. But what a
/// compiler makes of a source depends on which others it compiles in one process. So an object is right if it is that
/// of the whole compile or that of its source alone.
struct ResultVerifier: Sendable {
    let toolchain: Toolchain
    let files: any FileSystem
    let decider: Decider
    let cache: TieredCache
    let commands: any CommandRunner
    let digester: any ModuleDigester
    let typeNames: TypeNames
    let environment: [String: String]
    let cancellation: Cancellation

    /// A result that the build took from the cache, and what it was decided by.
    struct Item: Sendable {
        var action: Action
        var decided: Decided
        var needs: [ActionID: ActionRunner.Need]
    }

    enum Made: Hashable {
        case outputs([ContentDigest])
        case failure(ActionFailure)
    }

    /// What was made lies in `scratch` afterwards. `said` is what a tool said that failed. `cpu` is in seconds.
    func verify(
        _ item: Item, in scratch: inout ScratchWorkspace, jobs: Int
    ) -> (outcome: VerificationReport.Outcome, said: String, cpu: Double) {
        var cpu = 0.0, said = ""
        do {
            try furnish(&scratch, for: item)
            let first = try make(item, in: &scratch, jobs: jobs, &cpu, &said)
            let cached = item.decided.result.outputs.map(\.digest)
            if try first == .outputs(cached) || makesAlone(item, otherThan: first, in: scratch, jobs: jobs, &cpu) {
                guard let interface = otherInterface(of: item, in: scratch)
                else { return (.same, "", cpu) }
                try checkInputs(of: item)
                return (
                    .differs(ResultMismatch(fact: .interface(cached: item.decided.result.interface, made: interface))),
                    "", cpu
                )
            }
            // Inputs that changed meanwhile are the likelier reason; after that, a tool that never does the same twice.
            try checkInputs(of: item)
            var again = scratch
            let second = try make(item, in: &again, jobs: jobs, &cpu, &said)
            scratch = again
            var mismatch = ResultMismatch(fact: fact(second, item, scratch))
            if second == .outputs(cached) { mismatch.fact = fact(first, item, scratch) }
            mismatch.toolIsUnsteady = first != second
            return (.differs(mismatch), said, cpu)
        } catch let obstacle as VerificationObstacle {
            if cancellation.isRequested { return (.notReached, "", cpu) }
            return (.notVerified(obstacle), "", cpu)
        } catch let error as FileError {
            return (.notVerified(.failure(.unwritable(path: error.path.string, code: error.code))), "", cpu)
        } catch {
            // Nothing above throws anything else.
            return (.notVerified(.failure(.unwritable(path: "\(error)", code: 0))), "", cpu)
        }
    }

    /// Puts in place what the action reads, each file with the content that its key holds.
    private func furnish(_ scratch: inout ScratchWorkspace, for item: Item) throws {
        let action = item.action
        let names = try checkInputs(of: item)
        try scratch.clear(action)
        // What lies elsewhere is read where it is.
        var copied = (names + action.sources + action.searchable).filter { $0.utf8.first != UInt8(ascii: "/") }
        if names.contains(OpenRoot.mark) { throw VerificationObstacle.failure(.namesItsFolder) }
        for file in action.generated { try scratch.write(file) }
        if let map = action.moduleMap(among: item.needs, root: scratch.root) { try scratch.write(map) }
        for need in action.modules(among: item.needs).compactMap({ item.needs[$0] }) where need.action.isDeclaration {
            for file in need.action.generated { try scratch.write(file) }
            copied += need.action.sources
        }
        for input in action.inputs(of: item.needs) { try scratch.place(input.output, of: input.need) }
        // What is not there now was not there for the run that is verified, or its key would be another one.
        // Of a folder, its headers count by name: those that were read are named themselves.
        let folders = Set(copied.filter(Set(names).contains).filter(decider.readable.isFolder))
        for folder in folders.sorted() { try scratch.makeFolder(folder) }
        for path in copied where !folders.contains(path) {
            if let digest = decider.readable.current(path) { try scratch.copy(path, digest) }
        }
        try scratch.makeFolders(for: action)
    }

    /// Throws where the action's key is no longer the one that it was decided by. Returns the names of what runs were
    /// seen to read.
    @discardableResult
    private func checkInputs(of item: Item) throws -> [String] {
        let action = item.action, needs = item.needs.mapValues(\.decided)
        guard let declared = try? decider.fingerprint(of: action, needs: needs).key,
            let names = names(of: item, declared) ?? names(of: item, Decider.keptByUse(declared))
                ?? decider.usedFingerprint(of: action, needs: needs).flatMap({ self.names(of: item, $0.key) })
        else { throw VerificationObstacle.inputChanged(action.sources.first ?? action.id.name) }
        for need in item.needs.values where need.action.isDeclaration {
            guard (try? decider.fingerprint(of: need.action, needs: [:]))?.key == need.decided.key else {
                throw VerificationObstacle.inputChanged(need.action.sources.first ?? need.action.id.name)
            }
        }
        return names
    }

    /// The names that make the result's key of the declared one. The memory may hold those of another run: of a link on
    /// an assumption.
    private func names(of item: Item, _ declared: ActionKey) -> [String]? {
        var sources: [() -> [String]?] = [{ decider.memory.entry(for: item.action.id)?.names }]
        for place in cache.places { sources.append { try? cache.inputNames(for: declared.digest, in: place).get() } }
        for source in sources {
            guard let names = source() else { continue }
            let readings = Readings(files: names.map { Readings.File(path: $0, digest: decider.readable.current($0)) })
            if declared.reading(readings) == item.decided.key { return names }
        }
        return nil
    }

    private func make(
        _ item: Item, in scratch: inout ScratchWorkspace, jobs: Int, _ cpu: inout Double, _ said: inout String
    ) throws -> Made {
        let action = item.action
        try scratch.clear(action)
        switch action.work {
        case .tool(let run):
            let words = run.arguments + action.wordsToFind(action.modulePaths(among: item.needs))
            let result = try start(run.tool, words, in: action.folder, scratch, jobs: jobs)
            return try outcome(of: result, action, in: scratch, &cpu, &said)
        case .program(let program):
            if action.sources.contains(program.path), program.path.utf8.first != UInt8(ascii: "/") {
                try files.setPermissions(scratch.path(program.path), to: 0o755)
            }
            let result: CommandResult
            do throws(ActionFailure) {
                result = try workshop(in: scratch).run(program, of: action)
            } catch {
                // What the machine would not do says nothing of the result.
                switch error {
                case .feature, .outputIsFolder, .outputElsewhere: return .failure(error)
                default: throw VerificationObstacle.failure(error)
                }
            }
            return try outcome(of: result, action, in: scratch, &cpu, &said)
        case .builtIn(let made):
            do throws(ActionFailure) {
                try workshop(in: scratch).make(made, needs: item.needs)
            } catch { return .failure(error) }
            return .outputs([try files.digest(scratch.path(made.output.path))])
        // Decided by its inputs: no cached result.
        case .declaration: return .outputs([])
        }
    }

    private func workshop(in scratch: ScratchWorkspace) -> Workshop {
        Workshop(
            place: WorkPlace(root: scratch.root, files: files),
            bundles: BundlePlacement(files: files, root: scratch.root),
            commands: commands, environment: environment, cancellation: cancellation)
    }

    private func start(
        _ tool: Tool, _ arguments: [Argument], in folder: String, _ scratch: ScratchWorkspace, jobs: Int
    ) throws -> CommandResult {
        try start(tool, spelled(arguments.leavingNoState, scratch, jobs: jobs), in: folder, scratch)
    }

    func spelled(_ arguments: [Argument], _ scratch: ScratchWorkspace, jobs: Int) -> [String] {
        let temporary = Argument.temporaryFolder(in: environment)
        return arguments.map { scratch.spelled($0, jobs: jobs, temporary: temporary) }
    }

    func start(_ tool: Tool, _ words: [String], in folder: String, _ scratch: ScratchWorkspace) throws -> CommandResult
    {
        let tool = toolchain.path(of: tool).string
        let command = Command(
            tool, words, folder: scratch.path(folder).string, environment: environment, holdsLock: true)
        do {
            return try commands.run(command, cancellation: cancellation)
        } catch {
            throw VerificationObstacle.failure(.cannotStart(tool: tool, code: error.code))
        }
    }

    /// What came of a run, by the files that it left.
    private func outcome(
        of result: CommandResult, _ action: Action, in scratch: ScratchWorkspace, _ cpu: inout Double,
        _ said: inout String
    ) throws -> Made {
        cpu += result.cpu
        said = String(decoding: result.output + result.errors, as: UTF8.self)
        switch result.exit {
        case .code(0): break
        case .code(let code): return .failure(.exit(code))
        // Memory that ran out, or somebody's hand: no word on the sources.
        case .signal(let signal):
            throw VerificationObstacle.failure(cancellation.isRequested ? .cancelled : .signal(signal))
        case .timedOut: throw VerificationObstacle.failure(.timedOut(seconds: 0))
        case .cancelled: throw VerificationObstacle.failure(.cancelled)
        }
        said = ""
        if let extract = action.extract {
            do throws(ActionFailure) {
                try workshop(in: scratch).make(extract, of: action)
            } catch {
                guard case .missingOutput = error else { throw VerificationObstacle.failure(error) }
                return .failure(error)
            }
        }
        var digests: [ContentDigest] = []
        for output in action.outputs {
            let folder = action.isCommand ? try? FileTree.encoded(scratch.path(output.path), files: files) : nil
            guard let digest = folder.map(ContentDigest.init(of:)) ?? (try? files.digest(scratch.path(output.path)))
            else {
                return .failure(.missingOutput(output.path))
            }
            digests.append(digest)
        }
        return .outputs(digests)
    }

    /// The digest of the interface of the module that was just made, found from the beginning; nil where there is none,
    /// or the cached one is as good.
    ///
    /// One digest is kept for equal bytes of a module, whatever sources they were made of. Beside the module it holds
    /// what sources write, such as imports under conditions, so two sources of one module may have two digests. Nobody
    /// who reads the module can tell them apart.
    private func otherInterface(of item: Item, in scratch: ScratchWorkspace) -> ContentDigest? {
        guard let found = interface(of: item, in: scratch) else { return nil }
        if seesHidden(item, in: scratch), let module = module(of: item) {
            let whole = InterfaceDigesting.withHidden(found.digest, module: module, of: item.action) {
                item.needs[$0]?.decided
            }
            return whole == item.decided.result.interface ? nil : whole
        }
        if found.digest == item.decided.result.interface { return nil }
        let known = item.decided.result.interface.flatMap { InterfaceDigesting.parts(of: $0, in: cache) }
        func counts(_ part: ABIParts.Part) -> Bool { part.name != "-" || ![.import, .hidden].contains(part.kind) }
        return known.map { $0.parts.filter(counts) == found.parts.parts.filter(counts) } == true ? nil : found.digest
    }

    private func seesHidden(_ item: Item, in scratch: ScratchWorkspace) -> Bool {
        if item.action.importsHidden { return true }
        let sources = item.action.sources + (item.action.abi?.moreSources ?? [])
        return item.action.compilesSwift
            && sources.contains { (try? files.read(scratch.path($0))).map(SourceFacts.seesHidden) ?? true }
    }

    private func module(of item: Item) -> ContentDigest? {
        item.decided.result.outputs.first { $0.name == item.action.moduleOutput }?.digest
    }

    private func interface(of item: Item, in scratch: ScratchWorkspace) -> ABIDigest? {
        let action = item.action
        guard let module = module(of: item) else { return nil }
        guard let abi = action.abi else { return ABIDigest(moduleBytes: module) }
        func spelled(_ words: [Argument]) -> [String] {
            words.map { scratch.spelled($0, jobs: 1, temporary: "/tmp") }
        }
        let found = digester.digest(
            of: EmittedModule(
                name: abi.moduleName, file: scratch.path(action.modulePath ?? ""), bytes: module,
                interface: scratch.path(abi.interface),
                sources: (action.sources + abi.moreSources).map(scratch.path),
                folder: scratch.path(action.folder),
                dump: spelled(abi.dump), settings: abi.settings,
                words: InterfaceDigesting.words(of: action),
                importable: Set(item.needs.values.compactMap(\.action.moduleName)),
                isResilient: abi.isResilient),
            others: { imported in
                typeNames.seen(
                    by: action.interfaces.compactMap { item.needs[$0]?.decided.module }, importing: imported,
                    .init(words: spelled(abi.extraction), folder: scratch.path(action.folder)), cancellation)
            },
            cancellation: cancellation)
        // A program that was stopped said nothing of the module.
        return cancellation.isRequested ? nil : found
    }

    /// Under which key the digest of the module's interface is remembered; nil where it is not.
    func interfaceKey(of item: Item) -> ContentDigest? {
        let action = item.action
        guard let abi = action.abi,
            let module = module(of: item)
        else { return nil }
        let seen = action.interfaces.map { ($0, (item.needs[$0]?.decided.sight ?? .none).interfaces) }
        return InterfaceDigesting.key(abi, module: module, seeing: seen, toolchain: toolchain.identity(linking: false))
    }

    private func fact(_ made: Made, _ item: Item, _ scratch: ScratchWorkspace) -> ResultMismatch.Fact {
        switch made {
        case .failure(let failure): return .failure(failure)
        case .outputs(let digests):
            var mismatches: [OutputMismatch] = []
            for (output, (cached, made)) in zip(item.action.outputs, zip(item.decided.result.outputs, digests))
            where cached.digest != made {
                let old = try? cache.read(cached.digest, atMost: ReadLimit.any),
                    new = try? files.read(scratch.path(output.path))
                let difference = old.flatMap { old in new.flatMap { FileDifference(old, $0) } }
                mismatches.append(
                    OutputMismatch(name: output.name, cached: cached.digest, made: made, difference: difference))
            }
            return .outputs(mismatches)
        }
    }
}
