import SwiftText

/// Finds the line of a manifest that declares a target, or one of a target's dependencies. Manifests are programs: what
/// is not written down as most people do it is not found.
struct ManifestLines {
    private struct Word {
        var text: String
        var line: Int
    }

    /// The string literals of each call that declares a target, the target's name first.
    private var calls: [String: [Word]] = [:]

    private static let declaring: Set<String> = [
        "target", "executableTarget", "testTarget", "systemLibrary", "systemLibraryTarget", "binaryTarget", "macro",
        "plugin",
    ]

    init(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        func word(_ index: Int) -> String? {
            index >= 0 && source.tokens[index].kind == .word ? source.text(source.tokens[index]) : nil
        }
        var line = 1, offset = 0, depth = 0
        /// The call that declares a target: the brackets around it, and the target's name once it is known.
        var call: (depth: Int, target: String?)?
        for (index, token) in source.tokens.enumerated() {
            while offset < token.start {
                if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
                offset += 1
            }
            if token.is("(") || token.is("[") {
                // `.target(name:` within a target's list names a dependency.
                if call == nil, token.is("("), let callee = word(index - 1), ManifestLines.declaring.contains(callee) {
                    call = (depth, nil)
                }
                depth += 1
            } else if token.is(")") || token.is("]") {
                depth -= 1
                if let open = call, depth <= open.depth { call = nil }
            } else if token.kind == .string, let open = call {
                let text = String(source.text(token).dropFirst().dropLast())
                let label = index > 1 && source.tokens[index - 1].is(":") ? word(index - 2) : nil
                if let target = open.target {
                    // Packages are often called as what they hold.
                    if label == "package" { continue }
                    calls[target]?.append(Word(text: text, line: line))
                } else if label == "name" {
                    call?.target = text
                    calls[text] = [Word(text: text, line: line)]
                }
            }
        }
    }

    func line(of target: String) -> Int? { calls[target]?.first?.line }

    func line(of dependency: String, in target: String) -> Int? {
        calls[target]?.dropFirst().first { $0.text == dependency }?.line ?? line(of: target)
    }
}
