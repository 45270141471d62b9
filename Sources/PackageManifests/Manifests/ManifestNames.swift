import SwiftText

/// Whether a manifest uses names that may look at anything: of Foundation or of the C library, unless they are known to
/// look at nothing. The manifest's own names and those of the standard library and of SwiftPM do not count.
///
/// A list of what is harmless is short, since manifests use little: none of 161 manifests of real packages used a name
/// beyond it. One of what looks somewhere would never be complete.
struct ManifestNames {
    /// The first that is not known; nil too where the text imports nothing through which it could look somewhere.
    let stranger: String?
    /// The text may ask for variables without their names.
    let takesWholeEnvironment: Bool

    init(_ bytes: [UInt8]) {
        var reader = Reader(SwiftTokens(bytes), declared: [])
        reader.read()
        let looks = !reader.imports.subtracting(ManifestNames.blind).isEmpty
        stranger = looks ? reader.stranger : nil
        takesWholeEnvironment = reader.takesWholeEnvironment
    }

    /// Modules with which a manifest sees no more than without.
    private static let blind: Set<String> = ["PackageDescription", "CompilerPluginSupport", "Swift"]

    fileprivate static let known: Set<String> = keywords.union(standard).union(manifests).union(modules).union(harmless)

    private static let keywords: Set<String> = [
        "_", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
        "convenience", "default", "defer", "deinit", "didSet", "do", "dynamic", "else", "enum", "error", "extension",
        "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in",
        "indirect", "infix", "init", "inout", "internal", "is", "lazy", "let", "mutating", "newValue", "nil",
        "nonisolated", "nonmutating", "oldValue", "open", "operator", "override", "package", "postfix",
        "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows", "return",
        "self", "Self", "set", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "unowned", "unsafe", "var", "weak", "where", "while", "willSet",
    ]

    private static let standard: Set<String> = [
        "abs", "Any", "AnyHashable", "AnyObject", "Array", "ArraySlice", "assert", "assertionFailure", "BinaryInteger",
        "Bool", "CaseIterable", "Character", "ClosedRange", "Codable", "Collection", "Comparable",
        "CustomStringConvertible", "debugPrint", "Decodable", "Dictionary", "Double", "dump", "Encodable", "Equatable",
        "Error", "ExpressibleByArrayLiteral", "ExpressibleByStringLiteral", "fatalError", "Float", "Hashable", "Int",
        "Int16", "Int32", "Int64", "Int8", "KeyPath", "KeyValuePairs", "LosslessStringConvertible", "max", "min",
        "Never", "Optional", "precondition", "preconditionFailure", "print", "Range", "RawRepresentable",
        "repeatElement", "Result", "Sendable", "sequence", "Sequence", "Set", "stride", "String", "StringProtocol",
        "Substring", "swap", "type", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Unicode", "Void", "zip",
    ]

    private static let manifests: Set<String> = [
        "BuildConfiguration", "BuildSettingCondition", "CLanguageStandard", "Context", "CSetting",
        "CXXLanguageStandard", "CXXSetting", "LanguageTag", "LinkerSetting", "Package", "Platform", "PluginCapability",
        "PluginUsage", "Product", "ProductSetting", "Resource", "SupportedPlatform", "SwiftLanguageMode",
        "SwiftSetting", "SwiftVersion", "SystemPackageProvider", "Target", "TargetDependencyCondition", "Trait",
        "Version",
    ]

    fileprivate static let modules: Set<String> = [
        "Android", "Bionic", "CompilerPluginSupport", "Darwin", "Foundation", "FoundationEssentials", "Glibc", "Musl",
        "PackageDescription", "Swift", "ucrt", "WinSDK",
    ]

    /// What of other modules says nothing of the machine, beyond what `ManifestText` looks for.
    private static let harmless: Set<String> = [
        "abort", "exit", "EXIT_FAILURE", "fputs", "getenv", "ProcessInfo", "stderr", "stdout", "URL",
    ]
}

