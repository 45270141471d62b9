/// Where a line goes on with what began before it. Most modifiers and some keywords may be names (`open`, `actor`), and
/// the call of a macro looks like a directive: at the beginning of a line, they are part of a value or a type if that
/// has not ended yet.
extension SurfaceReader {
    /// True also for what ends one.
    func beginsDeclaration(_ index: Int) -> Bool {
        let token = tokens[index]
        if token.is(";") { return true }
        guard token.startsLine else { return false }
        switch token.kind {
        case .attribute: return end(before: index) != .missing
        case .directive: return dividesDeclarations(index) || end(before: index) != .missing
        case .word:
            let word = keyword(index)
            guard SurfaceWords.keywords.contains(word) || SurfaceWords.modifiers.contains(word) else { return false }
            return !SurfaceWords.namable.contains(word) || end(before: index) != .missing
        default: return false
        }
    }

    /// A statement of a script, or a declaration: what begins with a word in a line of its own.
    func beginsStatement(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.startsLine, token.kind == .word else { return false }
        return !SurfaceWords.goingOn.contains(keyword(index)) && end(before: index) != .missing
    }

    /// Whether something that may be a declaration's beginning stands where nobody knows whether it is one.
    func isDoubtful(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.startsLine, end(before: index) == .unknown else { return false }
        switch token.kind {
        case .attribute: return true
        case .directive: return !dividesDeclarations(index)
        case .word: return SurfaceWords.namable.contains(keyword(index))
        default: return false
        }
    }

    func dividesDeclarations(_ index: Int) -> Bool {
        SurfaceWords.conditions.contains(text.text(tokens[index]))
    }

    private enum End { case there, missing, unknown }

    /// Whether what stands before the token may be the end of a value or of a type.
    private func end(before index: Int) -> End {
        guard index > 0 else { return .there }
        let token = tokens[index - 1]
        switch token.kind {
        case .number, .string, .directive: return .there
        case .attribute: return isOfHead(index - 1) ? .there : .unknown
        case .word:
            let word = keyword(index - 1)
            if index > 1, tokens[index - 2].is(".") { return .there }
            if SurfaceWords.open.contains(word) { return .missing }
            return SurfaceWords.perhapsOpen.contains(word) ? .unknown : .there
        case .sign: return end(ofSign: index - 1)
        }
    }

    private func end(ofSign index: Int) -> End {
        let token = tokens[index]
        if token.is(")"), let attribute = attribute(closedAt: index) { return isOfHead(attribute) ? .there : .unknown }
        if token.is(")") { return .there }
        if [";", "{", "}", "]"].contains(where: token.is) { return .there }
        var first = index
        while first > 0, isOperatorSign(first - 1), tokens[first - 1].end == tokens[first].start { first -= 1 }
        let isAlone = first == index
        if isAlone, [",", ":", "=", ".", "&", "<", "(", "["].contains(where: token.is) { return .missing }
        // `->`, and angles that may be those of a type or of a comparison.
        if token.is(">") {
            if !isAlone, tokens[index - 1].is("-") { return .missing }
            return isAfterBlank(first) && !closesParameters(index) ? .unknown : .there
        }
        // `try?`, `as!`
        if isAlone, token.is("?") || token.is("!"), SurfaceWords.open.contains(keyword(index - 1)) { return .missing }
        // Between blanks it stands for two sides, and at the end of a word for one.
        return isAfterBlank(first) ? .missing : .there
    }

    /// The angle is the last one of a type's arguments: there is one before it that follows a name without a blank.
    /// (Two comparisons beside each other mean nothing.)
    private func closesParameters(_ index: Int) -> Bool {
        var at = index, depth = 0
        while at > 0 {
            let token = tokens[at]
            if ["{", "}", ";", "(", "["].contains(where: token.is), opening[at] < 0 { return false }
            if token.is(">"), !tokens[at - 1].is("-") { depth += 1 }
            if token.is("<") {
                depth -= 1
                if depth == 0 { return tokens[at - 1].kind == .word && tokens[at - 1].end == token.start }
            }
            at = opening[at] < 0 ? at - 1 : opening[at] - 1
        }
        return false
    }

    private func isOperatorSign(_ index: Int) -> Bool {
        tokens[index].kind == .sign && "=!<>+-*/%&|^~?.".utf8.contains(tokens[index].sign)
    }

    /// Also behind what opens, where an operator stands before its value.
    private func isAfterBlank(_ index: Int) -> Bool {
        index == 0 || tokens[index - 1].end < tokens[index].start || tokens[index].startsLine
            || ["(", "[", "{", ",", ":", ";"].contains(where: tokens[index - 1].is)
    }

    /// The attribute that what stands in the brackets belongs to.
    private func attribute(closedAt index: Int) -> Int? {
        let open = opening[index]
        guard open > 0, tokens[open - 1].kind == .attribute, tokens[open - 1].end == tokens[open].start else {
            return nil
        }
        return open - 1
    }

    /// The attribute stands before a declaration, and in no type.
    private func isOfHead(_ attribute: Int) -> Bool {
        var at = attribute
        while !tokens[at].startsLine, at > 0 {
            let before = at - 1
            if [";", "{", "}"].contains(where: tokens[before].is) { return true }
            if let other = self.attribute(closedAt: before) {
                at = other
            } else if tokens[before].kind == .attribute || SurfaceWords.modifiers.contains(keyword(before)) {
                at = before
            } else {
                return false
            }
        }
        return at == 0 || end(before: at) == .there
    }
}
