import SwiftText

/// A module's interface as the compiler printed it: what clients may name, and every stored property of visible types.
struct ModuleInterface {
    private(set) var parts: [ABIParts.Part] = []
    private(set) var fallbacks: [ABIParts.Part] = []
    /// Paths of the types of the module that clients may name.
    private(set) var types: Set<String> = []
    /// Those of them with that access.
    private(set) var packageTypes: Set<String> = []
    /// Path of a type -> words of what its head and those of its extensions say to inherit from.
    private(set) var heads: [String: Set<String>] = [:]
    private let module: String
    private var modules: Set<String> = ["Swift", "_Concurrency"]

    /// Declarations whose type is opaque and whose body the compiler may have looked into, where the module's sources
    /// have types in bodies.
    private(set) var opaque: [ABIParts.Part] = []
    private let isResilient: Bool

    private let unprinted: UnprintedDetails

    /// Nil for what is not understood. `unprinted`: what counts of these declarations and is not in their text.
    init?(
        _ bytes: [UInt8], module: String, isResilient: Bool, unprinted: UnprintedDetails = UnprintedDetails()
    ) {
        guard let declarations = DeclarationParser.parse(bytes) else { return nil }
        (self.module, self.isResilient, self.unprinted) = (module, isResilient, unprinted)
        for declaration in declarations where declaration.keyword == "import" {
            modules.insert(String(declaration.name.prefix { $0 != "." }))
        }
        add(declarations, in: "")
    }

    private mutating func add(_ declarations: [Declaration], in path: String, isProtocol: Bool = false) {
        for declaration in declarations {
            let name = declaration.keyword == "extension" ? unqualified(declaration.name) : declaration.name
            let inner = path.isEmpty ? name : "\(path).\(name)"
            if declaration.keyword == "case" {
                parts += ClientText.cases(declaration.text).map {
                    .init(.visible, path.isEmpty ? $0.name : "\(path).\($0.name)", $0.text)
                }
            } else {
                parts.append(
                    .init(declaration.keyword == "import" ? .import : .visible, inner, text(of: declaration, in: path)))
            }
            if isProtocol, let why = unprinted.doubt(of: declaration, in: path) {
                fallbacks.append(.init(.fallback, inner, why))
            }
            check(declaration, inner)
            if declaration.hasMembers { addHead(of: declaration, inner) }
            add(declaration.members, in: inner, isProtocol: declaration.keyword == "protocol")
        }
    }

    private func text(of declaration: Declaration, in path: String) -> String {
        let text = ClientText.of(declaration)
        return unprinted.text(of: declaration, in: path).map { "\(text) in its source: \($0)" } ?? text
    }

    private mutating func addHead(of declaration: Declaration, _ path: String) {
        for item in InheritanceClause(declaration.text).items {
            heads[path, default: []].formUnion(Declaration.words(in: item))
        }
        guard declaration.isType else { return }
        types.insert(path)
        if declaration.words.contains("package") { packageTypes.insert(path) }
    }

    /// As the module itself names the extended type: `Base.Box` is `Box` in `Base`, `Swift.Int` is `Int`.
    private func unqualified(_ path: String) -> String {
        let names = path.split(separator: ".", maxSplits: 1)
        guard names.count == 2, String(names[0]) == module || modules.contains(String(names[0])) else { return path }
        return String(names[1])
    }

    private mutating func check(_ declaration: Declaration, _ path: String) {
        let source = SwiftTokens(declaration.text)
        for (index, token) in source.tokens.enumerated() where token.kind == .attribute {
            let name = source.text(token)
            // `@_Module.Wrapper` names a type.
            let isQualified = index + 1 < source.tokens.count && source.tokens[index + 1].is(".")
            if name.hasPrefix("@_"), !isQualified, !UnderscoredAttributes.compared.contains(name) {
                fallbacks.append(.init(.fallback, path, "what \(name) means to clients is not known"))
            }
            // Clients' compilers evaluate such functions, whatever the optimisation.
            if name == "@_semantics",
                declaration.text.contains("\"oslog.") || declaration.text.contains("\"constant_evaluable\"")
            {
                fallbacks.append(.init(.fallback, path, "clients evaluate its body"))
            }
        }
        // The compiler prints this for a protocol that clients cannot name: who conforms to that decides.
        if source.tokens.contains(where: { source.text($0) == "_ConstraintThatIsNotPartOfTheAPIOfThisLibrary" }) {
            fallbacks.append(.init(.fallback, path, "a protocol that it asks for is hidden"))
        }
        guard isOpaque(declaration, source) else { return }
        let isEmitted = source.tokens.contains {
            $0.kind == .attribute
                && ["@inlinable", "@_alwaysEmitIntoClient", "@_transparent", "@frozen"].contains(source.text($0))
        }
        // Clients of a resilient module see no stored property's type, and through no body but these.
        if isResilient, !isEmitted { return }
        let isStored =
            (declaration.keyword == "var" || declaration.keyword == "let")
            && (!declaration.text.contains("{") || declaration.text.contains("@_hasStorage"))
        if isEmitted || isStored {
            fallbacks.append(.init(.fallback, path, "its type is opaque"))
        } else {
            opaque.append(
                .init(.fallback, path, "its type is opaque, and the compiler may have shown clients what it stands for")
            )
        }
    }

    /// True for a value of an opaque type, which clients may see through: `some` behind a function's arrow, or in a
    /// variable's type.
    private func isOpaque(_ declaration: Declaration, _ source: SwiftTokens) -> Bool {
        let isVariable = declaration.keyword == "var" || declaration.keyword == "let"
        guard isVariable || declaration.keyword == "func" || declaration.keyword == "subscript" else { return false }
        var depth = 0, isInResult = isVariable
        for (index, token) in source.tokens.enumerated() {
            if token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") { depth -= 1 }
            if depth == 0, token.is("{") || isVariable && token.is("=") { return false }
            if depth == 0, token.is(">"), index > 0, source.tokens[index - 1].is("-") { isInResult = true }
            if isInResult, token.kind == .word, source.text(token) == "some" { return true }
        }
        return false
    }
}

/// Attributes that no document promises anything about.
enum UnderscoredAttributes {
    /// Those of which everything that clients see is in the text, which is compared, or in the bodies that the module
    /// holds for them.
    static let compared: Set<String> = [
        "@_addressableForDependencies", "@_addressableSelf", "@_alignment", "@_alwaysEmitIntoClient", "@_borrowed",
        "@_cdecl",
        "@_disfavoredOverload", "@_documentation", "@_eagerMove", "@_effects", "@_exported", "@_fixed_layout",
        "@_functionBuilder",
        "@_hasInitialValue", "@_hasMissingDesignatedInitializers", "@_hasStorage", "@_implements",
        "@_implicitSelfCapture",
        "@_inheritActorContext", "@_inheritsConvenienceInitializers", "@_lifetime", "@_marker", "@_noEagerMove",
        "@_nonEphemeral", "@_nonSendable",
        "@_nonoverride", "@_opaqueReturnTypeOf", "@_optimize", "@_originallyDefinedIn", "@_preInverseGenerics",
        "@_projectedValueProperty", "@_rawLayout",
        "@_semantics", "@_silgen_name", "@_specialize", "@_spi", "@_transparent", "@_unavailableFromAsync",
        "@_unsafeInheritExecutor",
        "@_unsafeNonescapableResult",
    ]
}
