/// Bodies: which are left out, and where declarations begin and end.
extension SurfaceReader {
    /// What stands before a declaration's keyword.
    struct DeclarationHead {
        var start: Int
        /// No attribute puts its body into other objects of the module.
        var isPlain = true
        /// No attribute puts its body anywhere else.
        var isHarmless = true
        /// The same, or macros that leave what they make of it in its file.
        var staysInside = true
        var isOfTestMacro = false
        var isPrivate = false, saysAccess = false, overrides = false, isStatic = false, isFinal = false

        /// Something before it may belong to it, and is not understood.
        mutating func doubt() { (isPlain, isHarmless, staysInside) = (false, false, false) }
    }

    /// Reads attributes and modifiers, and returns where the rest begins.
    func readHead(_ head: inout DeclarationHead, _ end: Int) -> Int {
        var at = head.start
        while at < end {
            let token = tokens[at]
            if token.kind == .attribute {
                let isOfTestMacro = isTestMacro(at)
                if isOfTestMacro { head.isOfTestMacro = true }
                if !isHarmless(at, takingInlinable: true), !isOfTestMacro { head.isPlain = false }
                if !isHarmless(at, takingInlinable: false) {
                    head.isHarmless = false
                    if !isOfTestMacro { head.staysInside = false }
                }
                at = pastName(ofAttribute: at, end)
                if at < end, tokens[at].is("("), tokens[at].start == tokens[at - 1].end { at = closing[at] + 1 }
            } else if token.kind == .word, isModifier(at, end) {
                let modifier = keyword(at)
                let hasArgument =
                    at + 1 < end && tokens[at + 1].is("(") && SurfaceWords.modifiersWithArgument.contains(modifier)
                // A call in a script.
                if hasArgument, closing[at + 1] != at + 3 || !SurfaceWords.arguments.contains(keyword(at + 2)) { break }
                at = hasArgument ? closing[at + 1] + 1 : at + 1
                switch modifier {
                case "private", "fileprivate": if !hasArgument { (head.isPrivate, head.saysAccess) = (true, true) }
                case "internal", "package", "public", "open": if !hasArgument { head.saysAccess = true }
                case "override": head.overrides = true
                case "static": head.isStatic = true
                case "final": head.isFinal = true
                default: break
                }
            } else {
                break
            }
        }
        return at
    }

    /// A name in a module has points, one with arguments for its type has angles.
    private func pastName(ofAttribute start: Int, _ end: Int) -> Int {
        var at = start + 1, depth = 0
        while at < end, tokens[at].start == tokens[at - 1].end || depth > 0 {
            if tokens[at].is("<") {
                depth += 1
            } else if tokens[at].is(">") {
                depth -= 1
            } else if depth == 0, !tokens[at].is("."), tokens[at].kind != .word {
                break
            }
            at = depth > 0 ? after(at) : at + 1
        }
        return min(at, end)
    }

    func isModifier(_ at: Int, _ end: Int) -> Bool {
        if SurfaceWords.modifiers.contains(keyword(at)) { return true }
        guard keyword(at) == "class", at + 1 < end else { return false }
        return ["func", "var", "subscript", "let"].contains(keyword(at + 1))
            || SurfaceWords.modifiers.contains(keyword(at + 1))
    }

    /// The brace in which the body of a declaration begins whose keyword or name is at `start`.
    func body(after start: Int, _ end: Int) -> Int? {
        var at = pastParameters(ofType: start + 1, end)
        while at < end {
            if tokens[at].is("{") { return at }
            if at > start + 1 || tokens[at].is(";"), beginsDeclaration(at), !isOpen(at - 1) { return nil }
            at = after(at)
        }
        return nil
    }

    /// Past angles that begin at `start`, if any do: a parameter is declared like a property, by `let`.
    private func pastParameters(ofType start: Int, _ end: Int) -> Int {
        guard start < end, tokens[start].is("<") else { return start }
        var at = start, depth = 0
        while at < end {
            // The angles were an operator's.
            if tokens[at].is("{") { return start }
            if tokens[at].is("<") { depth += 1 }
            if tokens[at].is(">"), !tokens[at - 1].is("-") { depth -= 1 }
            at = after(at)
            if depth == 0 { return at }
        }
        return start
    }

