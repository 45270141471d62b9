/// What a source file says of what tests may read when they run. Found by looking for words, in comments and strings too: too much counts
/// rather than too little.
struct RuntimeFacts: Hashable, Sendable {
    /// It asks where it lies: so it may read files beside it.
    var asksForPlace = false
    /// It asks which folder it runs in, or names sources as one would from there.
    var asksForFolder = false
    /// How often at most it goes up from one path to the folder above. Steps that stand near each other count as of one path.
    var stepsUp = 0
    /// It starts programs.
    var startsPrograms = false
    /// Words that may be names of environment variables: in capitals, of two letters at least.
    var names: Set<String> = []

    private static let folders: Set<String> = ["currentDirectoryPath", "getcwd", "get_current_dir_name", "PWD", "changeCurrentDirectoryPath", "chdir"]
    private static let steps: Set<String> = [
        "deletingLastPathComponent", "deleteLastPathComponent", "removingLastComponent", "removeLastComponent", "parentDirectory", "dirname",
    ]
    private static let starts: Set<String> = [
        "Process", "posix_spawn", "posix_spawnp", "popen", "execv", "execve", "execvp", "execvpe", "execl", "execlp", "fexecve", "fork", "vfork",
    ]

    /// Some 25 lines.
    private static let near = 1000

    init() {}

    init(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { bytes in
            var at = 0, steps = Steps()
            while at < bytes.count {
                let byte = bytes[at]
                if byte == UInt8(ascii: "."), at + 1 < bytes.count, bytes[at + 1] == byte {
                    // `..` between slashes, quotes or blanks: in ranges it stands between other things.
                    let before = at > 0 ? bytes[at - 1] : 0, after = at + 2 < bytes.count ? bytes[at + 2] : 0
                    if RuntimeFacts.bordersStep(before), RuntimeFacts.bordersStep(after) { steps.add(at) }
                    at += 2
                    continue
                }
                guard RuntimeFacts.isWordByte(byte) else {
                    at += 1
                    continue
                }
                let start = at
                var isCapital = byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                while at < bytes.count, RuntimeFacts.isWordByte(bytes[at]) {
                    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[at]) { isCapital = false }
                    at += 1
                }
                // What is looked for has from 2 to 25 letters.
                guard at - start > 1, at - start <= 64 else { continue }
                if isCapital { names.insert(String(decoding: bytes[start..<at], as: UTF8.self)) }
                guard at - start >= 3, at - start <= 26 else { continue }
                note(bytes, start, at, &steps)
            }
            stepsUp = steps.most
        }
    }

    private struct Steps {
        var most = 0
        private var current = 0, last = Int.min / 2

        mutating func add(_ at: Int) {
            current = at - last < RuntimeFacts.near ? current + 1 : 1
            last = at
            most = max(most, current)
        }
    }

    private mutating func note(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ steps: inout Steps) {
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if word == "file" || word == "filePath" {
            // `#file`, and not a parameter's name; C's is another word.
            if start > 0, bytes[start - 1] == UInt8(ascii: "#") { asksForPlace = true }
        } else if word == "__FILE__" {
            asksForPlace = true
        } else if RuntimeFacts.folders.contains(word) {
            asksForFolder = true
        } else if word == "Sources" || word == "Tests" {
            // `"Sources/…"`
            let after = end < bytes.count ? bytes[end] : 0
            if start > 0, bytes[start - 1] == UInt8(ascii: "\""), RuntimeFacts.bordersStep(after) { asksForFolder = true }
        } else if RuntimeFacts.steps.contains(word) {
            steps.add(start)
        } else if RuntimeFacts.starts.contains(word) {
            // Called, or one of its members: sentences speak of processes too.
            if end < bytes.count, bytes[end] == UInt8(ascii: "(") || bytes[end] == UInt8(ascii: ".") { startsPrograms = true }
        } else if word == "Subprocess" {
            startsPrograms = true
        }
    }

    private static func bordersStep(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
