import Measuring

/// What was asked and found about one commit.
struct Step {
    let commit: Commit
    /// All of the repository's own targets that can be built.
    var targets: Set<String> = []
    /// What `mono affected` names by paths.
    var named: Set<String> = []
    /// Of these, tests that are named only because they may read a file that changed.
    var readers: Set<String> = []
    /// What it says by digest.
    var effects: [String: String] = [:]
    /// The truth: for each target with another key what is different, in words.
    var changed: [String: [String]] = [:]
    /// Of those, targets with a key that is not known at one end.
    var unknown: Set<String> = []
    /// What a build did on the way from the one end to the other; nil where none was asked for.
    var work: Workspace.Work?
    var products: [String: [String]] = [:]

    init(_ commit: Commit) { self.commit = commit }

    func with(effect: String) -> Set<String> { Set(effects.filter { $0.value == effect }.keys).intersection(targets) }

    var namedHere: Set<String> { named.intersection(targets) }
    var recompiled: Set<String> { with(effect: "recompile") }
    var relinked: Set<String> { with(effect: "relink") }

    /// A target's programs and libraries as builds name them: its tests' program, and the products that hold it.
    private func targets(of product: String) -> [String] {
        products[product] ?? (product.hasSuffix(".xctest") ? [String(product.dropLast(".xctest".count))] : [])
    }

    /// Own targets that a build compiled, and products that it linked.
    var compiled: Set<String> { (work?.compiled ?? []).intersection(targets) }
    var linked: Set<String> { (work?.linked ?? []).filter { !targets.isDisjoint(with: targets(of: $0)) } }

    /// What no answer may leave out, and one did.
    var misses: [String] {
        var words: [String] = []
        for (target, reasons) in changed.sorted(by: { $0.key < $1.key }) {
            let because = reasons.map { "\n    \($0)" }.joined()
            if !named.contains(target) { words.append("by paths, \(target) is not named:\(because)") }
            if effects[target] != "recompile" {
                words.append("by digest, \(target) is '\(effects[target] ?? "not named")':\(because)")
            }
        }
        for target in compiled.sorted() {
            if !named.contains(target) { words.append("by paths, \(target) is not named, and a build compiled it") }
            if effects[target] != "recompile" {
                words.append("by digest, \(target) is '\(effects[target] ?? "not named")', and a build compiled it")
            }
        }
        for product in linked.sorted() {
            let targets = targets(of: product)
            if named.isDisjoint(with: targets) {
                words.append("by paths, \(product) is not named, and a build linked it")
            }
            if recompiled.union(relinked).isDisjoint(with: targets) {
                words.append("by digest, \(product) is untouched, and a build linked it")
            }
        }
        return words
    }

    var line: String {
        let built = work == nil ? "" : "; built: \(compiled.count) compiled, \(linked.count) linked"
        let unknown = unknown.isEmpty ? "" : " (\(unknown.count) unknown)"
        return
            """
            \(changed.count) of \(targets.count) changed\(unknown), \(namedHere.count) by paths (\(readers.count) \
            readers), 
            """
                + "\(recompiled.count) recompile, \(relinked.count) relink\(built)"
    }
}
