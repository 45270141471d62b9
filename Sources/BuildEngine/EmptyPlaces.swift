import Disk
import Synchronization

/// Absolute paths at which there was nothing when this build first looked. Compiles of C name hundreds of them in a few
/// folders: each header of the system, in each folder that is searched before its own. One listing of such a folder
/// answers for all names in it.
final class EmptyPlaces: Sendable {
    private let files: any FileSystem
    /// Names of what is in a folder. A folder that cannot be listed answers for nothing.
    private let listings = Mutex<[Substring: Set<String>?]>([:])

    init(files: any FileSystem) { self.files = files }

    /// True where a folder that was listed has no such name. False says nothing.
    func contains(_ path: String) -> Bool {
        guard let (folder, name) = EmptyPlaces.parts(path) else { return false }
        return listings.withLock { listings in
            guard let names = listings[folder] ?? nil else { return false }
            return !names.contains(String(name))
        }
    }

    /// Lists the folder of a path at which nothing was found: others are likely to be asked for there.
    func look(around path: String) {
        guard let (folder, _) = EmptyPlaces.parts(path), listings.withLock({ $0[folder] == nil }) else { return }
        let names = (try? files.list(AbsolutePath(String(folder)))).map { Set($0.map(\.name)) }
        listings.withLock { $0[folder] = .some(names) }
    }

    private static func parts(_ path: String) -> (folder: Substring, name: Substring)? {
        guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return nil }
        let name = path[path.index(after: slash)...]
        return name.isEmpty || name == "." || name == ".." ? nil : (path[..<slash], name)
    }
}
