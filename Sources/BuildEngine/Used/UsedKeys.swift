import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Synchronization

/// The second key of a compile: for the interfaces of all that it may import it holds those of their lines that the
/// compile can use (`UsedInterface`). Asked for where the first key has no result; what a run made is kept under both.
///
/// Any thread.
final class UsedKeys: Sendable {
    private let files: any FileSystem
    private let root: AbsolutePath
    private let cache: TieredCache
    private let requirements: ToolchainRequirements
    /// All interfaces that somebody saw; nobody sees all of them.
    private let table = Mutex(Known())
    /// What modules that count whole say, by their interfaces.
    private let wholes = Mutex<[ContentDigest: WholeModules]>([:])
    /// A target's module and its objects are compiled of the same sources and see the same.
    private let answers = Mutex<[Action.Subject: Answer]>([:])

    private struct Known {
        var table = InterfaceTable()
        /// The number in the table; nil where nobody knows what the interface is made of.
        var numbers: [Named: Int?] = [:]
    }

    private struct Named: Hashable {
        var module: String
        var interface: ContentDigest
    }

    private struct Answer {
        var question: ContentDigest
        var components: [Fingerprint.Component]?
    }

    init(files: any FileSystem, root: AbsolutePath, cache: TieredCache, requirements: ToolchainRequirements) {
        (self.files, self.root, self.cache, self.requirements) = (files, root, cache, requirements)
    }

    /// Nil where all that it sees counts, and where nobody knows what it looks up. `fingerprint`: the action's first.
    /// `needs`: all that it depends on.
    func fingerprint(of action: Action, _ fingerprint: Fingerprint, needs: [ActionID: Decided]) -> Fingerprint? {
        guard action.hasUsedKey, let found = LookUps(cache: cache).lookedFor(by: fingerprint) else { return nil }
        return self.fingerprint(of: action, fingerprint, needs: needs, lookedFor: found)
    }

    /// `lookedFor`: by compiles of the same sources, or more.
    func fingerprint(
        of action: Action, _ fingerprint: Fingerprint, needs: [ActionID: Decided], lookedFor: LookedFor
    ) -> Fingerprint? {
        // Words that name files may have compilers read of modules what no rule knows.
        guard action.hasUsedKey, action.mentions.isEmpty else { return nil }
        let modules = SeenModule.closure(of: action.interfaces.compactMap { needs[$0]?.module })
        guard modules.contains(where: \.isSwift) else { return nil }
        let made = action.consumed.flatMap { needs[$0]?.result.outputs ?? [] }
        let question = question(action, fingerprint, modules, made, lookedFor)
        let known = answers.withLock { $0[action.subject] }
        let components: [Fingerprint.Component]?
        if let known, known.question == question {
            components = known.components
        } else {
            components = self.components(action, fingerprint, modules, made, lookedFor)
            answers.withLock { $0[action.subject] = Answer(question: question, components: components) }
        }
        return components.map(fingerprint.replacingInterfaces)
    }

    /// True where the action, with the sources of now, uses the same of the interfaces of now as of those that an
    /// earlier compile saw. `needs`: all that it depends on. `lookedFor`: by that compile.
    func areUsedAlike(
        _ seen: SeenInterfaces, by action: Action, _ fingerprint: Fingerprint, needs: [ActionID: Decided],
        lookedFor: LookedFor
    ) -> Bool {
        guard action.hasUsedKey, action.mentions.isEmpty else { return false }
        let modules = SeenModule.closure(of: action.interfaces.compactMap { needs[$0]?.module })
        let made = action.consumed.flatMap { needs[$0]?.result.outputs ?? [] }
        guard let now = components(action, fingerprint, modules, made, lookedFor),
            let then = components(action, fingerprint, seen.closure, made, lookedFor)
        else { return false }
        return now == then
    }

