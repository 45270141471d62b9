/// What is known about the condition behind `#if` without asking the compiler, on Linux: true, false, or nil where it
/// depends on versions, on the configuration or on what else is built.
public enum CompilationCondition {
    /// `tokens`: those of the condition, up to the end of its line. `flags`: those that are defined; nobody else
    /// defines any but `DEBUG`.
    static func value(_ tokens: ArraySlice<SwiftToken>, in source: SwiftTokens, flags: Set<String>) -> Bool? {
        value(Reader(tokens: tokens, source: source, platform: "Linux", flags: flags))
    }

    /// The same by the platform alone, as `os(Linux)` asks for it.
    public static func value(_ tokens: ArraySlice<SwiftToken>, in source: SwiftTokens, platform: String) -> Bool? {
        value(Reader(tokens: tokens, source: source, platform: platform, flags: nil))
    }

    private static func value(_ reader: Reader) -> Bool? {
        var reader = reader
        let value = reader.either()
        // What was not read to its end was not understood.
        return reader.tokens.isEmpty ? value : nil
    }

    private static let absent: Set<String> = [
        "Darwin", "UIKit", "AppKit", "SwiftUI", "Combine", "ObjectiveC", "CoreFoundation", "Network", "Security",
        "CryptoKit", "os", "WinSDK", "CRT", "ucrt",
        "WASILibc", "Bionic",
    ]

    private struct Reader {
        var tokens: ArraySlice<SwiftToken>
        let source: SwiftTokens
        let platform: String
        /// Nil: of nothing but the platform anything is known.
        let flags: Set<String>?

        mutating func takes(_ scalar: Unicode.Scalar, twice: Bool = false) -> Bool {
            guard let first = tokens.first, first.is(scalar) else { return false }
            if twice {
                guard let second = tokens.dropFirst().first, second.is(scalar), second.start == first.end else {
                    return false
                }
                tokens = tokens.dropFirst()
            }
            tokens = tokens.dropFirst()
            return true
        }

        mutating func either() -> Bool? {
            var value = both()
            while takes("|", twice: true) {
                let other = both()
                value = value == true || other == true ? true : value == false && other == false ? false : nil
            }
            return value
        }

        mutating func both() -> Bool? {
            var value = single()
            while takes("&", twice: true) {
                let other = single()
                value = value == false || other == false ? false : value == true && other == true ? true : nil
            }
            return value
        }

        mutating func single() -> Bool? {
            if takes("!") { return single().map { !$0 } }
            if takes("(") {
                let value = either()
                return takes(")") ? value : nil
            }
            guard let word = tokens.popFirst(), word.kind == .word else { return nil }
            let name = source.text(word)
            guard takes("(") else { return value(ofName: name) }
            var arguments: [SwiftToken] = []
            while let next = tokens.first, !next.is(")") {
                arguments.append(next)
                tokens = tokens.dropFirst()
            }
            guard takes(")"), arguments.count == 1, arguments[0].kind == .word else { return nil }
            let argument = source.text(arguments[0])
            if name == "os" { return argument == platform }
            guard flags != nil else { return nil }
            switch name {
            case "targetEnvironment": return false
            case "canImport":
                return argument == "Glibc" ? true : CompilationCondition.absent.contains(argument) ? false : nil
            default: return nil
            }
        }

        private func value(ofName name: String) -> Bool? {
            if name == "true" { return true }
            guard let flags else { return name == "false" ? false : nil }
            return name == "DEBUG" ? nil : flags.contains(name)
        }
    }
}
