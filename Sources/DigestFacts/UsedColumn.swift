import Digests
import InterfaceDigests

/// What the cutoff by used interfaces says of one client after an edit.
public struct UsedFinding: Sendable {
    public var client: String
    /// By the digests of whole interfaces, it need not be compiled.
    public var isKeptWhole: Bool
    /// By those of the used parts.
    public var isKept: Bool
    /// Why all of them count.
    public var whole: String?
    /// What in truth differs.
    public var difference: String?
    /// Rules without which it would be kept although it differs.
    public var needed: [String] = []

    public var isMissed: Bool { isKept && difference != nil }
}

/// Holds used interfaces against what compilers make of clients.
public struct UsedColumn: Sendable {
    private let requirements: RequirementNames

    /// `requirements`: of the toolchain's modules.
    public init(requirements: RequirementNames) { self.requirements = requirements }

    /// `old`, `new`: the modules of the client's closure, lowest first, each with its digest and parts.
    func finding(
        client: String, sources: [String], lookedUp: LookedUpNames, said: String, paths: Set<String>,
        modules: [String], old: [DigestLines], new: [DigestLines], difference: String?
    ) -> UsedFinding {
        let isKeptWhole = old.map(\.digest) == new.map(\.digest)
        var mentions = ClientMentions()
        for source in sources { mentions.formUnion(ClientMentions(Array(source.utf8))) }
        mentions.lookedUp = lookedUp
        let before = zip(modules, old).map { $1.index(of: $0) }, after = zip(modules, new).map { $1.index(of: $0) }

        func isKept(_ used: UsedInterface) -> Bool {
            guard case .parts(let one) = used.digests(of: before, for: mentions),
                case .parts(let other) = used.digests(of: after, for: mentions)
            else { return isKeptWhole }
            return one == other
        }
        var found = UsedFinding(client: client, isKeptWhole: isKeptWhole, isKept: isKeptWhole, difference: difference)
        if ClientDiagnostics.showOthers(said, sources: paths) {
            found.whole = "diagnostics"
            return found
        }
        let used = UsedInterface(requirements: requirements)
        if case .whole(let why) = used.digests(of: after, for: mentions) { found.whole = "\(why)" }
        found.isKept = isKept(used)
        if difference != nil, !found.isKept {
            found.needed = UsedInterface.Rule.allCases.filter {
                let rules = Set(UsedInterface.Rule.allCases).subtracting([$0])
                return isKept(UsedInterface(rules: rules, requirements: requirements))
            }.map(\.rawValue)
        }
        return found
    }
}

extension DigestLines {
    func index(of module: String) -> InterfaceIndex {
        let parts = ABIParts(text: lines.joined(separator: "\n") + "\n") ?? ABIParts([.init(.fallback, "-", "-")])
        return InterfaceIndex(ABIDigest(parts: parts, moduleBytes: ContentDigest(of: digest)), module: module)
    }
}
