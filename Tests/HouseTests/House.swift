import Foundation

/// The project's own sources, as text.
struct House {
    struct File {
        /// Relative to the project's root.
        var path: String
        var text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// The module whose folder it lies in: the second part of its path.
        var module: String { String(path.split(separator: "/")[1]) }

        var imports: [String] {
            code.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let at = words.firstIndex(of: "import"), words.prefix(at).allSatisfy(House.mayPrecedeImport),
                    words.count > at + 1
                else { return nil }
                // `import struct Module.Name`, `import Module.Part`
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
                let name = kinds.contains(words[at + 1]) ? words[at + 2] : words[at + 1]
                return String(name.prefix { $0 != "." })
            }
        }

        /// The text without comments and string literals, line by line as before.
        var code: String {
            // By bytes: by characters, all sources together take a minute.
            let bytes = Array(text.utf8), newline = UInt8(ascii: "\n"), quote = UInt8(ascii: "\"")
            func stands(_ word: StaticString, at index: Int) -> Bool {
                let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
                return index + word.count <= bytes.count && bytes[index..<index + word.count].elementsEqual(word)
            }
            var code: [UInt8] = [], at = 0
            while at < bytes.count {
                if stands("//", at: at) {
                    while at < bytes.count, bytes[at] != newline { at += 1 }
                } else if stands("\"\"\"", at: at) {
                    at += 3
                    while at < bytes.count, !stands("\"\"\"", at: at) {
                        if bytes[at] == newline { code.append(newline) }
                        at += 1
                    }
                    at += 3
                } else if bytes[at] == quote {
                    at += 1
                    while at < bytes.count, bytes[at] != quote, bytes[at] != newline {
                        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                    }
                    if at < bytes.count, bytes[at] == quote { at += 1 }
                } else {
                    code.append(bytes[at])
                    at += 1
                }
            }
            return String(decoding: code, as: UTF8.self)
        }
    }

    private static func mayPrecedeImport(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }

    let root: URL
    /// One row of `layers` in Package.swift: what a module may import of ours. In the manifest's order.
    let layers: [(name: String, imports: [String])]
    let modulesInC: [String]

    init() throws {
        root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        layers = House.rows(of: "layers", in: manifest).map { names in (names[0], Array(names.dropFirst())) }
        modulesInC = House.rows(of: "inC", in: manifest).flatMap { $0 }
    }

    /// Swift files below a folder, sorted by path.
    func files(in folder: String) throws -> [File] {
        let base = root.appendingPathComponent(folder)
        let below = FileManager.default.enumerator(atPath: base.path)
        var paths: [String] = []
        while let path = below?.nextObject() as? String {
            if path.hasSuffix(".swift") { paths.append(path) }
        }
        return try paths.sorted().map {
            File(
                path: "\(folder)/\($0)", text: try String(contentsOf: base.appendingPathComponent($0), encoding: .utf8))
        }
    }

    /// Permissions that nobody uses, as `row: module`: what a row of `layers` names, and no file of its module imports.
    static func idlePermissions(in layers: [(name: String, imports: [String])], of files: [File]) -> [String] {
        let used = Dictionary(grouping: files, by: \.module).mapValues { Set($0.flatMap(\.imports)) }
        return layers.flatMap { layer in
            layer.imports.filter { used[layer.name]?.contains($0) != true }.map { "\(layer.name): \($0)" }
        }
    }

    func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path).sorted()
    }

    /// The strings of the literal that `let name` is set to: one list for each of its keys, which comes first, and one
    /// for those that have none.
    private static func rows(of name: String, in manifest: String) -> [[String]] {
        guard let start = manifest.range(of: "let \(name)"),
            let open = manifest.range(of: "= [", range: start.upperBound..<manifest.endIndex)
        else { return [] }
        var rows: [[String]] = [], depth = 1
        var rest = manifest[open.upperBound...]
        while depth > 0, let next = rest.popFirst() {
            switch next {
            case "[": depth += 1
            case "]": depth -= 1
            case "\"":
                let text = String(rest.prefix { $0 != "\"" })
                rest = rest.drop { $0 != "\"" }.dropFirst()
                if rest.first == ":" || rows.isEmpty { rows.append([]) }
                rows[rows.count - 1].append(text)
            default: break
            }
        }
        return rows
    }
}
