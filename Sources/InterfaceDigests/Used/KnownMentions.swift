/// What of a client's words belongs to the language.
extension ClientMentions {
    /// Directives of the language; any other is a macro.
    static let knownDirectives: Set<String> = LocalTypes.directives

    /// Attributes of the language, and those of its library that are types. Any other is declared by somebody.
    static let knownAttributes: Set<String> = Set(
        UnderscoredAttributes.compared.map { String($0.dropFirst()) }
    ).union([
        "available", "escaping", "autoclosure", "convention", "Sendable", "MainActor", "discardableResult",
        "inlinable", "usableFromInline", "frozen", "unknown", "main", "resultBuilder", "propertyWrapper",
        "dynamicMemberLookup", "dynamicCallable", "preconcurrency", "unchecked", "retroactive", "inline",
        "warn_unqualified_access", "globalActor", "testable", "concurrent", "isolated", "nonisolated", "unsafe",
        "safe", "backDeployed", "noescape", "autoreleasepool", "objc", "nonobjc", "objcMembers", "implementation",
        "_implementationOnly", "_spiOnly", "_weakLinked", "_unsafeNonescapableResult", "_marker",
    ])

    /// Words of which the compiler makes calls that nobody writes, and which are too seldom to be looked into.
    static let unknownWords: Set<String> = ["distributed", "_version", "differentiable", "derivative"]
}