    private func question(
        _ action: Action, _ fingerprint: Fingerprint, _ modules: [SeenModule], _ made: [ActionResult.Output],
        _ lookedFor: LookedFor
    ) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(lookedFor.digest)
        for (path, digest) in fingerprint.sources.sorted(by: { $0.key < $1.key }) {
            builder.append(path)
            builder.append(digest)
        }
        builder.append("generated")
        for file in action.generatedSources { builder.append(file) }
        builder.append("made")
        for output in made {
            builder.append(output.name)
            builder.append(output.digest)
        }
        builder.append("modules")
        for module in modules {
            builder.append(module.id.name)
            builder.append(module.interface)
        }
        return builder.finish()
    }

    private func components(
        _ action: Action, _ fingerprint: Fingerprint, _ modules: [SeenModule], _ made: [ActionResult.Output],
        _ lookedFor: LookedFor
    ) -> [Fingerprint.Component]? {
        let numbers = numbers(of: modules)
        let isWhole = modules.map { numbers[$0.id] == nil }
        let listed = modules.compactMap { numbers[$0.id] }
        guard !listed.isEmpty, var mentions = mentions(action, fingerprint, made) else { return nil }
        mentions.lookedUp = lookedFor.names
        let used = UsedInterface(requirements: requirements.names), whole = self.whole(modules, isWhole)
        // A copy would be one of the whole table, for each module that comes to it.
        guard
            case .parts(let digests) = table.withLock({
                used.digests(
                    of: listed, in: $0.table, for: mentions, beside: others(modules, isWhole), whole)
            })
        else { return nil }
        var open = digests[...]
        // By other names, lines that are the same would say less.
        return zip(modules, isWhole).map { module, isWhole in
            // That a module is there at all counts: `canImport`.
            let digest = isWhole ? digest(of: module, lookedFor) : open.removeFirst()
            return .init(.used(of: module.id), digest.description)
        } + [.init(.lookedUp, lookedFor.digest.description)]
    }

    /// Of a C module of which no header was read, what they hold does not count.
    private func digest(of module: SeenModule, _ lookedFor: LookedFor) -> ContentDigest {
        lookedFor.cModules.contains(module.id.name) ? module.interface : module.outline ?? module.interface
    }

    private func whole(_ modules: [SeenModule], _ isWhole: [Bool]) -> WholeModules {
        zip(modules, isWhole).reduce(into: WholeModules()) { whole, one in
            let (module, isWhole) = one
            if isWhole, module.isSwift { whole.formUnion(self.whole(module)) }
        }
    }

    private func whole(_ module: SeenModule) -> WholeModules {
        if let known = wholes.withLock({ $0[module.interface] }) { return known }
        let whole = WholeModules(InterfaceDigesting.parts(of: module.interface, in: cache))
        wholes.withLock { $0[module.interface] = whole }
        return whole
    }

    private func others(_ modules: [SeenModule], _ isWhole: [Bool]) -> UsedInterface.Others {
        var others: UsedInterface.Others = []
        for (module, isWhole) in zip(modules, isWhole) where isWhole { others.insert(module.isSwift ? .swift : .c) }
        return others
    }

    /// Of the modules that count by their lines. One whose interface nobody can take apart counts whole, and so does
    /// what lies behind it: its lines may lead there.
    private func numbers(of modules: [SeenModule]) -> [ActionID: Int] {
        var numbers: [ActionID: Int] = [:]
        var open: [SeenModule] = []
        for module in modules where module.isSwift {
            numbers[module.id] = number(of: module)
            if numbers[module.id] == nil { open.append(module) }
        }
        var whole: Set<ActionID> = []
        while let next = open.popLast() {
            guard whole.insert(next.id).inserted else { continue }
            numbers[next.id] = nil
            open += next.imports
        }
        return numbers
    }

    private func number(of module: SeenModule) -> Int? {
        let named = Named(module: module.name, interface: module.interface)
        if let known = table.withLock({ $0.numbers[named] }) { return known }
        // What lies in a cache is believed by its digest alone.
        let index = InterfaceDigesting.parts(of: module.interface, in: cache).flatMap {
            InterfaceIndex($0, digest: module.interface, module: module.name)
        }
        return table.withLock { known in
            if let number = known.numbers[named] { return number }
            let number = index.map { known.table.add($0) }
            known.numbers[named] = .some(number)
            return number
        }
    }

    /// What all sources say; nil where one cannot be read as the key has it.
    private func mentions(
        _ action: Action, _ fingerprint: Fingerprint, _ made: [ActionResult.Output]
    ) -> ClientMentions? {
        var found = ClientMentions()
        for (path, digest) in fingerprint.sources {
            guard let bytes = try? files.read(AbsolutePath(path, in: root)), ContentDigest(of: bytes) == digest else {
                return nil
            }
            found.formUnion(ClientMentions(bytes))
        }
        for text in action.generatedSources { found.formUnion(ClientMentions(Array(text.utf8))) }
        for output in made {
            guard output.name.hasSuffix(".swift"), !output.isFolder,
                let bytes = try? cache.read(output.digest, atMost: ReadLimit.any)
            else { return nil }
            found.formUnion(ClientMentions(bytes))
        }
        return found
    }

    /// True where what a compile said is about its own sources alone: a note about a declaration of an interface shows
    /// the lines beside it, whatever they are.
    static func covers(_ said: String, of action: Action) -> Bool {
        let prefix = action.folder == "." ? "" : action.folder + "/"
        let own = (action.sources + action.generated.map(\.path)).map { path in
            path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        }
        return !ClientDiagnostics.showOthers(said, sources: Set(own))
    }
}

extension Action {
    /// A compile that reads of modules what their interfaces say.
    fileprivate var hasUsedKey: Bool { kind == .emitModule || kind == .compile }

    /// Texts of sources that the plan holds.
    fileprivate var generatedSources: [String] {
        generated.filter { $0.path.hasSuffix(".swift") }.map(\.content)
    }
}
