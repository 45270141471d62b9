/// Functions that others must name to see anything of them: which they are, and what may be seen without a name.
extension SurfaceReader {
    /// A function that is left out if nothing that counts names it.
    struct Candidate {
        var name: String
        var head, whole: Range<Int>
        var isPrivate: Bool
        /// The type that it is a member of, where others could see it by that.
        var owner: String?
        /// What it is a member of.
        var scope: Scope
    }

    struct Scope {
        enum Kind { case file, structure, enumeration, finalClass, extended, other }
        var kind: Kind
        var name = ""
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

    /// Seen by others without being named: a witness of its type, by which they may learn of other types; a function
    /// that a macro names.
    private func mayBeSeen(_ candidate: Candidate) -> Bool {
        if surface.mayExpandMacros { return true }
        if let owner = candidate.owner, extended.contains(owner) { return true }
        guard candidate.scope.kind != .file, !conforming.isEmpty else { return false }
        let type = candidate.scope.name
        if !candidate.isPrivate { return type.isEmpty || conforming.contains(type) }
        // A private function is no witness of a type that others see for a protocol that they see.
        guard hidesTypes else { return false }
        if hidesProtocols || candidate.scope.isHidden { return true }
        // A hidden type may inherit from what is extended, or go by that name.
        return candidate.scope.kind == .extended
            && (!plainTypes.contains(type) || hiddenTypes.contains(type) || surface.aliases.contains(type))
    }

    /// A candidate that something that counts may name counts itself; and so on, for it may name others.
    mutating func keepNamedCandidates() {
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
                mayBeSeen(candidate) || words.contains(candidate.name)
                    || strings.contains { $0.contains(candidate.name) }
            }
            if named.isEmpty { return }
            for candidate in named { for index in candidate.head { inside[index] = true } }
            let names = Set(named.map(\.name))
            // What shares its name goes with it.
            candidates.removeAll { names.contains($0.name) }
        }
    }

    func isOfOtherAlphabet(_ index: Int) -> Bool {
        text.bytes[tokens[index].start..<tokens[index].end].contains { $0 >= 0x80 }
    }
}
