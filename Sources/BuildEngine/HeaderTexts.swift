import Disk
import SwiftText
import Synchronization
import Targets

/// What C texts and module maps name. Texts of the system are read by every compile: each is looked through once a
/// build. Any thread.
final class HeaderTexts: Sendable {
    private let files: any FileSystem
    private let named = Mutex<[AbsolutePath: NamedHeaders]>([:])
    private let maps = Mutex<[AbsolutePath: [ModuleMapText.Name]]>([:])
    private let asked = Mutex<[AbsolutePath: Set<String>]>([:])
    private let found = Mutex<[Search: Set<AbsolutePath>]>([:])
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

    /// Modules that a Swift source asks for by `canImport`, by the first name of each.
    func modulesAsked(by path: AbsolutePath) -> Set<String> {
        if let known = asked.withLock({ $0[path] }) { return known }
        guard let text = try? files.read(path) else { return [] }
        var modules: Set<String> = []
        if ByteSearch.contains(Array("canImport".utf8), in: text) {
            let source = SwiftTokens(text)
            for index in source.tokens.indices where source.word(at: index) == "canImport" {
                if let name = source.word(at: index + 2) { modules.insert(name) }
            }
        }
        asked.withLock { $0[path] = modules }
        return modules
    }

    /// Places at which something would be found in the place of what a text includes: beside it, and of names that lead
    /// out of folders, from each of `folders`. Of a hundred compiles that read the text, one looks for what is there,
    /// the others whether something came.
    func rivals(
        ofNamedIn path: AbsolutePath, _ named: NamedHeaders, searched folders: [AbsolutePath]
    ) -> Set<AbsolutePath> {
        let question = Search(text: path, folders: named.leaving.isEmpty ? [] : folders)
        if let known = found.withLock({ $0[question] }), known.allSatisfy({ files.linkStatus($0) == nil }) {
            return known
        }
        var beside = HeaderPlaces(folders: [], files: files), places = HeaderPlaces(folders: folders, files: files)
        beside.add(included: named.included.filter(\.isQuoted), in: path.parent)
        places.add(beside.found)
        places.add(included: named.leaving, in: path.parent)
        found.withLock { $0[question] = places.found }
        return places.found
    }

    private struct Search: Hashable {
        var text: AbsolutePath
        var folders: [AbsolutePath]
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
