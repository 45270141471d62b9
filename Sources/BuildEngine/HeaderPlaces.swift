import BuildPlanning
import Disk
import Targets
import Toolchains

/// Places that decide what C texts mean, and that no compiler tells of: where something may come to be that a text asks
/// for, or that would be found in the place of another; what texts embed; and the folders of headers that module maps
/// name.
struct HeaderPlaces {
    /// Folders that are searched, in no order that counts.
    let folders: [AbsolutePath]
    let files: any FileSystem
    private(set) var found: Set<AbsolutePath> = []
    /// Of these, where texts take bytes from.
    private(set) var embedded: Set<AbsolutePath> = []

    init(folders: [AbsolutePath], files: any FileSystem) { (self.folders, self.files) = (folders, files) }

    /// Adds each place of each of `names`, for which a text in `home` asks. Where a folder on the way is not there, it
    /// stands for all that could be in it.
    mutating func add(_ names: Set<AskedHeaders.Name>, in home: AbsolutePath) {
        for name in names { for way in ways(of: name, in: home) { insert(way) } }
    }

    /// The same of files that a text in `home` embeds, where the compiler does not say which they are.
    mutating func add(embedded names: Set<AskedHeaders.Name>, in home: AbsolutePath) {
        for name in names {
            for way in waysToFirst(name, in: home) {
                insert(way)
                embedded.insert(way.end)
            }
        }
    }

    /// Adds places at which one of `names`, which a text in `home` includes, would be found before where it is. Where
    /// it is, compilers tell.
    ///
    /// A name without `..` that is found in a folder which is searched hides what `HeaderSearch.rivals` says.
    mutating func add(included names: Set<AskedHeaders.Name>, in home: AbsolutePath) {
        for name in names where !name.text.hasPrefix("/") {
            for way in waysToFirst(name, in: home) { insertUnlessFile(way) }
        }
    }

    /// The same of names that macros make: of what was read, each by the name that a folder has for it. `homes`: of the
    /// texts that include one.
    mutating func add(computedIn homes: Set<AbsolutePath>, read: [AbsolutePath]) {
        guard !homes.isEmpty else { return }
        for path in read {
            let inner = folders.filter(path.isInside).max { $0.string.utf8.count < $1.string.utf8.count }
            guard let inner, path != inner else { continue }
            let name = path.relative(to: inner)
            for home in homes where home != inner { insertUnlessFile(NamedWay(from: home, along: name, files)) }
        }
    }

    /// Adds what a module map in `home` names: places of headers that are not there, and folders of headers with all
    /// below them. `declared`: what comes to be in `home` counts anyway. False where these are too many.
    mutating func add(
        inModuleMap names: [ModuleMapText.Name], in home: AbsolutePath, declared: Bool,
        entering: (AbsolutePath) -> Bool
    ) -> Bool {
        for name in names {
            let way = NamedWay(from: home, along: name.text, files)
            if declared, way.end.isInside(home), way.links.isEmpty { continue }
            guard !way.isMissing, files.isFolder(way.end) else {
                insertUnlessFile(way)
                continue
            }
            insert(way)
            guard let below = HeaderFolder.folders(below: way.end, files, entering: entering) else { return false }
            found.formUnion(below)
        }
        return true
    }

    /// Adds places of maps by which what lies in one of `homes`, or below it, would be a module's: clang looks for one
    /// in each folder above a header, too. `entering`: whether it counts in a folder.
    mutating func add(mapsAbove homes: Set<AbsolutePath>, entering: (AbsolutePath) -> Bool) {
        var seen: Set<AbsolutePath> = []
        for home in homes {
            var folder = home
            while entering(folder), seen.insert(folder).inserted {
                for name in HeaderPlaces.maps { insertUnlessFile(NamedWay(from: folder, along: name, files)) }
                folder = folder.parent
            }
        }
    }

    /// Those that are read beside one that is there.
    mutating func add(mapsBeside map: AbsolutePath) {
        for name in HeaderPlaces.privateMaps { insertUnlessFile(NamedWay(from: map.parent, along: name, files)) }
    }

    private static let maps = ["module.modulemap", "module.map"]
    private static let privateMaps = ["module.private.modulemap", "module_private.map"]

    mutating func add(_ places: some Sequence<AbsolutePath>) { found.formUnion(places) }

    private func ways(of name: AskedHeaders.Name, in home: AbsolutePath) -> [NamedWay] {
        let isWhole = name.text.hasPrefix("/")
        let starts = isWhole ? [AbsolutePath("/")] : name.isQuoted ? [home] + folders : folders
        return starts.map { NamedWay(from: $0, along: name.text, files) }
    }

    /// Those that count for one who takes what is found first: a text's own folder comes before all others. Places far
    /// away, where something comes or goes all the time, are better not asked for.
    private func waysToFirst(_ name: AskedHeaders.Name, in home: AbsolutePath) -> [NamedWay] {
        if name.isQuoted {
            let way = NamedWay(from: home, along: name.text, files)
            if !way.isMissing, files.isFile(way.end) { return [way] }
        }
        return ways(of: name, in: home)
    }

    private mutating func insert(_ way: NamedWay) {
        found.formUnion(way.links)
        found.insert(way.end)
    }

    private mutating func insertUnlessFile(_ way: NamedWay) {
        found.formUnion(way.links)
        if way.isMissing || !files.isFile(way.end) { found.insert(way.end) }
    }
}

extension Action {
    /// The folders for headers that its flags name.
    func headerFolders(in readable: ReadableFiles) -> [AbsolutePath] {
        let home = readable.absolute(folder)
        var named: [AbsolutePath] = [], isFolder = false
        let options = [
            "-I", "-isystem", "-iquote", "-idirafter", "-cxx-isystem", "-stdlib++-isystem",
            "--include-directory-after=", "--include-directory-after", "--include-directory=", "--include-directory",
            "--embed-dir=",
        ]
        for case let word? in arguments.map(\.keyed) where word != "-Xcc" && word != "-Xclang" {
            if isFolder { named.append(AbsolutePath(word, in: home)) }
            isFolder = options.contains(word)
            guard !isFolder, let option = options.first(where: word.hasPrefix) else { continue }
            named.append(AbsolutePath(String(word.dropFirst(option.count)), in: home))
        }
        return named
    }
}
