import SymbolGraphs

extension SymbolGraph.Symbol {
    typealias Fragment = SymbolGraph.Fragment

    /// A function's declaration up to its first parameter, each parameter with its default value, and what stands
    /// behind the last one's type.
    ///
    /// Labels of a closure's parameters look like those of the function. So the types of the signature say how much
    /// belongs to a parameter. Default values and separators are text.
    var pieces: (before: [Fragment], parameters: [[Fragment]], after: [Fragment]) {
        var rest = declaration[...], parameters: [[Fragment]] = []
        func upToLabel() -> [Fragment] {
            let piece = Array(rest.prefix { $0.kind != "externalParam" })
            rest = rest.dropFirst(piece.count)
            return piece
        }
        let before = upToLabel()
        var after = before
        for signature in self.parameters {
            guard let label = rest.popFirst() else { break }
            var piece = [label]
            if rest.first?.text == " ", rest.dropFirst().first?.kind == "internalParam" {
                piece += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
            // All but its name.
            var missing = signature.count { $0.kind != "text" } - 1
            while missing > 0, let next = rest.popFirst() {
                if next.kind != "text" { missing -= 1 }
                piece.append(next)
            }
            after = upToLabel()
            parameters.append(piece + after)
        }
        return (before, parameters, after)
    }

    /// A protocol's primary associated types: what stands in angles behind its name.
    var primary: [String] {
        guard let name = declaration.firstIndex(where: { $0.kind == "identifier" }), name + 1 < declaration.count,
            declaration[name + 1].text.hasPrefix("<")
        else { return [] }
        var names: [String] = []
        for fragment in declaration[(name + 1)...] {
            if fragment.kind != "text" { names.append(fragment.text) } else if fragment.text.contains(">") { break }
        }
        return names
    }

    /// What a type alias stands for.
    var aliased: Provisions.WrittenType? {
        guard let start = declaration.firstIndex(where: { $0.kind == "text" && $0.text.hasPrefix(" =") }) else {
            return nil
        }
        var type = declaration[start...]
        type[start].text = String(type[start].text.dropFirst(2).drop { $0 == " " })
        return .init(type)
    }
}

extension String {
    /// A fragment of text without spaces and the word `any`: what the compiler writes of an initialiser that it makes
    /// itself holds the word in the text.
    fileprivate var signs: String {
        let words = split(separator: " ", omittingEmptySubsequences: false)
        return words.enumerated().map { index, word in
            let isFollowed = index < words.count - 1, before = word.dropLast(3).last
            let isName = before.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" } ?? false
            return String(isFollowed && word.hasSuffix("any") && !isName ? word.dropLast(3) : word)
        }.joined()
    }
}

extension Provisions.WrittenType {
    init(_ fragments: some Collection<SymbolGraph.Fragment>) {
        // `Swift.Int` is `Int`: the module before a name is text, and the symbol says it.
        var form = ""
        for fragment in fragments {
            switch fragment.kind {
            case "typeIdentifier": form += fragment.symbol ?? fragment.text
            case "attribute", "externalParam", "internalParam": break
            case "keyword": form += fragment.text == "any" ? "" : fragment.text
            default: form += fragment.text.signs
            }
        }
        self.init(form: form, text: fragments.map(\.text).joined())
    }
}

extension Provisions.Parameter {
    /// `written`: from its label up to the next one's; `fragments`: the same without a default value.
    init(_ written: [SymbolGraph.Fragment], _ fragments: [SymbolGraph.Fragment]) {
        let label = written.first?.text ?? "_"
        var type = fragments.drop { $0.kind != "text" || !$0.text.hasPrefix(":") }
        if let first = type.first { type[type.startIndex].text = String(first.text.drop { $0 == ":" || $0 == " " }) }
        self.init(
            label: label == "_" ? nil : label, need: NeedForm(type).need,
            hasDefault: written.contains { $0.kind == "text" && $0.text.contains(" = ") }, type: .init(type))
    }
}

/// Reads what a parameter asks for off its type.
private struct NeedForm {
    /// Whole names, and single characters of all else.
    private var tokens: [(text: String, symbol: String?)] = []
    private var isPlain = true
    private var inputs: [Provisions.WrittenType] = []
    private var effects: Provisions.Effects = []

    init(_ type: ArraySlice<SymbolGraph.Fragment>) {
        let arrow = type.lastIndex { $0.kind == "text" && $0.text.contains("->") }
        // A closure that takes or returns closures is a value.
        if type.count(where: { $0.kind == "text" && $0.text.contains("->") }) > 1 { isPlain = false }
        for (index, fragment) in zip(type.indices, type) {
            switch fragment.kind {
            case "typeIdentifier":
                // A closure's own actor stands behind an attribute's sign.
                if tokens.last?.text == "@" {
                    tokens.removeLast()
                } else {
                    tokens.append((fragment.text, fragment.symbol ?? ""))
                }
            // `@autoclosure` makes it another thing, and `inout` is no type of a value.
            case "attribute": if fragment.text == "@autoclosure" { isPlain = false }
            case "keyword":
                switch fragment.text {
                case "any": break
                case "throws", "async":
                    if let arrow, index < arrow { effects.formUnion(.init(words: [fragment.text])) }
                default: isPlain = false
                }
            case "externalParam", "internalParam": isPlain = isPlain && arrow != nil
            default: for character in fragment.text.signs { tokens.append((String(character), nil)) }
            }
        }
        if let arrow { inputs = NeedForm.inputs(of: type[..<arrow], last: type[arrow]) }
    }