    /// A declaration goes on behind the sign: with another type.
    private func isOpen(_ index: Int) -> Bool {
        let token = tokens[index]
        return token.is(",") || token.is(":") || token.is("&")
            || token.is(">") && index > 0 && tokens[index - 1].is("-")
    }

    /// Past the token, and past all that it opens.
    func after(_ index: Int) -> Int { closing[index] < 0 ? index + 1 : closing[index] + 1 }

    /// What begins at `start` belongs to it.
    func endOfDeclaration(from start: Int, _ end: Int) -> Int {
        guard start < end else { return end }
        var at = after(start)
        while at < end, !beginsDeclaration(at) { at = after(at) }
        return at
    }

    // MARK: Leaving out

    /// Whether an initialiser calls another one decides which kind it is where no `convenience` says it: an actor's.
    /// Also in the form of `(self).init`, and where conditions of compilation say whether it does.
    mutating func keepDelegation(_ open: Int) {
        let calls = (open + 2..<max(open + 2, closing[open])).filter { index in
            word(index) == "init" && tokens[index - 1].is(".")
                && (word(index - 2) == "self" || tokens[index - 2].is(")"))
        }
        guard !calls.isEmpty else { return }
        for index in calls { for kept in index - 2...index { (inside[kept], module[kept]) = (true, true) } }
        for index in open + 1..<closing[open] where tokens[index].kind == .directive && dividesDeclarations(index) {
            for kept in index..<pastLine(index, closing[open]) { (inside[kept], module[kept]) = (true, true) }
        }
    }

    mutating func leaveOut(_ open: Int, _ head: DeclarationHead, resultFrom keyword: Int) {
        placeDefaults(keyword..<open)
        guard head.isPlain, !resultIsOpaque(from: keyword, open) else { return }
        let close = closing[open], isHarmless = head.isHarmless && isUntyped(open..<close)
        for index in open + 1..<close {
            inside[index] = false
            if isHarmless { module[index] = false }
        }
        emptied.insert(close)
    }

    /// Of a property or subscript: of getters and setters the names stay.
    mutating func leaveOutAccessors(_ open: Int, _ head: DeclarationHead) {
        guard !isAccessor(open + 1) else {
            var at = open + 1
            while at < closing[open] {
                if tokens[at].is("{") {
                    if let name = accessor(before: at, open), SurfaceWords.accessors.contains(name) {
                        leaveOut(at, head, resultFrom: at)
                    }
                    at = closing[at] + 1
                } else if tokens[at].kind == .attribute, !isHarmless(at, takingInlinable: false) {
                    return
                } else {
                    at = after(at)
                }
            }
            return
        }
        leaveOut(open, head, resultFrom: open)
    }

    /// True where there is no storage.
    func isComputed(_ open: Int) -> Bool {
        guard isAccessor(open + 1) else { return true }
        return !(open..<closing[open]).contains { word($0) == "didSet" || word($0) == "willSet" }
    }

    /// Whether what begins at `start`, first in braces, is an accessor. Where one stands behind it, it is as well: what
    /// comes first is something that is not known here.
    func isAccessor(_ start: Int) -> Bool {
        let open = start - 1
        var next = start
        while next < closing[open] {
            if tokens[next].is("{"), isAccessorHead(next, from: start) { return true }
            next = after(next)
        }
        return isAccessorWord(start)
    }

    /// Behind the word there may be a name for the value, and effects.
    private func isAccessorHead(_ brace: Int, from start: Int) -> Bool {
        var at = brace - 1
        while at > start, SurfaceWords.effects.contains(keyword(at)) || tokens[at].is(")") {
            at = tokens[at].is(")") ? opening[at] - 1 : at - 1
        }
        return at >= start
            && (SurfaceWords.accessors.contains(keyword(at)) || SurfaceWords.observers.contains(keyword(at)))
    }