private struct Reader {
    private let source: SwiftTokens
    /// Names that the manifest declares, labels of its calls among them.
    private var declared: Set<String>
    private(set) var imports: Set<String> = []
    private(set) var stranger: String?
    private(set) var takesWholeEnvironment = false

    init(_ source: SwiftTokens, declared: Set<String>) { (self.source, self.declared) = (source, declared) }

    mutating func read() {
        if !source.isWhole { stranger = "text that is not understood" }
        for at in source.tokens.indices { declare(at) }
        var at = 0
        while at < source.tokens.count {
            if source.tokens[at].kind == .directive {
                at = endOfLine(at)
            } else if source.word(at: at) == "import", !source.isSign(".", at: at - 1) {
                at = readImport(at + 1)
            } else {
                look(at)
                at += 1
            }
        }
    }

    private func endOfLine(_ start: Int) -> Int {
        var at = start + 1
        while at < source.tokens.count, !source.tokens[at].startsLine { at += 1 }
        return at
    }

    /// `import Foundation`, `import struct Foundation.URL`.
    private mutating func readImport(_ start: Int) -> Int {
        var at = start
        if source.word(at: at + 1) != nil, !source.tokens[at + 1].startsLine { at += 1 }
        if let module = source.word(at: at) { imports.insert(module) }
        at += 1
        while source.isSign(".", at: at) { at += 2 }
        return at
    }

    private static let declaring: Set<String> = [
        "let", "var", "func", "case", "struct", "class", "enum", "typealias", "actor", "protocol",
    ]

    private mutating func declare(_ at: Int) {
        guard let word = source.word(at: at) else { return }
        if source.isSign(":", at: at + 1) { declared.insert(word) }
        if Reader.declaring.contains(word) {
            if let name = source.word(at: at + 1) { declared.insert(name) }
            var next = at + 1
            guard source.isSign("(", at: next) else { return }
            while next < source.tokens.count, !source.isSign(")", at: next) {
                if let name = source.word(at: next) { declared.insert(name) }
                next += 1
            }
        } else if word == "in" {
            // `{ (a, b) in` and `for (a, b) in`.
            var before = at - 1
            while before >= 0, !source.isSign("{", at: before), source.word(at: before) != "for", at - before < 40 {
                if let name = source.word(at: before) { declared.insert(name) }
                before -= 1
            }
        }
    }

    private mutating func look(_ at: Int) {
        let token = source.tokens[at]
        if token.kind == .string { return lookInto(source.text(token)) }
        guard let word = source.word(at: at) else { return }
        let isMember = source.isSign(".", at: at - 1)
        if word == "environment", isMember, !source.isSign("[", at: at + 1) { takesWholeEnvironment = true }
        if word == "getenv", !source.isSign("(", at: at + 1) { takesWholeEnvironment = true }
        // `Glibc.openat` is no member of anything that the manifest has.
        if isMember,
            !(source.word(at: at - 2).map { imports.contains($0) || ManifestNames.modules.contains($0) } ?? false)
        {
            return
        }
        guard stranger == nil, !word.hasPrefix("$"), !declared.contains(word), !ManifestNames.known.contains(word)
        else { return }
        stranger = word
    }

    /// What stands in a string's interpolations.
    private mutating func lookInto(_ text: String) {
        // Nearly no string has one, and an expression is compiled each time that it is asked.
        guard text.utf8.contains(UInt8(ascii: "\\")), let start = text.firstRange(of: /\\#*\(/) else { return }
        let rest = text[start.upperBound...]
        var depth = 1
        let end =
            rest.indices.first { index in
                if rest[index] == "(" { depth += 1 }
                if rest[index] == ")" { depth -= 1 }
                return depth == 0
            } ?? rest.endIndex
        var inner = Reader(SwiftTokens(rest[..<end]), declared: declared)
        inner.imports = imports
        inner.read()
        if stranger == nil { stranger = inner.stranger }
        takesWholeEnvironment = takesWholeEnvironment || inner.takesWholeEnvironment
        lookInto(String(rest[end...]))
    }
}