    var need: Provisions.Need {
        var form = tokens[...]
        guard isPlain, !form.isEmpty else { return .value }
        var isClosure = false
        if let arrow = arrow(in: form) {
            let parameters = form[..<arrow]
            guard parameters.first?.text == "(", parameters.last?.text == ")" else { return .value }
            (isClosure, form) = (true, form[(arrow + 2)...])
        }
        form = stripped(form)
        if isClosure {
            guard let symbol = symbol(of: form) else { return .value }
            return inputs.isEmpty ? .late(symbol, effects) : .factory(symbol, of: inputs, effects)
        }
        if let symbol = symbol(of: form) { return .one(symbol) }
        if form.last?.text == "?", let symbol = symbol(of: stripped(form.dropLast())) { return .optional(symbol) }
        if form.first?.text == "[", form.last?.text == "]",
            let symbol = symbol(of: stripped(form.dropFirst().dropLast()))
        {
            return .all(symbol)
        }
        return .value
    }

    private typealias Tokens = ArraySlice<(text: String, symbol: String?)>

    /// The first one outside of parentheses.
    private func arrow(in form: Tokens) -> Int? {
        var depth = 0
        for index in form.indices.dropLast() {
            switch form[index].text {
            case "(", "[", "<": depth += 1
            case ")", "]": depth -= 1
            case ">": if index == form.startIndex || form[index - 1].text != "-" { depth -= 1 }
            case "-": if depth == 0, form[index + 1].text == ">" { return index }
            default: break
            }
        }
        return nil
    }

    /// Without parentheses around all of it.
    private func stripped(_ form: Tokens) -> Tokens {
        guard form.first?.text == "(", form.last?.text == ")" else { return form }
        var depth = 0
        for index in form.indices {
            if form[index].text == "(" { depth += 1 }
            if form[index].text == ")" { depth -= 1 }
            if depth == 0, index != form.indices.last { return form }
        }
        return stripped(form.dropFirst().dropLast())
    }

    /// `P`, `Module.P`, `P<A, B>`.
    private func symbol(of form: Tokens) -> String? {
        guard let head = form.firstIndex(where: { $0.symbol != nil }), let symbol = form[head].symbol, !symbol.isEmpty,
            form[..<head].allSatisfy({
                $0.text.first.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } == true
            })
        else { return nil }
        let rest = form[(head + 1)...]
        if rest.isEmpty { return symbol }
        guard rest.first?.text == "<", rest.last?.text == ">" else {
            // A type inside of a type: the last name is the one.
            if rest.first?.text == ".", rest.dropFirst().first?.symbol != nil {
                return self.symbol(of: rest.dropFirst())
            }
            return nil
        }
        return symbol + rest.map { $0.symbol ?? $0.text }.joined()
    }

    /// The parameters of a closure, up to its arrow.
    private static func inputs(
        of fragments: ArraySlice<SymbolGraph.Fragment>, last: SymbolGraph.Fragment
    ) -> [Provisions.WrittenType] {
        var list: [[SymbolGraph.Fragment]] = [[]], depth = 0
        for fragment in fragments + [last] {
            guard fragment.kind == "text" else {
                if depth > 0 { list[list.count - 1].append(fragment) }
                continue
            }
            var text = ""
            for character in fragment.text {
                switch character {
                case "(", "[", "<":
                    depth += 1
                    if depth > 1 { text.append(character) }
                case ")", "]", ">":
                    depth -= 1
                    if depth > 0 { text.append(character) }
                case "," where depth == 1:
                    list[list.count - 1].append(.init(kind: "text", text: text))
                    text = ""
                    list.append([])
                case "-" where depth == 0: return cleaned(list, text)
                default: if depth > 0 { text.append(character) }
                }
            }
            if !text.isEmpty { list[list.count - 1].append(.init(kind: "text", text: text)) }
        }
        return cleaned(list, "")
    }

    /// `text`: the end of the last one.
    private static func cleaned(_ list: [[SymbolGraph.Fragment]], _ text: String) -> [Provisions.WrittenType] {
        var list = list
        if !text.isEmpty { list[list.count - 1].append(.init(kind: "text", text: text)) }
        return list.map { fragments in
            // What names the parameter says nothing of its type.
            var type = fragments[...]
            if let colon = type.firstIndex(where: { $0.kind == "text" && $0.text.hasPrefix(":") }),
                type[..<colon].contains(where: { $0.kind.hasSuffix("Param") })
            {
                type[colon].text.removeFirst()
                type = type[colon...]
            }
            var written = Provisions.WrittenType(type)
            written.text = String(written.text.drop { $0 == " " })
            while written.text.last == " " { written.text.removeLast() }
            return written
        }
        .filter { !$0.form.isEmpty }
    }
}