    private func isAccessorWord(_ start: Int) -> Bool {
        var at = start
        while at < tokens.count, tokens[at].kind == .attribute || SurfaceWords.accessorWords.contains(keyword(at)) {
            at = tokens[at].kind == .attribute && tokens[at + 1].is("(") ? after(at + 1) : at + 1
        }
        guard at < tokens.count else { return false }
        return SurfaceWords.accessors.contains(keyword(at)) || SurfaceWords.observers.contains(keyword(at))
    }

    /// The name of the accessor whose body begins at `open`.
    private func accessor(before open: Int, _ start: Int) -> String? {
        (start + 1..<open).reversed().first { index in
            SurfaceWords.accessors.contains(keyword(index)) || SurfaceWords.observers.contains(keyword(index))
        }.map(keyword)
    }

    /// True where the body says which type the declaration has. Parameters say it themselves.
    func resultIsOpaque(from keyword: Int, _ open: Int) -> Bool {
        var start = keyword
        if ["func", "init", "subscript"].contains(word(keyword)) {
            start = (keyword..<open).first { tokens[$0].is("(") }.map(after) ?? keyword
        }
        return start < open && (start..<open).contains { word($0) == "some" }
    }

    /// True unless the word `some` at `index` is a name, as of a case, or stands among parameters. `open`: the brackets
    /// that it stands in.
    func isOpaque(_ index: Int, in open: [Int]) -> Bool {
        if index > 0, tokens[index - 1].is(".") || keyword(index - 1) == "case" { return false }
        // No type begins so.
        if index + 1 < tokens.count, [":", ",", ")", "]", "}", "=", "."].contains(where: tokens[index + 1].is) {
            return false
        }
        guard let outermost = open.reversed().prefix(while: { !tokens[$0].is("{") }).last, outermost > 0 else {
            return true
        }
        guard tokens[outermost].is("("), outermost > 1 else { return true }
        let before = tokens[outermost - 1]
        // Behind the name of a function and what it is generic over, and behind `init?`.
        if before.kind == .word {
            return !["init", "subscript"].contains(keyword(outermost - 1))
                && !["func", "macro"].contains(keyword(outermost - 2))
        }
        if before.is(">") { return tokens[outermost - 2].is("-") }
        if before.is("?") || before.is("!") { return keyword(outermost - 2) != "init" }
        return !(max(0, outermost - 6)..<outermost).contains { keyword($0) == "func" }
    }

    /// Nothing in it for which the compiler looks into it when it emits the module.
    private func isUntyped(_ range: Range<Int>) -> Bool {
        range.allSatisfy { index in
            switch tokens[index].kind {
            case .attribute: isHarmless(index, takingInlinable: false)
            case .directive: SurfaceWords.directives.contains(text.text(tokens[index]))
            // The compiler looks for the word, also where it names a case or an argument; `.some` is no such word.
            case .word:
                !SurfaceWords.declaringTypes.contains(word(index))
                    || word(index) == "some" && tokens[index - 1].is(".")
            default: true
            }
        }
    }

    /// Default arguments go into the module, with their lines.
    mutating func placeDefaults(_ range: Range<Int>) {
        for index in range where tokens[index].is("=") && !isPartOfOperator(index) {
            if !isSimpleValue(index, range.upperBound) { placed.formUnion(range) }
        }
    }

    // MARK: Values

    func isPartOfOperator(_ index: Int) -> Bool {
        let token = tokens[index]
        func isOperator(_ other: Int) -> Bool {
            tokens.indices.contains(other) && tokens[other].kind == .sign
                && "=!<>+-*/%&|^~?.".utf8.contains(tokens[other].sign)
        }
        return isOperator(index - 1) && tokens[index - 1].end == token.start && !tokens[index - 1].is("?")
            && !tokens[index - 1].is("!") && !tokens[index - 1].is(">")
            || isOperator(index + 1) && tokens[index + 1].is("=") && tokens[index + 1].start == token.end
    }

