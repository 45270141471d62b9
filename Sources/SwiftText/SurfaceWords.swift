/// Words that `SurfaceReader` knows.
enum SurfaceWords {
    /// Words before a declaration's keyword.
    static let modifiers: Set<String> = [
        "private", "fileprivate", "internal", "package", "public", "open", "static", "final", "override", "mutating",
        "nonmutating", "nonisolated", "required", "convenience", "lazy", "weak", "unowned", "dynamic", "indirect",
        "prefix", "postfix", "infix", "borrowing", "consuming", "isolated", "distributed", "__consuming", "optional",
        "_const", "_local",
    ]
    /// Those that may have a word in brackets behind them.
    static let modifiersWithArgument: Set<String> = [
        "private", "fileprivate", "internal", "package", "public", "open", "nonisolated", "unowned",
    ]
    /// What stands in such brackets.
    static let arguments: Set<String> = ["set", "safe", "unsafe", "nonsending"]
    static let keywords: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "struct", "class", "enum", "extension", "protocol",
        "actor", "typealias", "associatedtype", "import", "case", "operator", "precedencegroup", "macro",
    ]
    /// Those of both that may be names.
    static let namable: Set<String> = modifiers.union(["actor", "macro"]).subtracting([
        "private", "fileprivate", "internal", "public", "static",
    ])
    /// Words behind which a value or a type is still to come, and such that may be names.
    static let open: Set<String> = ["as", "is", "try", "in", "where", "inout", "return", "throw"]
    static let perhapsOpen: Set<String> = [
        "await", "some", "any", "each", "repeat", "unsafe", "consume", "copy", "borrow", "sending", "isolated",
        "borrowing", "consuming", "__owned", "__shared", "yield",
    ]
    /// Words that begin no statement.
    static let goingOn: Set<String> = effects.union(["as", "is", "in", "where", "else", "catch"])
    /// Words of a function's type behind its parameters.
    static let effects: Set<String> = ["async", "reasync", "throws", "rethrows"]
    /// Directives that divide declarations wherever they stand.
    static let conditions: Set<String> = ["#if", "#elseif", "#else", "#endif", "#sourceLocation", "#warning", "#error"]
    static let types: Set<String> = ["struct", "class", "enum", "extension", "protocol", "actor"]
    /// Accessors whose bodies nobody sees. Not `didSet`: whether it asks for the old value decides how others store.
    static let accessors: Set<String> = ["get", "set", "_read", "_modify", "read", "modify"]
    static let observers: Set<String> = ["willSet", "didSet", "init", "unsafeAddress", "unsafeMutableAddress"]
    static let accessorWords: Set<String> = [
        "mutating", "nonmutating", "async", "throws", "borrowing", "consuming", "__consuming", "nonisolated",
    ]

    /// Attributes that leave a function's body with its file.
    static let harmless: Set<String> = [
        "available", "discardableResult", "escaping", "autoclosure", "Sendable", "MainActor", "unknown",
        "usableFromInline", "frozen", "preconcurrency", "unchecked", "retroactive", "testable", "_spi", "_exported",
        "_implementationOnly", "dynamicMemberLookup", "globalActor", "warn_unqualified_access", "convention", "inline",
        "concurrent",
    ]
    /// Attributes that put a body into the module's file, and leave it out of the module's other objects.
    static let inlinable: Set<String> = ["inlinable"]
    /// Attributes of the compiler's own. Any other may be a macro.
    static let ofCompiler: Set<String> = harmless.union(inlinable).union([
        "_alwaysEmitIntoClient", "_transparent", "propertyWrapper", "resultBuilder", "main", "backDeployed", "objc",
        "nonobjc", "_semantics", "_specialize", "specialize", "_silgen_name", "_cdecl", "_disfavoredOverload",
        "_optimize", "_effects", "_fixed_layout", "_marker", "_unsafeInheritExecutor", "_inheritActorContext",
        "_implicitSelfCapture", "_nonSendable", "_lifetime", "lifetime", "unsafe", "safe", "isolated", "const",
        "section", "used", "exclusivity", "_predatesConcurrency", "_staticExclusiveOnly", "rethrows", "noescape",
        "differentiable", "derivative", "transpose", "dynamicCallable", "_rawLayout", "_extern", "_expose", "expose",
        "_dynamicReplacement", "implementation", "_originallyDefinedIn", "_noLocks", "_noAllocation", "abi",
        "_addressableForDependencies", "_addressableSelf", "c", "_alignment", "_nonoverride", "_borrowed",
    ])
    /// Macros of swift-testing. What they make of a declaration or of an expression stays in its file, under names that
    /// nobody writes, and is made of what the text there says.
    static let testAttributes: Set<String> = ["Test", "Suite"]
    static let testDirectives: Set<String> = ["#expect", "#require"]
    /// Directives that are no macro of somebody's.
    static let directives: Set<String> = [
        "#if", "#elseif", "#else", "#endif", "#available", "#unavailable", "#line", "#function", "#file", "#fileID",
        "#filePath", "#column", "#dsohandle", "#selector", "#keyPath", "#warning", "#error", "#isolation",
        "#_hasSymbol",
    ]
    /// Words in a body for which the compiler looks into it when it emits the module.
    static let declaringTypes: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "macro", "some",
    ]
    /// Functions that are called without being named.
    static func isCalledUnnamed(_ name: String) -> Bool {
        // Macros write the names of the last two.
        [
            "callAsFunction", "dynamicallyCall", "withKeywordArguments", "main", "appendInterpolation", "appendLiteral",
            "Swift", "Testing",
        ].contains(name) || name.hasPrefix("build")
    }
    /// Words before which a slash divides nothing.
    static let beforeRegex: Set<String> = [
        "return", "in", "case", "where", "try", "await", "throw", "else", "if", "while", "guard", "switch", "is", "as",
        "and", "yield", "for", "do", "repeat", "default",
    ]
}
