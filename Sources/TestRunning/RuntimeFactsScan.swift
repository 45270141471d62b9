/// Finds `RuntimeFacts` by looking for words, in comments and strings too: too much counts rather than too little.
struct RuntimeFactsScan {
    private static let folders: Set<String> = [
        "currentDirectoryPath", "getcwd", "get_current_dir_name", "PWD", "changeCurrentDirectoryPath", "chdir",
    ]
    private static let starts: Set<String> = [
        "Process", "posix_spawn", "posix_spawnp", "popen", "execv", "execve", "execvp", "execvpe", "execl", "execlp",
        "fexecve", "fork", "vfork",
    ]

    private let bytes: UnsafeBufferPointer<UInt8>
    private var found = RuntimeFacts()
    private var climb = PathClimb()
    /// Names of parameters whose value is a source's place, for whoever reports failures.
    private var places: Set<String> = []
    private var namesFolder = false
    /// Where the last comment that goes to the end of its line ends.
    private var commentEnd = 0
    /// `.` or `..` is an element of a list.
    private var listsDots = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func facts() -> RuntimeFacts {
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") { noteLiteral(after: at) }
            if byte == UInt8(ascii: "#"), isInclude(at) {
                at = lineEnd(at)
                continue
            }
            if byte == UInt8(ascii: "/"), self[at + 1] == byte, at == 0 || self[at - 1] <= UInt8(ascii: " ") {
                commentEnd = lineEnd(at)
            }
            if byte == UInt8(ascii: "."), self[at + 1] == byte {
                if isStep(at), at >= commentEnd { climb.step(at) }
                at += 2
                continue
            }
            guard isWordByte(byte) else {
                if byte == UInt8(ascii: "{") { climb.open(at) } else if byte == UInt8(ascii: "}") { climb.close() }
                at += 1
                continue
            }
            let start = at
            var isCapital = byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            while at < bytes.count, isWordByte(bytes[at]) {
                if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[at]) { isCapital = false }
                at += 1
            }
            if !places.isEmpty, isConverted(start, at), places.contains(text(start, at)) { asks(start, hands: false) }
            // What is looked for has from 2 to 25 letters.
            guard at - start > 1, at - start <= 64 else { continue }
            if isCapital { found.names.insert(text(start, at)) }
            guard at - start >= 3, at - start <= 26 else { continue }
            noteWord(start, at)
        }
        found.stepsUp = climb.steps(asks: found.asksForPlace || namesFolder, uses: found.usesPlace || namesFolder)
        found.stepsForOthers = climb.stepsForOthers
        // It may tell a program to look at the working folder.
        if listsDots, found.startsPrograms { found.asksForFolder = true }
        return found
    }

    private mutating func noteWord(_ start: Int, _ end: Int) {
        let word = text(start, end)
        if word == "file" || word == "filePath" {
            // `#file`, and not a parameter's name; C's is another word.
            if self[start - 1] == UInt8(ascii: "#") { asks(start, hands: isHandedOn(start - 1)) }
        } else if word == "_filePath" {
            asks(start, hands: false)
        } else if word == "__FILE__" {
            asks(start, hands: true)
        } else if word == "StaticString" {
            let colon = before(start)
            if self[colon] == UInt8(ascii: ":") { places.insert(self.word(endingAt: colon)) }
        } else if RuntimeFactsScan.folders.contains(word) {
            (found.asksForFolder, namesFolder) = (true, true)
            climb.ask(start, uses: true)
        } else if RuntimeFactsScan.starts.contains(word) {
            // Called, or one of its members: sentences speak of processes too.
            if self[end] == UInt8(ascii: "(") || self[end] == UInt8(ascii: ".") { found.startsPrograms = true }
        } else if word == "Subprocess" {
            found.startsPrograms = true
        } else if word == "NSTemporaryDirectory" || word == "temporaryDirectory" {
            found.names.insert("TMPDIR")
        } else if start >= commentEnd {
            climb.word(word, start, end, in: self)
        }
    }

    // MARK: Places

    private mutating func asks(_ at: Int, hands isHandedOn: Bool) {
        found.asksForPlace = true
        if !isHandedOn { found.usesPlace = true }
        climb.ask(at, uses: !isHandedOn)
    }

    /// `file: StaticString = #filePath`: such a text is for reports of failures, unless something makes a path of it.
    private func isHandedOn(_ hash: Int) -> Bool {
        var at = before(hash)
        while self[at] == UInt8(ascii: "(") { at = before(at) }
        guard self[at] == UInt8(ascii: "=") else { return false }
        return word(endingAt: before(at) + 1) == "StaticString"
    }

    /// `"\(file)"`, `file.description`, `String(describing: file)`
    private func isConverted(_ start: Int, _ end: Int) -> Bool {
        if self[end] == UInt8(ascii: ".")
            || self[start - 1] == UInt8(ascii: "(") && self[start - 2] == UInt8(ascii: "\\")
        {
            return true
        }
        let colon = before(start)
        return self[colon] == UInt8(ascii: ":") && ["describing", "reflecting"].contains(word(endingAt: colon))
    }

    // MARK: Texts in quotes

    /// Of what follows a quote, which may as well be the end of a text: then it is rarely a path.
    private mutating func noteLiteral(after quote: Int) {
        let start = quote + 1
        var end = start
        while isPathByte(self[end]) { end += 1 }
        guard end > start, self[start] != UInt8(ascii: "/") else { return }
        var first = start
        while first < end, bytes[first] != UInt8(ascii: "/") { first += 1 }
        // An interpolation or a blank ends a name as well, but then the rest of it is not known.
        let isWhole = first < end || self[end] == UInt8(ascii: "\"")
        let name = text(start, first)
        if name != ".", name != "..", isWhole, first - start <= 64, name != "_" { found.names.insert(name) }
        if quote < commentEnd || found.asksForFolder || !isWhole { return }
        if name == "." || name == ".." {
            // Alone, they may be any text.
            found.asksForFolder =
                !isPartOfText(quote, end) && (end - start > name.utf8.count || isAmongPaths(quote, end))
            if !found.asksForFolder, isListed(quote) { listsDots = true }
            return
        }
        // `data/../../outside`
        for at in first..<end
        where isStep(at + 1) && bytes[at] == UInt8(ascii: "/") && self[first - 1] != UInt8(ascii: ":") {
            if !isPartOfText(quote, end) { found.asksForFolder = true }
            return
        }
    }

    /// What stands before texts that are looked for in others, put between or behind them, or added to a path that
    /// begins elsewhere.
    private static let textLabels: Set<String> = [
        "of", "separator", "separatedBy", "terminator", "with", "prefix", "suffix", "joinedBy", "by", "joining",
        "decimalSeparator", "ascii", "notAt", "matching",
    ]
    private static let textCalls: Set<String> = [
        "hasPrefix", "hasSuffix", "contains", "starts", "ends", "append", "appending", "appendingPathComponent",
        "appendPathComponent", "write",
        "print", "Character", "Substring", "firstIndex", "lastIndex", "joined", "trimmingPrefix",
    ]

    private func isPartOfText(_ quote: Int, _ end: Int) -> Bool {
        let at = before(quote)
        switch self[at] {
        case UInt8(ascii: "+"): return true
        // `==`, `!=`, `+=`, `~=`.
        case UInt8(ascii: "=") where "=!+~".utf8.contains(self[at - 1]): return true
        case UInt8(ascii: "(") where RuntimeFactsScan.textCalls.contains(word(endingAt: at)): return true
        case UInt8(ascii: ":"):
            let label = word(endingAt: at), open = at - label.utf8.count - 1
            // `split(separator: ".")`, `appending(path: "../x")`
            if RuntimeFactsScan.textLabels.contains(label) { return true }
            if self[open] == UInt8(ascii: "("), RuntimeFactsScan.textCalls.contains(word(endingAt: open)) {
                return true
            }
        default:
            if word(endingAt: at + 1) == "case" { return true }
        }
        // `"." == x`, `"../x", relativeTo: base`
        var after = end + 1
        while self[after] == UInt8(ascii: " ") { after += 1 }
        if self[after] == UInt8(ascii: "="), self[after + 1] == UInt8(ascii: "=") { return true }
        return text(end, min(bytes.count, end + 100)).contains("relativeTo:")
    }

    private static let pathWords = [
        "path", "file", "folder", "dir", "url", "root", "cwd", "stat(", "glob(", "walk", "enumerat", "contents",
        "workspace", "package", "scan(", "list(", "lint",
    ]
    private static let textWords = [
        "separator", "delimiter", "dot", "period", "point", "fix", "string", "char", "text", "token",
    ]

    /// Something near it speaks of paths, or it is what a name stands for.
    private func isAmongPaths(_ quote: Int, _ end: Int) -> Bool {
        let at = before(quote)
        if self[at] == UInt8(ascii: "?"), self[at - 1] == UInt8(ascii: "?") { return true }
        let line = text(lineStart(quote), lineEnd(quote)).lowercased()
        if RuntimeFactsScan.pathWords.contains(where: line.contains) { return true }
        if self[at] == UInt8(ascii: "=") { return !RuntimeFactsScan.textWords.contains(where: line.contains) }
        guard word(endingAt: at + 1) == "return" else { return false }
        let context = text(max(0, at - 200), at).lowercased()
        return !context.contains("case ") && RuntimeFactsScan.pathWords.contains(where: context.contains)
    }

    /// It stands in a list, such as one of arguments.
    private func isListed(_ quote: Int) -> Bool {
        self[before(quote)] == UInt8(ascii: "[") || self[before(quote)] == UInt8(ascii: ",")
    }

    // MARK: Bytes

    /// 0 outside of the text.
    subscript(_ at: Int) -> UInt8 { at >= 0 && at < bytes.count ? bytes[at] : 0 }

    /// `..` between slashes or quotes: in ranges it stands between other things.
    private func isStep(_ at: Int) -> Bool {
        self[at] == UInt8(ascii: ".") && self[at + 1] == UInt8(ascii: ".") && bordersStep(self[at - 1])
            && bordersStep(self[at + 2])
    }

    /// `#include "../x.h"`: a compile looks there, and no test.
    private func isInclude(_ hash: Int) -> Bool {
        var at = hash + 1
        while self[at] == UInt8(ascii: " ") { at += 1 }
        return "include".utf8.elementsEqual(bytes[min(at, bytes.count)..<min(at + 7, bytes.count)])
            || "import".utf8.elementsEqual(bytes[min(at, bytes.count)..<min(at + 6, bytes.count)])
    }

    /// The last byte before `at` that is no blank.
    func before(_ at: Int) -> Int {
        var at = at - 1
        while self[at] == UInt8(ascii: " ") || self[at] == UInt8(ascii: "#") { at -= 1 }
        return at
    }

    private func word(endingAt end: Int) -> String {
        var start = end
        while isWordByte(self[start - 1]) { start -= 1 }
        return text(start, end)
    }

    func word(startingAt start: Int) -> String {
        var end = start
        while isWordByte(self[end]) { end += 1 }
        return text(start, end)
    }

    func words(in start: Int, _ end: Int) -> Set<String> {
        var found: Set<String> = [], at = start
        while at < end {
            let word = word(startingAt: at)
            if !word.isEmpty { found.insert(word) }
            at += max(1, word.utf8.count)
        }
        return found
    }

    /// What a member is one of: the first name of its chain, where that is one; empty for a member of `self` without
    /// the word.
    func receiver(of member: Int) -> String {
        var at = member
        while true {
            var before = at - 1
            while self[before] == UInt8(ascii: " ") || self[before] == UInt8(ascii: "\n") { before -= 1 }
            guard self[before] == UInt8(ascii: ".") else { return at == member ? "" : word(startingAt: at) }
            before -= 1
            while " \n?!".utf8.contains(self[before]) { before -= 1 }
            // Over what a call or an index is given.
            var depth = 0
            while before >= 0 {
                if ")]".utf8.contains(self[before]) {
                    depth += 1
                } else if "([".utf8.contains(self[before]) {
                    depth -= 1
                }
                if depth == 0, !"([)]?!".utf8.contains(self[before]) { break }
                if depth < 0 { return "?" }
                before -= 1
            }
            if self[before] == UInt8(ascii: "0"), self[before - 1] == UInt8(ascii: "$") { return "$0" }
            let name = word(endingAt: before + 1)
            if name.isEmpty { return "?" }
            at = before + 1 - name.utf8.count
        }
    }

    /// A brace stands in the rest of the line, and no `=` before it.
    func opensBrace(after start: Int) -> Bool {
        let end = lineEnd(start)
        for at in start..<end where bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "=") {
            return bytes[at] == UInt8(ascii: "{")
        }
        return false
    }

    /// Where the next brace opens, not too far away.
    func brace(after start: Int) -> Int {
        var at = start
        while at < bytes.count, at - start < 1000, bytes[at] != UInt8(ascii: "{") { at += 1 }
        return at
    }

    func lineStart(_ at: Int) -> Int {
        var start = at
        while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return start
    }

    func lineEnd(_ start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
        return at
    }

    private func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    private func bordersStep(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") }

    private func isPathByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || byte >= 0x80
            || [
                UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "@"),
                UInt8(ascii: "%"), UInt8(ascii: ":"),
            ].contains(byte)
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
