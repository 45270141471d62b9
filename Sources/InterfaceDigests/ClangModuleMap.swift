/// The modules that a module map of clang declares: https://clang.llvm.org/docs/Modules.html#module-map-language.
public struct ClangModuleMap: Hashable, Sendable {
    /// Names of modules that are in no other one, in the order of the map.
    public private(set) var modules: [String] = []

    public init(_ bytes: [UInt8]) {
        var words = Words(bytes), depth = 0
        while let word = words.next() {
            switch word {
            case "{": depth += 1
            case "}": depth -= 1
            case "module" where depth == 0:
                // `*` makes modules of a framework's submodules, which is no module's name.
                if let name = words.next(), name != "{", name != "*" { modules.append(name) }
            default: break
            }
        }
    }

    /// Words, strings without their quotes, and signs one by one; comments are left out.
    private struct Words: IteratorProtocol {
        private let bytes: [UInt8]
        private var at = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> String? {
            skipBlanks()
            guard at < bytes.count else { return nil }
            let start = at
            if bytes[at] == UInt8(ascii: "\"") {
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                    at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                }
                at = min(at + 1, bytes.count)
                // Never a keyword.
                let text = String(decoding: bytes[start..<at], as: UTF8.self).filter { $0 != "\"" }
                return text == "{" || text == "}" || text == "module" ? " \(text)" : text
            }
            while at < bytes.count, Words.isOfWord(bytes[at]) { at += 1 }
            if at == start { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }

        private mutating func skipBlanks() {
            while at < bytes.count {
                let next = at + 1 < bytes.count ? bytes[at + 1] : 0
                if bytes[at] <= UInt8(ascii: " ") {
                    at += 1
                } else if bytes[at] == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
                    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
                } else if bytes[at] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                    at += 2
                    while at < bytes.count, !(bytes[at - 1] == UInt8(ascii: "*") && bytes[at] == UInt8(ascii: "/")) {
                        at += 1
                    }
                    at = min(at + 1, bytes.count)
                } else {
                    return
                }
            }
        }

        private static func isOfWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
                true
            default: false
            }
        }
    }
}
