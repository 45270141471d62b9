import Disk

/// A path whose components may hold `*` (any characters) and `?` (one character), or be `**` (any number of folders,
/// none included).
///
/// What a wildcard matches never starts with a dot, unless the pattern's component does: `.build` and its like are not
/// meant.
public struct PathPattern {
    private let components: [String]

    /// `text` is a path relative to some folder, in order (`PackagePath`).
    init(_ text: String) { components = text == "." ? [] : text.split(separator: "/").map(String.init) }

    var hasWildcard: Bool {
        components.contains { $0.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }
    }

    /// The folders that match and hold a file of that name; sorted. `**` does not look for packages inside packages.
    func folders(below root: AbsolutePath, holding name: String, files: any FileSystem) -> [AbsolutePath] {
        var found: Set<AbsolutePath> = []
        match(components[...], in: root, name, files, &found)
        return found.sorted()
    }

    /// True where the folder before the first wildcard is there and holds nothing yet, but for hidden files.
    func isKeptEmpty(below root: AbsolutePath, _ files: any FileSystem) -> Bool {
        let steps = components.prefix { !$0.contains("*") && !$0.contains("?") }
        guard !steps.isEmpty, let entries = try? files.list(root / steps.joined(separator: "/")) else { return false }
        return entries.allSatisfy { $0.name.hasPrefix(".") }
    }

    private func match(
        _ rest: ArraySlice<String>, in folder: AbsolutePath, _ name: String, _ files: any FileSystem,
        _ found: inout Set<AbsolutePath>
    ) {
        guard let next = rest.first else {
            if files.isFile(folder / name) { found.insert(folder) }
            return
        }
        let after = rest.dropFirst()
        if next == "**" {
            match(after, in: folder, name, files, &found)
            for child in folders(in: folder, files, following: false) where child.utf8.first != UInt8(ascii: ".") {
                let child = folder / child
                if files.isFile(child / name) {
                    match(after, in: child, name, files, &found)
                } else {
                    match(rest, in: child, name, files, &found)
                }
            }
        } else if next.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
            for child in folders(in: folder, files, following: true) where PathPattern.matches(child, next) {
                match(after, in: folder / child, name, files, &found)
            }
        } else {
            match(after, in: folder / next, name, files, &found)
        }
    }

    /// Links to folders count where the pattern says how deep to look; `**` could follow them for ever.
    private func folders(in folder: AbsolutePath, _ files: any FileSystem, following: Bool) -> [String] {
        let entries = (try? files.list(folder)) ?? []
        return entries.filter { entry in
            entry.kind == .folder || following && entry.kind == .symbolicLink && files.isFolder(folder / entry.name)
        }.map(\.name)
    }

    /// Whether the first components of a path match a whole pattern: `Features/*` is a prefix of
    /// `Features/Menu/Sources`.
    public static func isPrefix(_ pattern: String, of path: String) -> Bool {
        let pattern = pattern.split(separator: "/").filter { $0 != "." }, path = path.split(separator: "/")
        return path.count >= pattern.count && zip(path, pattern).allSatisfy { matches(String($0), String($1)) }
    }

    /// Whether one component of a path matches one of a pattern.
    public static func matches(_ name: String, _ pattern: String) -> Bool {
        if name.utf8.first == UInt8(ascii: "."), pattern.utf8.first != UInt8(ascii: ".") { return false }
        let name = Array(name), pattern = Array(pattern)
        // The usual walk with one place to come back to: time grows with the product of the lengths at most.
        var at = 0, inPattern = 0
        var star: (pattern: Int, name: Int)?
        while at < name.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                star = (inPattern, at)
                inPattern += 1
            } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == name[at] {
                at += 1
                inPattern += 1
            } else if let back = star {
                star = (back.pattern, back.name + 1)
                at = back.name + 1
                inPattern = back.pattern + 1
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
