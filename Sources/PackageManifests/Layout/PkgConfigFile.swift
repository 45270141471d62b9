/// One file of pkg-config, which says how to compile and link with a library.
struct PkgConfigFile: Hashable, Sendable {
    var compileFlags: [String] = []
    var linkFlags: [String] = []
    /// Names of libraries that it needs, where versions are left out: that is the package manager's business.
    var requires: [String] = []
    /// Needed by its headers, and not to link with it.
    var requiresPrivately: [String] = []

    struct Malformed: Error, Hashable { var line: String }

    /// `folder`: where the file lies; `systemRoot`: `PKG_CONFIG_SYSROOT_DIR`.
    init(_ text: String, folder: String, systemRoot: String? = nil) throws(Malformed) {
        var variables = ["pcfiledir": folder, "pc_sysrootdir": systemRoot ?? "/"]
        for raw in text.split(separator: "\n", omittingEmptySubsequences: true) {
            let line = PkgConfigFile.trimmed(raw.prefix { $0 != "#" })
            if line.isEmpty { continue }
            guard let mark = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else {
                throw Malformed(line: String(line))
            }
            let key = PkgConfigFile.trimmed(line[..<mark])
            let value = try PkgConfigFile.expanded(PkgConfigFile.trimmed(line[line.index(after: mark)...]), variables)
            if line[mark] == "=" {
                variables[String(key)] = PkgConfigFile.rooted(value, in: systemRoot)
                continue
            }
            switch key.lowercased() {
            case "cflags": compileFlags = try PkgConfigFile.words(value)
            case "libs": linkFlags = try PkgConfigFile.words(value)
            case "requires": requires = PkgConfigFile.names(value)
            case "requires.private": requiresPrivately = PkgConfigFile.names(value)
            default: continue
            }
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
        while let last = text.last, last == " " || last == "\t" || last == "\r" || last == "\r\n" { text.removeLast() }
        return text
    }

    /// Puts the values of variables where `${NAME}` stands.
    private static func expanded(_ text: Substring, _ variables: [String: String]) throws(Malformed) -> String {
        var result = "", rest = text
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            guard let value = variables[String(rest[start.upperBound..<end])] else {
                throw Malformed(line: String(text))
            }
            result += rest[..<start.lowerBound] + value
            // What doubles at each step would fill the memory before long.
            guard result.utf8.count < 1 << 20 else { throw Malformed(line: String(text.prefix(100))) }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func rooted(_ value: String, in systemRoot: String?) -> String {
        guard let systemRoot, systemRoot != "/", value.hasPrefix("/"), !value.hasPrefix(systemRoot) else {
            return value
        }
        return systemRoot + value
    }

    /// Words as a shell would split them: blanks in quotes or behind a backslash do not.
    private static func words(_ text: String) throws(Malformed) -> [String] {
        var words: [String] = [], word = "", isQuoted = false
        var characters = text.makeIterator()
        while let character = characters.next() {
            switch character {
            case "\"": isQuoted.toggle()
            case "\\": if let next = characters.next() { word.append(next) }
            case " " where !isQuoted, "\t" where !isQuoted:
                if !word.isEmpty { words.append(word) }
                word = ""
            default: word.append(character)
            }
        }
        if isQuoted { throw Malformed(line: text) }
        return word.isEmpty ? words : words + [word]
    }

    /// `foo >= 1.2, bar` is foo and bar.
    private static func names(_ text: String) -> [String] {
        var names: [String] = [], isVersion = false
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
            if ["=", "<", ">", "<=", ">=", "!="].contains(word) {
                isVersion = true
            } else {
                if !isVersion { names.append(String(word)) }
                isVersion = false
            }
        }
        return names
    }
}
