import Disk
import Synchronization
import Targets

/// What C texts and module maps name. Texts of the system are read by every compile: each is looked through once a
/// build. Any thread.
final class HeaderTexts: Sendable {
    private let files: any FileSystem
    private let named = Mutex<[AbsolutePath: NamedHeaders]>([:])
    private let maps = Mutex<[AbsolutePath: [ModuleMapText.Name]]>([:])
    private let beside = Mutex<[AbsolutePath: Set<AbsolutePath>]>([:])
    private let ways = Mutex<[AbsolutePath: [Substring: NamedWay]]>([:])

    init(files: any FileSystem) { self.files = files }

    /// Nil where the text cannot be read.
    func named(by path: AbsolutePath) -> NamedHeaders? {
        if let known = named.withLock({ $0[path] }) { return known }
        guard let text = try? files.read(path) else { return nil }
        let answer = NamedHeaders(in: text)
        named.withLock { $0[path] = answer }
        return answer
    }

    /// What a module map names; nil where it cannot be read.
    func names(inModuleMap path: AbsolutePath) -> [ModuleMapText.Name]? {
        if let known = maps.withLock({ $0[path] }) { return known }
        guard let text = try? files.read(path) else { return nil }
        let answer = ModuleMapText.names(in: text)
        maps.withLock { $0[path] = answer }
        return answer
    }

    /// Places beside a text at which something would be found in the place of what it includes. Of a hundred compiles
    /// that read the text, one looks for what is there, the others whether something came.
    func rivals(beside path: AbsolutePath, _ named: NamedHeaders) -> Set<AbsolutePath> {
        if let known = beside.withLock({ $0[path] }), known.allSatisfy({ files.linkStatus($0) == nil }) { return known }
        var places = HeaderPlaces(folders: [], files: files)
        places.add(included: named.included.filter(\.isQuoted), in: path.parent)
        beside.withLock { $0[path] = places.found }
        return places.found
    }

    /// Where a name with `..` leads, as compilers go, and the links that decide it; nil where the way ends before. What
    /// stands before the last `..` is gone once a build: headers of C++ have it all alike.
    func way(from folder: AbsolutePath, along name: String) -> (place: AbsolutePath, links: [AbsolutePath])? {
        let parts = name.split(separator: "/")
        guard let last = parts.lastIndex(of: ".."), let end = parts.indices.last, last < end else { return nil }
        let start = name[..<parts[last].endIndex], rest = name[parts[last].endIndex...].drop { $0 == "/" }
        let way =
            ways.withLock { $0[folder]?[start] }
            ?? {
                let way = NamedWay(from: folder, along: String(start), files)
                ways.withLock { $0[folder, default: [:]][start] = way }
                return way
            }()
        return way.isMissing ? nil : (way.end / String(rest), way.links)
    }
}
