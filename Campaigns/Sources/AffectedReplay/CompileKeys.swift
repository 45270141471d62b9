/// The keys of what compiles one target at one end of a change, with what they are made of.
struct CompileKeys {
    /// As `Docs/Events.md` has them.
    static let kinds: Set<String> = ["emit-module", "compile", "compile-module", "compile-clang"]

    private struct Key: Hashable {
        var digest: String
        var components: [String: String]
    }

    /// By the action's name. Nil where what the key waits for has no result.
    private let actions: [String: Key?]

    init(_ target: HashJSON.Target) {
        var actions: [String: Key?] = [:]
        for action in target.actions where CompileKeys.kinds.contains(String(action.action.prefix { $0 != " " })) {
            // Some components have one name, such as the outputs of an action.
            let components = Dictionary(action.components.map { ($0.name, $0.value) }) { $0 + " " + $1 }
            actions.updateValue(action.key.map { Key(digest: $0, components: components) }, forKey: action.action)
        }
        self.actions = actions
    }

    var isKnown: Bool { actions.values.allSatisfy { $0 != nil } }

    /// It has none where nothing is compiled: a target that is only named to the linker.
    var isEmpty: Bool { actions.isEmpty }

    /// Empty where all keys are the same; else what is different, in words.
    func differences(since earlier: CompileKeys) -> [String] {
        var words = earlier.actions.keys.filter { actions[$0] == nil }.sorted().map { "\($0) is gone" }
        for (name, key) in actions.sorted(by: { $0.key < $1.key }) {
            guard let old = earlier.actions[name] else {
                words.append("\(name) is new")
                continue
            }
            guard let key, let old else {
                words.append("\(name) has no known key \(key == nil ? "now" : "before")")
                continue
            }
            if key.digest == old.digest { continue }
            let parts = Set(key.components.keys).union(old.components.keys).filter {
                key.components[$0] != old.components[$0]
            }
            words.append("\(name): \(parts.sorted().joined(separator: ", "))")
        }
        return words
    }
}
