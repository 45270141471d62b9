import Disk
import Targets

/// What the bytes of a manifest tell about what it may look at while it is evaluated.
struct ManifestText {
    let bytes: [UInt8]
    private let facts: Set<Fact>

    private enum Fact: Hashable {
        case environment, place, git, elsewhere
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        facts = ManifestText.facts(in: bytes)
    }

    /// True where evaluating may give something else in another folder: what is remembered then holds for one folder.
    var asksWhereItIs: Bool { facts.contains(.place) }

    /// True where git is asked about the package's commit: what is remembered then holds for one revision.
    var asksGit: Bool { facts.contains(.git) }

    /// True where what evaluating gives cannot be known from bytes and environment: it must not be remembered.
    func looksElsewhere(_ names: ManifestNames) -> Bool { facts.contains(.elsewhere) || names.stranger != nil }

    /// The string literals that could name a variable, where the manifest mentions an environment at all; sorted.
    var variableNames: [String] {
        guard facts.contains(.environment) else { return [] }
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

    private static let words: [(word: [UInt8], fact: Fact)] = {
        var words: [(String, Fact)] = [
            ("nvironment", .environment), ("getenv", .environment), ("gitInformation", .git),
        ]
        words += [
            "packageDirectory", "#file", "\"~", "currentDirectory", "getcwd", "fileURLWithPath", "filePath", "realpath",
            "homeDirectory", "HomeDirectory",
            "absoluteURL", "relativeTo",
        ].map { ($0, .place) }
        // A plugin may read files of its package, which its key holds; a manifest is known by its text alone.
        words += [
            "FileManager", "FileHandle", "FileWrapper", "contentsOf", "forReading", "InputStream", "open(", "open64(",
            "opendir", "scandir", "glob(",
            "readlink", "readdir", "nftw(", "access(", "stat(", "resourceValues", "checkResource", "Bundle(", "Bundle.",
            "dlopen", "dlsym", "@_silgen_name",
            "@_extern",
        ].map { ($0, .elsewhere) }
        words += VolatileWords.all.map { ($0, .elsewhere) }
        return words.map { (Array($0.0.utf8), $0.1) }
    }()

    private static let contents = Array("contentsOf".utf8)
    private static let growing = ["append(", "insert("].map { Array($0.utf8) }

    /// `append(contentsOf:`, unlike what reads a file.
    private static func growsAList(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        growing.contains { index >= $0.count && bytes[index - $0.count..<index].elementsEqual($0) }
    }

    /// One pass over the text for all words at once: each build looks through each manifest.
    private static func facts(in bytes: [UInt8]) -> Set<Fact> {
        var found: Set<Fact> = []
        var starts = [Bool](repeating: false, count: 256)
        for word in words { starts[Int(word.word[0])] = true }
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                for index in bytes.indices where starts[Int(bytes[index])] {
                    for (word, fact) in words where bytes[index] == word[0] && !found.contains(fact) {
                        guard bytes.count - index >= word.count, bytes[index..<index + word.count].elementsEqual(word)
                        else { continue }
                        if word == contents, growsAList(bytes, at: index) { continue }
                        found.insert(fact)
                    }
                }
            }
        }
        return found
    }
}

extension ManifestText {
    /// The tools version that a manifest's first lines state; nil where they state none.
    static func toolsVersion(of bytes: [UInt8]) -> ToolsVersion? {
        let mark = Array("swift-tools-version".utf8)
        let lines = bytes.prefix(1 << 10).split(separator: UInt8(ascii: "\n"), maxSplits: 8)
        guard let line = lines.first(where: { ByteSearch.contains(mark, in: Array($0)) }) else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.firstIndex(where: { $0 >= "0" && $0 <= "9" }) else { return nil }
        let numbers = text[start...].prefix { $0 == "." || ($0 >= "0" && $0 <= "9") }.split(separator: ".").map {
            Int($0)
        }
        guard let first = numbers.first, let major = first else { return nil }
        return ToolsVersion(major, numbers.count > 1 ? numbers[1] ?? 0 : 0)
    }
}
