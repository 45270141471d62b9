import Targets

/// What the bytes of a manifest tell about what it may read while it is evaluated.
struct ManifestText {
    let bytes: [UInt8]

    /// True where evaluating may give something else in another folder: what is remembered then holds for one folder.
    var asksWhereItIs: Bool {
        ManifestText.placeWords.contains { ManifestText.contains($0, in: bytes) }
    }

    /// True where what evaluating gives cannot be known from bytes and environment: it must not be remembered.
    var looksElsewhere: Bool {
        ManifestText.elsewhereWords.contains { ManifestText.contains($0, in: bytes) }
    }

    /// True where git is asked about the package's commit: what is remembered then holds for one revision.
    var asksGit: Bool { ManifestText.contains(Array("gitInformation".utf8), in: bytes) }

    /// The string literals that could name a variable, where the manifest mentions an environment at all; sorted.
    var variableNames: [String] {
        guard ManifestText.environmentWords.contains(where: { ManifestText.contains($0, in: bytes) }) else { return [] }
        var names: Set<String> = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") {
                if let start, start < index { names.insert(String(decoding: bytes[start..<index], as: UTF8.self)) }
                start = index + 1
            } else if !ManifestText.mayStandInName(byte) {
                start = nil
            }
        }
        return names.sorted()
    }

    private static func mayStandInName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static let environmentWords = ["nvironment", "getenv"].map { Array($0.utf8) }
    private static let placeWords = ["packageDirectory", "#file", "\"~", "currentDirectory", "getcwd"].map { Array($0.utf8) }
    private static let elsewhereWords = [
        "FileManager", "contentsOfFile", "Data(contentsOf", "String(contentsOf", "fopen", "opendir", "Process(", "Process.",
        "posix_spawn", "access(", "stat(", "popen", "URLSession", "Date(", ".random", "random(", "UUID(",
    ].map { Array($0.utf8) }

    static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = needle.first, bytes.count >= needle.count else { return needle.isEmpty }
        return bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                for start in 0...(bytes.count - needle.count) where bytes[start] == first {
                    var length = 1
                    while length < needle.count, bytes[start + length] == needle[length] { length += 1 }
                    if length == needle.count { return true }
                }
                return false
            }
        }
    }
}

extension ManifestText {
    /// The tools version that a manifest's first lines state; nil where they state none.
    static func toolsVersion(of bytes: [UInt8]) -> ToolsVersion? {
        let mark = Array("swift-tools-version".utf8)
        let lines = bytes.prefix(1 << 10).split(separator: UInt8(ascii: "\n"), maxSplits: 8)
        guard let line = lines.first(where: { contains(mark, in: Array($0)) }) else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.firstIndex(where: { $0 >= "0" && $0 <= "9" }) else { return nil }
        let numbers = text[start...].prefix { $0 == "." || ($0 >= "0" && $0 <= "9") }.split(separator: ".").map { Int($0) }
        guard let first = numbers.first, let major = first else { return nil }
        return ToolsVersion(major, numbers.count > 1 ? numbers[1] ?? 0 : 0)
    }
}
