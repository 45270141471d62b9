/// Functions and properties that others must name to see anything of them: which they are, and what may be seen without
/// a name.
extension SurfaceReader {
    /// One that is left out if nothing that counts names it.
    struct Candidate {
        var name: String
        var head, whole: Range<Int>
        var isPrivate: Bool
        /// The type that it is a member of, where others could see it by that.
        var owner: String?
        /// Others may see it without its name in their text, if they look that name up.
        var isLookedUp: Bool
        /// What it is a member of.
        var scope: Scope
        /// It may be seen without being looked up.
        var isKept = false
    }

    struct Scope {
        enum Kind { case file, structure, enumeration, finalClass, extended, other }
        var kind: Kind
        var name = ""
        /// The names of all types that it stands in, and its own; empty where one of them is not known.
        var names: [String] = []
        /// All that it stands in, as text.
        var path = ""
        /// Other files do not see the type.
        var isHidden = false
        /// Its members are private unless they say otherwise.
        var isPrivate = false
        /// A macro makes something of it, and of its members' text for all that the module's file shows.
        var isOfMacro = false

        /// It may conform to a protocol, and a new member say what the protocol's types are for it.
        var mayConform = false

        /// Types in it may be hidden: what is extended may be.
        var mayHide: Bool { isHidden || isPrivate || kind == .extended }

        /// Who sees a member must name it, or the type.
        var isClosed: Bool { kind == .structure || kind == .enumeration || kind == .finalClass }

        /// Who sees a member must look its name up. (Classes have tables of their methods.)
        var isOpenToLookUps: Bool {
            !isOfMacro && (kind == .file || kind == .structure || kind == .enumeration || kind == .extended)
        }
    }

    mutating func addCandidate(function head: DeclarationHead, _ keyword: Int, _ open: Int, _ scope: Scope) {
        let name = word(keyword + 1)
        let isPrivate = head.isPrivate || scope.isPrivate && !head.saysAccess
        // A class has a table of its methods, private ones too; one without subclasses, of none that is new.
        let isAlone = scope.kind == .file || isPrivate && scope.kind != .other && scope.kind != .finalClass
        let isTest = name.hasPrefix("test") || head.isOfTestMacro
        let isMember = !isAlone && scope.isClosed && !scope.mayConform && isTest
        let isNamed = (isAlone || isMember) && head.staysInside
        guard isNamed || mayBeLookedUp(head, scope), !SurfaceWords.isCalledUnnamed(name) else { return }
        add(
            Candidate(
                name: name, head: head.start..<open, whole: head.start..<closing[open] + 1, isPrivate: isPrivate,
                owner: isMember ? scope.name : nil, isLookedUp: !isNamed, scope: scope), head, keyword)
    }

    /// One that is nothing but a getter.
    mutating func addCandidate(property head: DeclarationHead, _ keyword: Int, _ open: Int, _ scope: Scope) {
        guard mayBeLookedUp(head, scope), scope.kind != .file, tokens[keyword + 2].is(":"), !isAccessor(open + 1) else {
            return
        }
        add(
            Candidate(
                name: word(keyword + 1), head: head.start..<open, whole: head.start..<closing[open] + 1,
                isPrivate: head.isPrivate || scope.isPrivate && !head.saysAccess, owner: nil, isLookedUp: true,
                scope: scope), head, keyword)
    }

    private func mayBeLookedUp(_ head: DeclarationHead, _ scope: Scope) -> Bool {
        scope.isOpenToLookUps && head.isPlain && !head.isOfTestMacro
    }

    private mutating func add(_ candidate: Candidate, _ head: DeclarationHead, _ keyword: Int) {
        let name = keyword + 1
        // What has a letter of another alphabet may be an operator.
        guard !head.overrides, tokens[name].kind == .word, !isOfOtherAlphabet(name),
            !resultIsOpaque(from: keyword, candidate.head.upperBound)
        else { return }
        candidates.append(candidate)
        for index in candidate.whole { inside[index] = false }
    }

    /// What has no member that counts says nothing.
    mutating func leaveOutEmptyExtensions() {
        for (whole, open) in extensions where (open + 1..<whole.upperBound - 1).allSatisfy({ !inside[$0] }) {
            for index in whole { inside[index] = false }
        }
    }

    /// Its head, and where it stands: among other conditions or in another type it is another function.
    func written(_ candidate: Candidate, _ isPlaced: Bool) -> [UInt8] {
        var conditions: [[UInt8]] = []
        for index in directives.prefix(while: { $0 < candidate.head.lowerBound }) {
            let line = written(index..<pastLine(index, tokens.count), false)
            switch text.text(tokens[index]) {
            case "#if": conditions.append(line)
            case "#endif": _ = conditions.popLast()
            default: conditions[conditions.count - 1] += line
            }
        }
        let place = Array(candidate.scope.path.utf8) + conditions.joined()
        return place + written(candidate.head, isPlaced) + [UInt8(ascii: "\n")]
    }

    /// Seen by others without being named: a witness of its type, by which they may learn of other types.
    private func mayBeWitness(_ candidate: Candidate) -> Bool {
        if let owner = candidate.owner, extended.contains(owner) { return true }
        guard candidate.scope.kind != .file, hasOtherTypes || !conforming.isEmpty else { return false }
        let type = candidate.scope.name
        if !candidate.isPrivate { return type.isEmpty || conforming.contains(type) }
        // A private function is no witness of a type that others see for a protocol that they see.
        guard hidesTypes else { return false }
        if hidesProtocols || candidate.scope.isHidden { return true }
        // A hidden type may inherit from what is extended, or go by that name.
        return candidate.scope.kind == .extended
            && (!plainTypes.contains(candidate.scope.names) || hiddenTypes.contains(type)
                || candidate.scope.names.contains { surface.aliases[$0] != nil })
    }

    /// A candidate that something that counts may name counts itself; and so on, for it may name others.
    mutating func keepNamedCandidates() {
        for index in candidates.indices where mayBeWitness(candidates[index]) {
            guard candidates[index].scope.isOpenToLookUps else {
                candidates[index].isKept = true
                continue
            }
            candidates[index].isLookedUp = true
        }
        while true {
            var words: Set<String> = [], strings: [String] = []
            for index in tokens.indices where inside[index] {
                let kind = tokens[index].kind
                if kind == .word { words.insert(word(index)) }
                // An operator of another alphabet is cut as a part of what stands beside it: `2×area()`.
                if kind == .string || (kind == .word || kind == .number) && isOfOtherAlphabet(index) {
                    strings.append(text.text(tokens[index]))
                }
            }
            let named = candidates.filter { candidate in
                // A macro may name it.
                surface.mayExpandMacros || candidate.isKept || words.contains(candidate.name)
                    || strings.contains { $0.contains(candidate.name) }
            }
            if named.isEmpty { return }
            // What shares its name goes with it.
            let names = Set(named.map(\.name))
            for candidate in candidates where names.contains(candidate.name) {
                for index in candidate.head { inside[index] = true }
            }
            candidates.removeAll { names.contains($0.name) }
        }
    }

    func isOfOtherAlphabet(_ index: Int) -> Bool {
        text.bytes[tokens[index].start..<tokens[index].end].contains { $0 >= 0x80 }
    }
}
