import ArchitectureRules
import PackageManifests
import Targets

/// A finding in words: what is so, why it costs, and how to fix it.
struct FindingWords: Hashable, Sendable {
    var what: String
    var why: String
    var help: String
}

extension Finding {
    func words(_ names: TargetNames) -> FindingWords {
        func name(_ id: TargetID) -> String { "'\(names.name(of: id))'" }
        let me = name(target)
        switch fact {
        case .ownEdge(let from, let to, let other):
            return FindingWords(
                what: "\(me), the \(from.words) of its feature, depends on its \(to.words) \(name(other))",
                why: from == .interface
                    ? "a target that needs the interface then builds and links what it should keep apart"
                    : "each change there rebuilds it, and the parts can no longer be used apart",
                help: "depend on the feature's interface, or move what both need there")
        case .concreteEdge(let other, let feature, let part):
            let interface =
                feature.targets[.interface].map { "depend on \(name($0)) instead" }
                ?? "split an interface off ('mono new interface \(feature.name)') and depend on that"
            let mocks = feature.targets[.testing].map { "depend on \(name($0)) instead, which mocks it" }
            return FindingWords(
                what: "\(me) depends on \(name(other)), the implementation of feature '\(feature.name)'",
                why: "each change of what others see there rebuilds it, and the two cannot compile side by side",
                help: part == .tests || part == .example
                    ? mocks ?? interface : "\(interface); the app brings the two together")
        case .testingEdge(let other, let feature):
            return FindingWords(
                what: "\(me) depends on \(name(other)), which mocks feature '\(feature.name)' for tests",
                why: "what is made for tests ends up in the app",
                help: """
                    let tests and examples alone depend on it, or allow the edge in mono.json: architecture.rules
                    """)
        case .leafEdge(let other, let feature):
            return FindingWords(
                what: "\(me) depends on \(name(other)), a test or example of feature '\(feature.name)'",
                why: "nothing can be linked with a program of its own",
                help: "move what is needed to '\(feature.name)Testing' or its interface")
        case .layerEdge(let other, let upper, let lower, let part):
            return FindingWords(
                what: "\(me) of the foundation depends on \(name(other)) of feature '\(upper.name)', which is above it",
                why: part == .tests || part == .example
                    ? "'\(lower ?? target.name)' could no longer be tested and tried without what is built upon it"
                    : "everything stands on '\(lower ?? target.name)': it would all be rebuilt with '\(upper.name)'",
                help:
                    """
                    hand in what it needs from above (a protocol or a closure of its own), or move '\(upper.name)' to \
                    the foundation
                    """
            )
        case .cycle(let steps):
            let way = steps.map { "\(name($0.from)) needs \(name($0.to))" }.joined(separator: ", ")
            return FindingWords(
                what: "features \(Words.alternatives(steps.map(\.feature), joint: "and")) need each other: \(way)",
                why: "none of them can be understood, changed or left out without a look at the others",
                help:
                    """
                    move what they share to a feature below them; where they only lead to each other by routes, switch \
                    the rule off in mono.json: architecture.off
                    """
            )
        case .interfaceEdge(let other, let feature):
            let instead: String
            if let feature {
                instead =
                    feature.targets[.interface].map { "depend on \(name($0)) instead" }
                    ?? "split an interface off ('mono new interface \(feature.name)'), and depend on that"
            } else {
                instead =
                    """
                    say it with types of the interface's own; where \(name(other)) is made for interfaces, name it in \
                    mono.json: architecture.interfaces
                    """
            }
            return FindingWords(
                what: "interface \(me) depends on \(name(other)), which is no interface",
                why: "all who need the interface are rebuilt with it",
                help: instead)
        case .longBody(let body, let lines):
            return FindingWords(
                what: "interface \(me) carries something out: '\(body)' has \(lines) lines of code",
                why: "an interface is rebuilt by everybody: what changes often does not belong there",
                help: "move the code to the feature, and leave the declaration")
        case .global(let value, let isMutable, let type):
            let made = type.map { " of '\($0)'" } ?? ""
            return FindingWords(
                what: isMutable
                    ? "'\(value)' of \(me) is a global that everybody can change"
                    : "'\(value)' of \(me) is a global instance\(made)",
                why: "the app cannot own its life, and tests cannot put another one in its place",
                help: "let the app make it, and hand it to those who need it")
        case .undeclared(let other, _, let refused?):
            var refusal = self
            refusal.fact = refused
            return FindingWords(
                what: "\(me) imports \(name(other)) and does not declare it",
                why: "as a dependency it would break the rule \(refusal.rule)", help: refusal.words(names).help)
        case .undeclared(let other, let way, nil):
            let isFound = way.count > 1
            return FindingWords(
                what: "\(me) imports \(name(other)) and does not declare it",
                why: isFound
                    ? """
                    it compiles only as long as \(way.dropFirst().dropLast().map(name).joined(separator: ", ")) \
                    happens to need it too
                    """
                    : "nothing makes sure that it is built first",
                help: DependencyWords(graph: names.graph, user: target).adding(other)
                    ?? "let a library product of its package hold \(name(other)), and \(me) depend on that")
        case .unused(let dependency, let modules):
            let other: String
            switch dependency {
            case .target(let id): other = id.name
            case .product(let id): other = id.name
            }
            return FindingWords(
                what: "\(me) declares '\(other)', and no source of its imports \(Words.alternatives(modules))",
                why: "it waits for it, and is rebuilt with it, for nothing",
                help:
                    """
                    remove the dependency; or, where it is needed without an import, allow the edge in mono.json: \
                    architecture.rules
                    """
            )
        case .named(let text, let other, let thing, let isLinked): return naming(text, name(other), thing, isLinked, me)
        case .denied(let way, let reason, let line):
            let between =
                way.count > 2 ? ", through \(way.dropFirst().dropLast().map(name).joined(separator: ", "))" : ""
            return FindingWords(
                what: "\(me) depends on \(name(way[way.count - 1]))\(between)",
                why: reason.isEmpty ? "mono.json:\(line) denies it" : "\(reason) (mono.json:\(line))",
                help: "remove the dependency")
        }
    }
}

extension Finding {
    /// Of a string that names a module or a type. `other` and `me`: with their quotes.
    private func naming(_ text: String, _ other: String, _ thing: NamedThing, _ isLinked: Bool?, _ me: String)
        -> FindingWords
    {
        var words = FindingWords(
            what: "\(me) names '\(text)' of \(other) in a string",
            why: isLinked == false
                ? "\(me) is not linked with \(other): what looks the type up finds nothing when the program runs"
                : "no compiler checks the string: after a new name, what looks the type up finds nothing at run time",
            help:
                """
                ask wiring for an implementation of the protocol, which a build checks ('mono new wiring', \
                Docs/Wiring.md)
                """)
        switch thing {
        case .type: break
        case .module:
            words.what = "\(me) names module '\(text)' in a string alone: no source of its imports it"
            words.help += "; if the string means something else, remove the dependency on \(other)"
        case .unknownType(let known):
            words.what = "\(me) names '\(text)' in a string, and \(other) declares no such type"
            if isLinked != false { words.why = "what looks the type up finds nothing when the program runs" }
            let parts = text.split(separator: ".")
            if parts.count > 1, let near = Words.suggestion(for: String(parts[1]), among: known) {
                words.help = "\(near) Or \(words.help)"
            }
        }
        return words
    }
}

extension Feature.Part {
    var words: String {
        switch self {
        case .source: "source"
        case .interface: "interface"
        case .testing: "testing target"
        case .tests: "tests"
        case .example: "example"
        }
    }
}
