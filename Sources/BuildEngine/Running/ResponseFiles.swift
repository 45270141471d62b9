import BuildPlanning
import Disk
import Targets

/// The files behind a response file: what its words may name, and response files that it names itself. The key of an
/// action holds the one that its flags name, and no tool gives an account of these.
struct ResponseFiles {
    let files: any FileSystem
    /// Where the tool runs, to which words are relative.
    let folder: AbsolutePath
    private(set) var named: Set<AbsolutePath> = []
    private var read: Set<AbsolutePath> = []

    /// In bytes.
    private static let largest: Int64 = 1 << 20
    private static let most = 64

    init(files: any FileSystem, folder: AbsolutePath) { (self.files, self.folder) = (files, folder) }

    /// Nil for a word that names none. Linkers take theirs behind a comma.
    static func path(in word: String) -> String? {
        guard let mark = word.firstIndex(of: "@"), mark == word.startIndex || word.hasPrefix("-W") else { return nil }
        let path = word[word.index(after: mark)...].prefix { $0 != "," }
        return path.isEmpty || path.utf8.contains(0) ? nil : String(path)
    }

    /// False where what lies behind it is not known.
    mutating func add(_ path: AbsolutePath) -> Bool {
        guard read.insert(path).inserted else { return true }
        guard files.isFile(path) else { return true }
        guard read.count <= ResponseFiles.most, let bytes = try? files.read(path, atMost: ResponseFiles.largest) else {
            return false
        }
        for word in ResponseFiles.words(in: bytes) {
            for name in FlagWord.paths(in: word) { named.insert(AbsolutePath(name, in: folder)) }
            if let inner = ResponseFiles.path(in: word), !add(AbsolutePath(inner, in: folder)) { return false }
        }
        return true
    }

    /// As tools cut them: at blanks, but for those in quotes and behind a backslash.
    static func words(in bytes: [UInt8]) -> [String] {
        var words: [String] = [], word: [UInt8]?
        var quote: UInt8?, isEscaped = false
        for byte in bytes {
            if isEscaped {
                word = (word ?? []) + [byte]
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
                isEscaped = true
            } else if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                word = word ?? []
            } else if quote == nil, byte == 0x20 || (0x09...0x0D).contains(byte) {
                if let word { words.append(String(decoding: word, as: UTF8.self)) }
                word = nil
            } else {
                word = (word ?? []) + [byte]
            }
        }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}

extension ActionRunner {
    /// What lies behind the response files that flags of the package or of a person name.
    func behindResponseFiles(of action: Action) throws(Unpublished) -> Set<AbsolutePath> {
        guard !action.mentions.isEmpty else { return [] }
        let mentions = Set(action.mentions.map(readable.absolute)), folder = readable.absolute(action.folder)
        var found = ResponseFiles(files: files, folder: folder)
        for word in action.arguments.compactMap(\.keyed) {
            guard let path = ResponseFiles.path(in: word).map({ AbsolutePath($0, in: folder) }), mentions.contains(path)
            else { continue }
            if !found.add(path) { throw .unknownReads(readable.name(path)) }
        }
        return found.named.subtracting(mentions)
    }
}
