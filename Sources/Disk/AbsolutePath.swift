import Glibc

/// The path of a file or folder from the root of the file system, in normal form: it starts with `/`, and holds no
/// empty, `.` or `..` component. Normal form is textual: symbolic links are not followed.
public struct AbsolutePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let string: String

    /// The path that `text` spells. `text` must start with `/`; a `..` at the root stays at the root.
    public init(_ text: String) {
        precondition(text.utf8.first == UInt8(ascii: "/"), "not an absolute path: \(text)")
        if AbsolutePath.isNormal(text) {
            string = text
        } else {
            string = "/" + AbsolutePath.normalised(text.utf8.split(separator: UInt8(ascii: "/"))).joined(separator: "/")
        }
    }

    /// The path that `text` spells when it is read in the folder `base`.
    public init(_ text: String, in base: AbsolutePath) {
        self = text.utf8.first == UInt8(ascii: "/") ? AbsolutePath(text) : base.appending(text)
    }

    /// This folder's `relative`, which may hold `.` and `..`.
    public func appending(_ relative: String) -> AbsolutePath {
        AbsolutePath(string == "/" ? "/" + relative : string + "/" + relative)
    }

    public static func / (folder: AbsolutePath, relative: String) -> AbsolutePath { folder.appending(relative) }

    /// The last component; empty for the root.
    public var name: String {
        guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return string }
        return String(string[string.utf8.index(after: slash)...])
    }

    /// What follows the last dot of `name`, without the dot; empty where there is none or the name starts with its only
    /// dot.
    public var fileExtension: String {
        let name = self.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
        return String(name[name.utf8.index(after: dot)...])
    }

    /// The folder that holds this; the root's is the root.
    public var parent: AbsolutePath {
        guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")), slash != string.startIndex else {
            return AbsolutePath("/")
        }
        return AbsolutePath(String(string[..<slash]))
    }

    /// True where this is `folder` or lies in it.
    public func isInside(_ folder: AbsolutePath) -> Bool {
        var mine = string, its = folder.string
        return mine.withUTF8 { mine in
            its.withUTF8 { its in
                // The root alone ends with a slash.
                if its.count == 1 { return true }
                return mine.starts(with: its) && (mine.count == its.count || mine[its.count] == UInt8(ascii: "/"))
            }
        }
    }

    /// This path as seen from `folder`: `..` as often as needed, then the rest; `.` for the folder itself.
    public func relative(to folder: AbsolutePath) -> String {
        var mine = string, its = folder.string
        return mine.withUTF8 { mine in
            its.withUTF8 { its in
                // The root is written as a slash, every other path without one at its end.
                let mine = mine.count == 1 ? mine[..<0] : mine[...], its = its.count == 1 ? its[..<0] : its[...]
                let slash = UInt8(ascii: "/")
                var at = 0, shared = 0
                while true {
                    if at == mine.count || mine[at] == slash, at == its.count || its[at] == slash { shared = at }
                    if at == mine.count || at == its.count || mine[at] != its[at] { break }
                    at += 1
                }
                let up = its[shared...].count { $0 == slash }
                let rest = mine[shared...].dropFirst()
                if up == 0 { return rest.isEmpty ? "." : String(decoding: rest, as: UTF8.self) }
                if rest.isEmpty { return String(repeating: "../", count: up - 1) + ".." }
                return String(unsafeUninitializedCapacity: 3 * up + rest.count) { text in
                    for at in 0..<3 * up { text[at] = at % 3 == 2 ? slash : UInt8(ascii: ".") }
                    _ = UnsafeMutableBufferPointer(rebasing: text[(3 * up)...]).initialize(from: rest)
                    return 3 * up + rest.count
                }
            }
        }
    }

    public var description: String { string }

    // By bytes: to the system, the two ways in which Unicode spells "é" are two files, to `String` they are equal.

    public static func == (a: Self, b: Self) -> Bool { compareBytes(a.string, b.string) == 0 }

    public static func < (a: Self, b: Self) -> Bool { compareBytes(a.string, b.string) < 0 }

    public func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private static func isNormal(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            if text.count == 1 { return true }
            var componentLength = 0, dots = 0
            for byte in text.dropFirst() {
                if byte == UInt8(ascii: "/") {
                    if componentLength == 0 || (dots == componentLength && dots <= 2) { return false }
                    componentLength = 0
                    dots = 0
                } else {
                    componentLength += 1
                    if byte == UInt8(ascii: ".") { dots += 1 }
                }
            }
            return componentLength > 0 && !(dots == componentLength && dots <= 2)
        }
    }

    private static func normalised(_ parts: [Substring.UTF8View.SubSequence]) -> [String] {
        var kept: [String] = []
        for part in parts {
            switch String(Substring(part)) {
            case ".": continue
            case "..": _ = kept.popLast()
            case let name: kept.append(name)
            }
        }
        return kept
    }
}

/// Compares two texts by the bytes of their UTF-8 forms: negative, zero or positive as `a` comes before, is the same
/// as, or comes after `b`.
func compareBytes(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
        b.withUTF8 { b in
            let shared = min(a.count, b.count)
            // An empty buffer may have no address.
            let order = shared == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, shared))
            return order != 0 ? order : a.count - b.count
        }
    }
}
