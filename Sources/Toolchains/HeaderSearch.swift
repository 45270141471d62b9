import Digests
import Disk

/// Where clang looks for headers that no flag names a folder for, in its order. Folders that are not there stand in it
/// too: they may come to be.
public struct HeaderSearch: Hashable, Sendable {
    public var c: [AbsolutePath]
    public var cxx: [AbsolutePath]

    public init(c: [AbsolutePath] = [], cxx: [AbsolutePath] = []) { (self.c, self.cxx) = (c, cxx) }

    /// Identifies the folders for C++, which depend on what else is installed: on the newest GCC.
    public var cxxIdentity: ContentDigest {
        var builder = DigestBuilder()
        builder.append("C++ headers")
        builder.append(cxx.map(\.string))
        return builder.finish()
    }

    /// Paths at which a file would be found in the place of one of `reads`: in a folder that is looked at earlier,
    /// under the same name. Where a folder on the way is not there, it stands for all that could be in it. `exists`:
    /// whether anything is at a path.
    ///
    /// A read that lies in none of the folders was named by its path or found by a flag.
    public func rivals(of reads: some Sequence<AbsolutePath>, exists: (AbsolutePath) -> Bool) -> Set<AbsolutePath> {
        var found: Set<AbsolutePath> = []
        for read in reads {
            for folders in [c, cxx] {
                // Of nested folders the inner one: the name that it is found by there is the one that sources have for
                // it.
                guard
                    let home = folders.indices.filter({ read.isInside(folders[$0]) }).max(by: {
                        folders[$0].string.utf8.count < folders[$1].string.utf8.count
                    })
                else { continue }
                let name = read.relative(to: folders[home])
                for folder in folders[..<home] where !read.isInside(folder) {
                    found.insert(HeaderSearch.first(missing: name, in: folder, exists))
                }
            }
        }
        return found
    }

    /// The first folder on the way from `folder` to `name` that is not there; the file itself where all are.
    public static func first(missing name: String, in folder: AbsolutePath, _ exists: (AbsolutePath) -> Bool)
        -> AbsolutePath
    {
        var place = folder
        if !exists(place) { return place }
        for part in name.split(separator: "/") {
            place = place / String(part)
            if !exists(place) { return place }
        }
        return place
    }

    // MARK: Asking clang

    /// What has clang say how it would compile such a file for a platform, and do nothing.
    static func question(_ language: String, _ triple: String) -> [String] {
        ["-###", "-target", triple, "-fsyntax-only", "-x", language, "/dev/null"]
    }

    /// Of its answer, the folders; links in them and `..` are resolved as texts.
    static func folders(in answer: String) -> [AbsolutePath] {
        guard let line = answer.split(separator: "\n").last(where: { $0.hasPrefix(" \"") }) else { return [] }
        let words = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().compactMap {
            $0 % 2 == 1 ? $1 : nil
        }
        return zip(words, words.dropFirst()).compactMap { option, folder in
            ["-internal-isystem", "-internal-externc-isystem"].contains(option) && folder.hasPrefix("/")
                ? AbsolutePath(String(folder)) : nil
        }
    }

    static func read(_ reader: inout RecordReader) throws(MalformedRecord) -> [AbsolutePath] {
        try reader.list { (reader) throws(MalformedRecord) in
            let path = try reader.text()
            guard path.hasPrefix("/") else { throw MalformedRecord() }
            return AbsolutePath(path)
        }
    }
}