    /// Literals, in which there is no line. `#line` as a default argument is the caller's.
    func isSimpleValue(_ equals: Int, _ end: Int, isDefault: Bool = true) -> Bool {
        let at = equals + 1
        guard at < end else { return false }
        let isLiteral =
            switch tokens[at].kind {
            case .number: true
            case .directive: isDefault
            case .string: !text.text(tokens[at]).contains("\\")
            case .word: ["nil", "true", "false"].contains(keyword(at))
            default: false
            }
        return isLiteral && (at + 1 == end || tokens[at + 1].is(",") || tokens[at + 1].is(")"))
    }

    // MARK: Words

    /// The word at `index` where it may be a keyword: in backticks it is a name.
    func keyword(_ index: Int) -> String {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return "" }
        return text.text(tokens[index])
    }

    /// The word at `index` without the quotes that make it one; empty for what is none.
    func word(_ index: Int) -> String {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return "" }
        let found = text.text(tokens[index])
        return found.hasPrefix("`") ? String(found.dropFirst().dropLast()) : found
    }

    func name(ofAttribute index: Int) -> String {
        let rest = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
        // A name in another module, or with arguments for its type.
        if let rest, rest.start == tokens[index].end, rest.is(".") || rest.is("<") { return "" }
        return String(text.text(tokens[index]).dropFirst())
    }

    func isTestMacro(_ index: Int) -> Bool { SurfaceWords.testAttributes.contains(name(ofAttribute: index)) }

    func isHarmless(_ index: Int, takingInlinable: Bool) -> Bool {
        let name = name(ofAttribute: index)
        if takingInlinable, SurfaceWords.inlinable.contains(name) { return true }
        if name == "inline" { return word(index + 2) == "never" }
        return SurfaceWords.harmless.contains(name)
    }

    // MARK: Writing

    /// Tokens that count, with a blank or a line feed where there was one; `isPlaced` ones with where they stand.
    func written(_ counts: [Bool], _ isPlaced: (Int) -> Bool) -> [UInt8] {
        var result: [UInt8] = []
        for index in tokens.indices where counts[index] { append(index, isPlaced(index), to: &result) }
        return result
    }

    func written(_ range: Range<Int>, _ isPlaced: Bool) -> [UInt8] {
        var result: [UInt8] = []
        for index in range { append(index, isPlaced, to: &result) }
        return result
    }

    /// Comments that document what the module holds, each with its place among that: compilers write them beside the
    /// module.
    var documentation: [UInt8] {
        var result: [UInt8] = [], count = 0
        for index in tokens.indices where module[index] {
            count += 1
            let before = text.bytes[(index == 0 ? 0 : tokens[index - 1].end)..<tokens[index].start]
            guard SurfaceReader.documents(before) else { continue }
            result += Array("\n\(count) ".utf8) + before
        }
        return result
    }

    /// True where such a comment may stand in what lies between two tokens.
    private static func documents(_ text: ArraySlice<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/"), star = UInt8(ascii: "*")
        return zip(zip(text, text.dropFirst()), text.dropFirst(2)).contains { pair, third in
            pair.0 == slash && pair.1 == third && (third == slash || third == star)
        }
    }

    private func append(_ index: Int, _ isPlaced: Bool, to result: inout [UInt8]) {
        let token = tokens[index]
        // The module has the text of such values.
        if isPlaced, index > 0, !emptied.contains(index) {
            result += text.bytes[tokens[index - 1].end..<token.start]
        }
        if emptied.contains(index) {
        } else if token.startsLine {
            result.append(UInt8(ascii: "\n"))
        } else if index > 0, tokens[index - 1].end < token.start {
            result.append(UInt8(ascii: " "))
        }
        if isPlaced { result += Array("⟨\(place(index))⟩".utf8) }
        result += text.bytes[token.start..<token.end]
    }

    /// The line and the column of a token.
    func place(_ index: Int) -> String {
        let (line, column) = lines.place(tokens[index].start)
        return "\(line):\(column)"
    }
}
