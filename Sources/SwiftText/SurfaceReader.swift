/// Reads the surface of a source (`SourceSurface`) off its tokens.
///
/// Left out are the bodies of functions, initialisers and accessors, as long as nothing says that the compiler takes
/// them elsewhere: no attribute that is not known to be harmless on the declaration or on what encloses it, no result
/// of an opaque type (its body says which type that is). Whatever is not recognised stays in.
struct SurfaceReader {
    let text: SwiftTokens
    let tokens: [SwiftToken]
    /// Brackets that belong together (`BracketTable`).
    let closing, opening: [Int]
    let lines: LineTable
    /// Which tokens count for whom.
    var inside, module: [Bool]
    /// Tokens that count with their places for the module's file.
    var placed: Set<Int> = []
    /// Closing brackets of bodies that are left out: where they stand does not count.
    var emptied: Set<Int> = []
    var candidates: [Candidate] = []
    /// Extensions that conform to nothing: the whole, and where the members begin.
    var extensions: [(whole: Range<Int>, open: Int)] = []
    /// Types that extensions here are of, and types that may conform to a protocol by what stands here: all names on
    /// the way to them.
    var extended: Set<String> = [], conforming: Set<String> = []
    /// Types that were read, by their keywords.
    private var readTypes: Set<Int> = []
    /// Something that counts declares types that were not read.
    var hasOtherTypes = false
    /// Some type or protocol is hidden from other files: what is private may be a witness then.
    var hidesTypes = false
    /// One of them is a protocol.
    var hidesProtocols = false
    /// Structs and enums that other files see, whatever the conditions of compilation: the names of what they stand in,
    /// and their own.
    var plainTypes: Set<[String]> = []
    /// Types that other files may not see.
    var hiddenTypes: Set<String> = []
    /// Where the names of generic classes stand: who uses one has the line in its debug information.
    private var genericClasses: [Int] = []
    private var importsXCTest = false
    /// Words of imports, names of modules among them.
    var imported: Set<String> = []
    /// Aliases whose path begins with a word that may be no module's.
    var aliasesOfMembers: [(name: String, first: String)] = []
    /// Conditions of compilation: where each directive is.
    var directives: [Int] = []
    /// What stood before the next declaration was not understood.
    private var isHeadBroken = false
    /// Tokens of types that are not looked into: where they stand counts.
    private var closed: Set<Int> = []
    /// Where struct's stored properties stand.
    var storage: [String: [Int]] = [:]
    var surface = SourceSurface()
    /// Some body goes into the module: the lines in it do, too.
    private var placesModule = false
    private var isUnderstood = true

    init?(_ source: [UInt8]) {
        text = SwiftTokens(source)
        guard let brackets = BracketTable(text) else { return nil }
        (tokens, lines) = (text.tokens, LineTable(source))
        (closing, opening) = (brackets.closing, brackets.opening)
        inside = Array(repeating: true, count: tokens.count)
        module = inside
    }

    /// Nil where something is not understood that may count elsewhere.
    mutating func read() -> SourceSurface? {
        lookAtWords()
        readMembers(0..<tokens.count, Scope(kind: .file))
        guard isUnderstood else { return nil }
        if tokens.indices.contains(where: declaresOtherType) {
            (hasOtherTypes, hidesTypes, hidesProtocols) = (true, true, true)
        }
        keepNamedCandidates()
        leaveOutEmptyExtensions()
        for (name, first) in aliasesOfMembers where !imported.contains(first) { surface.openAliases.insert(name) }
        let expands = surface.mayExpandMacros
        surface.inside = written(inside) { expands || closed.contains($0) } + linesOfGenericClasses
        surface.module = written(module) { placesModule || placed.contains($0) } + documentation
        // Where a struct's properties stand counts for those alone who initialise it elsewhere.
        for (name, found) in storage {
            surface.storage[name] = Array(found.map(place).joined(separator: " ").utf8)
        }
        for candidate in candidates {
            surface.functions[candidate.name, default: []] += written(candidate, expands)
            if !candidate.isPrivate { surface.namable.insert(candidate.name) }
            if candidate.isLookedUp { surface.lookedUp.insert(candidate.name) }
            if let owner = candidate.owner { surface.owners[candidate.name, default: []].insert(owner) }
        }
        return surface
    }

