import BuildPlanning
import Digests
import Disk

/// A folder of headers that a module map calls its umbrella: a header that comes to be in it is one of the module's.
enum HeaderFolder {
    /// More of them are no umbrella of anybody's.
    static let mostFolders = 10_000

    /// What counts of a folder that is named among what a run read: where it leads, its headers and its folders, by
    /// name.
    static func digest(of folder: AbsolutePath, _ files: any FileSystem) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("folder")
        let leads = files.linkStatus(folder)?.kind == .symbolicLink ? try? files.destination(ofLink: folder) : nil
        builder.append(leads ?? "")
        guard let entries = try? files.list(folder) else { return builder.finish() }
        for entry in entries {
            let kind = entry.kind == .symbolicLink ? files.status(folder / entry.name)?.kind : entry.kind
            guard kind == .folder || isHeader(entry.name) else { continue }
            builder.append(entry.name)
            builder.append(kind == .folder ? "folder" : kind == nil ? "nothing" : "header")
        }
        return builder.finish()
    }

    /// The folder and all below it, hidden ones too, as clang walks: through no link. Nil where these are too many.
    static func folders(below folder: AbsolutePath, _ files: any FileSystem, entering: (AbsolutePath) -> Bool)
        -> Set<AbsolutePath>?
    {
        var found: Set = [folder], open = [folder]
        while let next = open.popLast() {
            for entry in (try? files.list(next)) ?? [] where entry.kind == .folder {
                let place = next / entry.name
                guard entering(place), found.insert(place).inserted else { continue }
                if found.count > mostFolders { return nil }
                open.append(place)
            }
        }
        return found
    }

    private static func isHeader(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
    }

    private static let extensions: Set<String> = ["h", "hh", "hp", "hpp", "hxx", "h++"]
}
