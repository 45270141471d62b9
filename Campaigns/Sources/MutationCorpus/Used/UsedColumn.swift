import Digests
import InterfaceDigests

/// What the cutoff by used interfaces says of one client after an edit.
struct UsedFinding: Codable, Sendable {
    var client: String
    /// By the digests of whole interfaces, it need not be compiled.
    var isKeptWhole: Bool
    /// By those of the used parts.
    var isKept: Bool
    /// Why all of them count.
    var whole: String?
    /// What in truth differs.
    var difference: String?
    /// Rules without which it would be kept although it differs.
    var needed: [String] = []

    var isMissed: Bool { isKept && difference != nil }
}

/// Holds used interfaces against what compilers make of clients.
struct UsedColumn: Sendable {
    /// `old`, `new`: the modules of the client's closure, lowest first, each with its digest and parts.
    func finding(
        client: String, sources: [String], said: String, paths: Set<String>, modules: [String], old: [ModuleDigest],
        new: [ModuleDigest], difference: String?
    ) -> UsedFinding {
        let isKeptWhole = old.map(\.digest) == new.map(\.digest)
        var mentions = ClientMentions()
        for source in sources { mentions.formUnion(ClientMentions(Array(source.utf8))) }
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
        if case .whole(let why) = UsedInterface().digests(of: after, for: mentions) { found.whole = "\(why)" }
        found.isKept = isKept(UsedInterface())
        if difference != nil, !found.isKept {
            found.needed = UsedInterface.Rule.allCases.filter {
                isKept(UsedInterface(rules: Set(UsedInterface.Rule.allCases).subtracting([$0])))
            }.map(\.rawValue)
        }
        return found
    }
}

extension ModuleDigest {
    func index(of module: String) -> InterfaceIndex {
        let parts = ABIParts(text: lines.joined(separator: "\n") + "\n") ?? ABIParts([.init(.fallback, "-", "-")])
        return InterfaceIndex(ABIDigest(parts: parts, moduleBytes: ContentDigest(of: digest)), module: module)
    }
}

/// What came of it, for all edits.
struct UsedReport {
    let findings: [Finding]

    private var all: [(edit: String, used: UsedFinding)] {
        findings.flatMap { finding in finding.used.map { (finding.id, $0) } }
    }

    var isSound: Bool { !all.contains { $0.used.isMissed } }

    var lines: [String] {
        let (all, same) = (all, all.filter { $0.used.difference == nil })
        let felt = all.filter { $0.used.difference != nil }
        var lines = [
            "", "Clients, by the parts of interfaces that they use.", "",
            "| edits with each of their clients | differ | of them missed | the same | of them kept by whole interfaces | kept by used ones | everything counts |",
            "|---|---|---|---|---|---|---|",
            """
            | \(all.count) | \(felt.count) | \(felt.filter { $0.used.isMissed }.count) | \(same.count) \
            | \(same.filter { $0.used.isKeptWhole }.count) | \(same.filter { $0.used.isKept }.count) \
            | \(all.filter { $0.used.whole != nil }.count) |
            """, "",
        ]
        let reasons = Dictionary(grouping: all.compactMap(\.used.whole)) { $0 }.sorted { $0.key < $1.key }
        lines.append("Everything counts for: " + reasons.map { "\($0) (\($1.count))" }.joined(separator: ", ") + ".")
        for (edit, used) in all where used.isMissed {
            lines.append("- MISSED `\(edit)`: \(used.client): \(used.difference ?? "")")
        }
        lines += ["", "| rule | edits that need it | such as |", "|---|---|---|"]
        for rule in UsedInterface.Rule.allCases {
            let needing = all.filter { $0.used.needed.contains(rule.rawValue) }
            let first = needing.prefix(3).map { "`\($0.edit)`: \($0.used.client)" }.joined(separator: ", ")
            lines.append("| \(rule.rawValue) | \(needing.count) | \(first) |")
        }
        return lines
    }
}
