import SwiftText

/// The imports of a source, as far as what a client sees depends on them: each with what is written before it, and the
/// conditions that it stands under.
///
/// A client finds members and conformances of all that a module imports, whatever the access of the import. The module
/// itself does not tell which imports those are, so only their text can. It counts as tokens: a comment or a line break
/// beside an import changes nothing, and `#if` around it does.
struct ImportStatements {
    /// As `#if os ( Linux ) : internal import Base`.
    private(set) var statements: [String] = []
    /// Some condition asks for what neither the text nor the platform says: a flag, or whether there is a module.
    private(set) var dependsOnSettings = false
    private let source: SwiftTokens

    /// Nil where the text cannot be cut as the compiler cuts it.
    init?(_ bytes: [UInt8]) {
        source = SwiftTokens(bytes)
        guard source.isWhole else { return nil }
        read()
    }

    private mutating func read() {
        var conditions: [String] = [], at = 0, directiveEnd = 0
        while at < source.tokens.count {
            let token = source.tokens[at]
            if token.kind == .directive {
                let line = lineOfTokens(from: at)
                directiveEnd = line.upperBound
                switch source.text(token) {
                case "#if": conditions.append(text(line))
                case "#elseif", "#else": conditions.append((conditions.popLast() ?? "") + " " + text(line))
                case "#endif": _ = conditions.popLast()
                default: break
                }
            } else if source.word(at: at) == "import", !isName(at) {
                let range = statement(at, notBefore: directiveEnd)
                statements.append((conditions + [text(range)]).joined(separator: " : "))
                if conditions.contains(where: ImportStatements.dependsOnSettings) { dependsOnSettings = true }
            }
            at += 1
        }
    }

    /// Behind a dot it is a member.
    private func isName(_ at: Int) -> Bool { at > 0 && source.tokens[at - 1].is(".") }

    private func text(_ range: Range<Int>) -> String {
        source.tokens[range].map(source.text).joined(separator: " ")
    }

    private func lineOfTokens(from start: Int) -> Range<Int> {
        var end = start + 1
        while end < source.tokens.count, !source.tokens[end].startsLine { end += 1 }
        return start..<end
    }

    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "nonisolated",
    ]

    /// From the first attribute or modifier before the word to the last name of the path.
    private func statement(_ word: Int, notBefore first: Int) -> Range<Int> {
        var start = word
        while start > first {
            if let modifier = source.word(at: start - 1) {
                let isAttribute = source.isSign("@", at: start - 2)
                guard isAttribute || Self.modifiers.contains(modifier) else { break }
                start -= isAttribute ? 2 : 1
            } else if source.tokens[start - 1].kind == .attribute {
                start -= 1
            } else if source.tokens[start - 1].is(")"), let open = opening(start - 1), open > 0,
                source.tokens[open - 1].kind == .attribute || source.word(at: open - 1) != nil
            {
                start = open
            } else {
                break
            }
        }
        var end = min(word + 2, source.tokens.count)
        if let kind = source.word(at: word + 1), Self.kinds.contains(kind) { end = min(end + 1, source.tokens.count) }
        while end + 1 < source.tokens.count, source.tokens[end].is(".") || source.tokens[end].is(":") { end += 2 }
        return start..<min(end, source.tokens.count)
    }

    private func opening(_ close: Int) -> Int? {
        var depth = 0
        for index in stride(from: close, through: max(0, close - 40), by: -1) {
            if source.tokens[index].is(")") { depth += 1 }
            if source.tokens[index].is("(") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Names of conditions that mean the same as long as toolchain and platform are the same, and modules that only
    /// these have.
    private static let known: Set<String> = [
        "if", "elseif", "else", "os", "arch", "targetEnvironment", "swift", "compiler", "canImport", "_endian",
        "little", "big", "_runtime", "_ObjC", "_Native", "_pointerBitWidth", "_64", "_32", "hasFeature", "true",
        "false", "Linux", "macOS", "OSX", "iOS", "tvOS", "watchOS", "visionOS", "Windows", "Android", "WASI",
        "FreeBSD", "OpenBSD", "simulator", "macCatalyst", "x86_64", "arm64", "arm", "i386", "wasm32", "SWIFT_PACKAGE",
        "Darwin", "Glibc", "Musl", "Bionic", "WASILibc", "WinSDK", "CRT", "ucrt", "Foundation",
        "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Network", "Security", "Combine",
        "SwiftUI", "UIKit", "AppKit", "CoreFoundation", "CoreGraphics", "ObjectiveC", "Synchronization",
        "_Concurrency", "_StringProcessing", "RegexBuilder", "XCTest", "Testing", "Observation", "OSLog", "CryptoKit",
        "CommonCrypto", "System", "libkern", "Accelerate",
    ]

    private static func dependsOnSettings(_ condition: String) -> Bool {
        let source = SwiftTokens(condition)
        return source.tokens.contains { token in
            token.kind == .word && !known.contains(source.text(token).filter { $0 != "`" })
        }
    }
}
