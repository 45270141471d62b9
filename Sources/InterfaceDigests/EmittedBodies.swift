import Digests

/// Bodies that clients' compilers take over.
struct EmittedBodies {
    let parts: [ABIParts.Part]

    /// Bodies that clients compile into themselves, with line numbers and all: `@inline(always)` ones too. (Without
    /// optimisation they do not so with merely `@inlinable` ones, measured with Swift 6.3.1: a moved `#line` in one
    /// leaves clients' objects as they are.)
    init(_ dump: ModuleDump) {
        let functions = Dictionary(dump.functions.map { ($0.symbol, $0) }) { first, _ in first }
        var open: [ModuleDump.Function] = dump.functions.filter {
            let words = $0.header.split(separator: " ")
            return words.contains("non_abi")
                || (words.contains("[transparent]") || words.contains("[always_inline]")) && !words.contains("shared")
        }
        var seen = Set(open.map(\.symbol))
        var emitted: [ABIParts.Part] = []
        while let function = open.popLast() {
            let digest = ContentDigest(of: dump.body(of: function))
            let text = ["\(function.symbol) \(digest)"] + dump.words(of: function)
            emitted.append(.init(.emitted, function.description, text.joined(separator: " ")))
            for symbol in dump.references(of: function) {
                // What has a symbol of its own in the module is called there.
                guard let next = functions[symbol], next.header.contains("shared"), seen.insert(symbol).inserted else {
                    continue
                }
                open.append(next)
            }
        }
        parts = emitted.sorted { $0.text < $1.text }
    }
}
