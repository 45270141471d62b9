import SwiftText

/// Conformances that clients find and of which no interface says everything: those in extensions of types that are
/// imported without `public`, which are not printed (measured with Swift 6.3.1), and those of a package's types to
/// protocols that are, whose associated types are not.
struct UnprintedConformances {
    private(set) var parts: [ABIParts.Part] = []
    /// Last names of the types: what their associated types stand for counts.
    private(set) var types: Set<String> = []

    private let interface: ModuleInterface
    private let isHiddenProtocol: (String) -> Bool

    /// `types`, `extensions`: by path. `others`: what other modules declare, which is printed as the module's own types
    /// are.
    init(
        types: [String: [Declaration]], extensions: [String: [Declaration]], _ interface: ModuleInterface,
        others: SeenNames
    ) {
        self.interface = interface
        isHiddenProtocol = { path in
            !interface.types.contains(path) && !others.mayDeclare(path)
                && types[path]?.contains { $0.keyword == "protocol" } ?? false
        }
        for (path, places) in extensions.sorted(by: { $0.key < $1.key }) {
            let isForeign = types[path] == nil || others.mayDeclare(path)
            if isForeign || isOfPackage(path) { add(places, path) }
        }
        for path in interface.types.sorted() where isOfPackage(path) { add(types[path] ?? [], path) }
    }

    private func isOfPackage(_ path: String) -> Bool {
        interface.packageTypes.contains { path == $0 || path.hasPrefix("\($0).") }
    }

    private mutating func add(_ places: [Declaration], _ path: String) {
        let printed = isOfPackage(path) ? [] : interface.extensions[path] ?? []
        for place in places {
            let head = InheritanceClause(place.text)
            for item in head.items where !head.isPath(item) || !isHiddenProtocol(item) {
                let text = [head.start + ":", item, head.conditions].filter { !$0.isEmpty }.joined(separator: " ")
                parts.append(.init(.hidden, path, text))
                // What a public conformance's types stand for is printed.
                if Declaration.words(in: item).isSubset(of: printed) { continue }
                if let last = path.split(separator: ".").last { types.insert(last.filter { $0 != "`" }) }
            }
        }
    }
}

/// `extension Box: P, Q<Int> where T: R`, cut up.
private struct InheritanceClause {
    /// What stands before the colon, attributes too.
    private(set) var start = ""
    private(set) var items: [String] = []
    /// From the `where` on.
    private(set) var conditions = ""

    init(_ text: String) {
        let source = SwiftTokens(text)
        let first = DeclarationParser.keyword(of: source)?.next ?? 0
        var depth = 0, item: Int?
        func end(_ at: Int) { if let item { items.append(InheritanceClause.trimmed(source.text(item, at))) } }
        for at in first..<max(first, source.tokens.count) {
            let token = source.tokens[at]
            if token.is("<") || token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: at - 1) { depth -= 1 }
            guard depth == 0 else { continue }
            if source.word(at: at) == "where" {
                end(token.start)
                conditions = source.text(token.start, source.bytes.count)
                return
            }
            if token.is(":"), item == nil { (start, item) = (source.text(0, token.start), token.end) }
            if token.is(","), item != nil {
                end(token.start)
                item = token.end
            }
        }
        end(source.bytes.count)
    }

    func isPath(_ item: String) -> Bool { item.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } }

    private static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