    private mutating func lookAtWords() {
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            if closing[index] >= 0 { open.append(index) }
            if let last = open.last, closing[last] == index { open.removeLast() }
            if isDoubtful(index) || isModuleSelector(index) { isUnderstood = false }
            switch token.kind {
            case .attribute:
                if !isHarmless(index, takingInlinable: false) { placesModule = true }
                if isTestMacro(index) {
                    surface.usesTestMacros = true
                } else if !SurfaceWords.ofCompiler.contains(name(ofAttribute: index)) {
                    surface.mayExpandMacros = true
                }
            case .directive:
                if ["#if", "#elseif", "#else", "#endif"].contains(text.text(token)) {
                    directives.append(index)
                } else if SurfaceWords.testDirectives.contains(text.text(token)) {
                    surface.usesTestMacros = true
                } else if !SurfaceWords.directives.contains(text.text(token)) {
                    surface.mayExpandMacros = true
                }
            case .word where word(index) == "typealias": readAlias(index)
            case .word where keyword(index) == "private" || keyword(index) == "fileprivate": lookAtAccess(index)
            case .word where keyword(index) == "class" || keyword(index) == "actor":
                if index + 2 < tokens.count, tokens[index + 2].is("<") { genericClasses.append(index + 1) }
            case .word where word(index) == "some":
                if isOpaque(index, in: open) { surface.hasOpaqueTypes = true }
            default: break
            }
        }
    }

    /// `Module::Name`
    private func isModuleSelector(_ index: Int) -> Bool {
        index > 0 && tokens[index].is(":") && tokens[index - 1].is(":") && tokens[index - 1].end == tokens[index].start
    }

    /// Whether the modifier at `index` is a type's, or an import's: what others do not import, they do not see.
    private mutating func lookAtAccess(_ index: Int) {
        var head = DeclarationHead(start: index)
        let at = readHead(&head, tokens.count)
        if keyword(at) == "import" { (hidesTypes, hidesProtocols) = (true, true) }
        guard SurfaceWords.types.contains(keyword(at)), keyword(at) != "extension" else { return }
        hidesTypes = true
        if keyword(at) == "protocol" { hidesProtocols = true }
    }

    // MARK: Members

    mutating func readMembers(_ range: Range<Int>, _ scope: Scope) {
        var at = range.lowerBound
        while at < range.upperBound { at = readDeclaration(at, range.upperBound, scope) }
    }

    /// Looks at what begins at `start`, and returns where to go on.
    private mutating func readDeclaration(_ start: Int, _ end: Int, _ scope: Scope) -> Int {
        var head = DeclarationHead(start: start)
        var at = readHead(&head, end)
        if scope.isOfMacro { head.isHarmless = false }
        if isHeadBroken { head.doubt() }
        isHeadBroken = false
        guard at < end, tokens[at].kind == .word else {
            // A directive may stand between attributes and what they are of.
            isHeadBroken = at > start || !head.isPlain
            if at == start, at < end, tokens[at].kind == .directive { return pastLine(at, end) }
            return overlook(start..<max(at, after(start)), scope)
        }
        switch keyword(at) {
        case "func": at = readFunction(head, at, end, scope)
        case "init" where at > 0 && tokens[at - 1].is("."): at = overlook(start..<after(at), scope)
        case "init", "subscript", "deinit": at = readBody(head, at, end, scope)
        case "import": at = pastImport(at, end)
        case "typealias", "associatedtype", "operator", "precedencegroup", "macro":
            let last = endOfDeclaration(from: at, end)
            placeDefaults(at..<last)
            at = last
        case "var", "let": at = readProperty(head, at, end, scope)
        case "case": at = readCases(at, end)
        case let keyword where SurfaceWords.types.contains(keyword):
            at = readType(head, keyword, at, end, scope)
        default:
            // A modifier that is not known here.
            isHeadBroken = at > start || at + 1 < end && tokens[at + 1].kind == .word && !tokens[at + 1].startsLine
            return overlook(start..<max(at, after(start)), scope)
        }
        return at
    }

    /// A type in a value, such as in a closure, or in a type that is not looked into: other files do not see it.
    private func declaresOtherType(_ index: Int) -> Bool {
        guard inside[index], !readTypes.contains(index), SurfaceWords.types.contains(keyword(index)),
            !isModifier(index, tokens.count), index == 0 || !tokens[index - 1].is(".")
        else { return false }
        return index + 1 < tokens.count && tokens[index + 1].kind == .word
    }

    /// Past what is not understood: a part of a value, for example. In a type it counts with where it stands.
    private mutating func overlook(_ range: Range<Int>, _ scope: Scope) -> Int {
        guard !tokens[range.lowerBound].is(";") else { return range.upperBound }
        if scope.kind != .file { placed.formUnion(range) }
        if scope.kind == .structure { storage[scope.name, default: []] += range }
        return range.upperBound
    }

    /// Past the path of what is imported, in which keywords may stand.
    private mutating func pastImport(_ start: Int, _ end: Int) -> Int {
        var at = start + 1
        while at < end, !tokens[at].startsLine, !tokens[at].is(";") { at = after(at) }
        at = min(at, end)
        if at == start + 2, word(start + 1) == "XCTest" { importsXCTest = true }
        // One declaration that is imported hides others of its name.
        if at > start + 2 { noteAlias(word(at - 1), start + 1..<at) }
        imported.formUnion((start + 1..<at).map(word))
        return at
    }

    /// Past a directive and its condition, or what it is called with.
    func pastLine(_ start: Int, _ end: Int) -> Int {
        var at = after(start)
        while at < end, !tokens[at].startsLine { at = after(at) }
        return min(at, end)
    }

    /// Past the names of an enum's cases, which may be those of modifiers and keywords.
    private mutating func readCases(_ start: Int, _ end: Int) -> Int {
        var at = start + 1
        while at < end, tokens[at].kind == .word {
            at += 1
            while at < end, !tokens[at].is(","), !beginsDeclaration(at) { at = after(at) }
            guard at < end, tokens[at].is(",") else { break }
            at += 1
        }
        at = min(at, end)
        placeDefaults(start..<at)
        return at
    }

    private mutating func readType(
        _ head: DeclarationHead, _ keyword: String, _ keywordAt: Int, _ end: Int, _ scope: Scope
    ) -> Int {
        guard keywordAt + 1 < end, tokens[keywordAt + 1].kind == .word,
            keyword != "actor" || !SurfaceWords.keywords.contains(self.keyword(keywordAt + 1))
        else {
            // `actor` may be the name of something.
            return overlook(keywordAt..<keywordAt + 1, scope)
        }
        guard let open = body(after: keywordAt + 1, end) else { return giveUp(keywordAt) }
        readTypes.insert(keywordAt)
        let close = closing[open], clause = keywordAt + 1..<open
        note(type: keywordAt + 1, keyword, head, scope)
        if mayConform(clause, head.isFinal ? .finalClass : .other) { conforming.formUnion(names(of: clause)) }
        if keyword == "extension" {
            extended.formUnion(names(of: clause))
            if (open..<close).contains(where: { word($0) == "init" }) {
                surface.initialised.formUnion(names(of: clause))
            }
        }
        let isPlain =
            head.isPlain && clause.allSatisfy { tokens[$0].kind != .attribute || isHarmless($0, takingInlinable: true) }
        guard keyword != "protocol", isPlain else {
            closed.formUnion(open..<close)
            if (open..<close).contains(where: { self.keyword($0) == "protocol" }) { hidesProtocols = true }
            return close + 1
        }
        var inner = Scope(kind: .other, name: word(keywordAt + 1), names: names(of: keywordAt + 1, in: scope))
        inner.isOfMacro = scope.isOfMacro || head.isOfTestMacro
        inner.isHidden = scope.mayHide || head.isPrivate
        inner.path = scope.path + String(decoding: written(head.start..<open, false), as: UTF8.self) + "{"
        switch keyword {
        case "struct": inner.kind = .structure
        case "enum": inner.kind = .enumeration
        case "class" where head.isFinal: inner.kind = .finalClass
        case "extension":
            (inner.kind, inner.isPrivate) = (.extended, head.isPrivate)
            inner.names = path(of: clause)
            inner.name = inner.names.last ?? ""
        default: break
        }
        inner.mayConform = mayConform(clause, inner.kind)
        if keyword == "extension", scope.kind == .file, !inner.mayConform, !inner.isOfMacro {
            extensions.append((head.start..<close + 1, open))
        }
        readMembers(open + 1..<close, inner)
        return close + 1
    }

    private mutating func note(type index: Int, _ keyword: String, _ head: DeclarationHead, _ scope: Scope) {
        if keyword == "extension" { return }
        let name = word(index)
        if scope.isPrivate { hidesTypes = true }
        if scope.mayHide || head.isPrivate {
            hiddenTypes.insert(name)
            if keyword == "protocol" { hidesProtocols = true }
        } else if keyword == "struct" || keyword == "enum", !isConditional(index) {
            let names = names(of: index, in: scope)
            if !names.isEmpty { plainTypes.insert(names) }
        }
        // It stands for another type than XCTest's.
        if name == "XCTestCase" { surface.aliases[name, default: []] = [] }
    }

    private func names(of index: Int, in scope: Scope) -> [String] {
        scope.kind == .file ? [word(index)] : scope.names.isEmpty ? [] : scope.names + [word(index)]
    }

    /// True between `#if` and `#endif`.
    private func isConditional(_ index: Int) -> Bool {
        let before = directives.prefix { $0 < index }.map { text.text(tokens[$0]) }
        return before.count { $0 == "#if" } > before.count { $0 == "#endif" }
    }

    private var linesOfGenericClasses: [UInt8] {
        Array(genericClasses.map { "\n\(lines.place(tokens[$0].start).line)" }.joined().utf8)
    }

    /// A body is missed that must be there.
    private mutating func giveUp(_ keyword: Int) -> Int {
        isUnderstood = false
        return keyword + 1
    }

    /// `clause`: what stands between a type's keyword and its body. `: XCTestCase` alone names no protocol.
    private func mayConform(_ clause: Range<Int>, _ kind: Scope.Kind) -> Bool {
        guard let colon = clause.first(where: { tokens[$0].is(":") }) else { return false }
        return kind != .finalClass || !importsXCTest || clause.upperBound != colon + 2
            || word(colon + 1) != "XCTestCase"
    }

    /// What may be the name of the type at the beginning of a clause: all words before what it conforms to.
    private func names(of clause: Range<Int>) -> Set<String> {
        Set(clause.prefix { !tokens[$0].is(":") && keyword($0) != "where" }.map(word).filter { !$0.isEmpty })
    }

    /// The names of the type that is extended; empty where its path has something else than names.
    private func path(of clause: Range<Int>) -> [String] {
        let path = clause.prefix { !tokens[$0].is(":") && keyword($0) != "where" }
        guard path.allSatisfy({ tokens[$0].kind == .word || tokens[$0].is(".") }) else { return [] }
        return path.map(word).filter { !$0.isEmpty }
    }

    private mutating func readFunction(_ head: DeclarationHead, _ keyword: Int, _ end: Int, _ scope: Scope) -> Int {
        guard let open = body(after: keyword + 1, end) else { return giveUp(keyword) }
        leaveOut(open, head, resultFrom: keyword)
        addCandidate(function: head, keyword, open, scope)
        return closing[open] + 1
    }

    private mutating func readBody(_ head: DeclarationHead, _ keyword: Int, _ end: Int, _ scope: Scope) -> Int {
        guard let open = body(after: keyword, end) else { return giveUp(keyword) }
        if word(keyword) == "subscript" {
            placeDefaults(keyword..<open)
            if !resultIsOpaque(from: keyword, open) { leaveOutAccessors(open, head) }
        } else {
            leaveOut(open, head, resultFrom: keyword)
            keepDelegation(open)
        }
        return closing[open] + 1
    }

    private mutating func readProperty(_ head: DeclarationHead, _ keyword: Int, _ end: Int, _ scope: Scope) -> Int {
        var at = keyword + 1
        while at < end {
            if tokens[at].is("{") {
                // Not a property's: a parameter of a type, or a condition.
                if self.keyword(keyword) == "let" {
                    closed.formUnion(at...closing[at])
                    return overlook(at..<closing[at] + 1, scope)
                }
                if !resultIsOpaque(from: keyword, at) { leaveOutAccessors(at, head) }
                if isComputed(at) {
                    addCandidate(property: head, keyword, at, scope)
                } else {
                    note(storage: head.start..<closing[at], head, scope)
                }
                return closing[at] + 1
            }
            // The value, and observers behind it: all of it counts, with where it stands.
            if tokens[at].is("="), !isPartOfOperator(at) {
                let last = endOfDeclaration(from: at + 1, end)
                note(storage: head.start..<last, head, scope)
                if !isSimpleValue(at, last, isDefault: false) { placed.formUnion(at..<last) }
                return last
            }
            if at > keyword + 1, beginsDeclaration(at) { break }
            if at > keyword + 1, beginsStatement(at) {
                // Of a type's members, one that begins with a word that is not known here.
                if scope.kind != .file { isUnderstood = false }
                break
            }
            at = after(at)
        }
        note(storage: head.start..<at, head, scope)
        return at
    }

    private mutating func note(storage range: Range<Int>, _ head: DeclarationHead, _ scope: Scope) {
        if scope.kind == .structure, !head.isStatic { storage[scope.name, default: []] += range }
    }
}
