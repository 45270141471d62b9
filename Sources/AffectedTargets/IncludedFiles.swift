import Disk
import Targets

/// The places outside of a C target's, or a system library's, own folders at which its compiles look for files: what
/// sources include by a way out (`#include "../../Other/private.h"`), what module maps name, and what these name in
/// turn. Whether anything is there or not: a new file may hide another one.
struct IncludedFiles {
    let graph: TargetGraph
    let root: AbsolutePath
    let files: any FileSystem
    let lookup: PathLookup

    struct Found: Sendable {
        var byPlace: [AbsolutePath: [TargetID]] = [:]
        /// Those that have the assembler read files which no text names.
        var curious: [TargetID] = []
    }

    /// Each source and header of the workspace's own C targets is read, no other target's.
    func find() -> Found {
        var found = Found()
        for id in graph.order where !id.package.isExternal {
            guard let target = graph.targets[id], target.isReadByClang || target.hasUnsafeFlags,
                let package = graph.packages[id.package]
            else { continue }
            let search = search(for: target, in: root / package.folder)
            for place in search.places { found.byPlace[place, default: []].append(id) }
            if search.isCurious { found.curious.append(id) }
        }
        return found
    }

    /// `package`: the folder of the target's package.
    private func search(for target: Target, in package: AbsolutePath) -> Search {
        let searched = target.headerFolders.map { lookup.way(to: package / $0).end }
        let flagged = FlagPaths(of: target, root: root, package: package).places
        var search = Search(
            files: files, lookup: lookup, own: [lookup.way(to: package / target.folder).end] + searched,
            searched: searched
                + flagged.map { lookup.way(to: $0).end },
            offered: target.language == .clang ? offered(to: target) : [], start: lookup.way(to: package).end)
        if target.isReadByClang {
            for file in target.sources + target.headers { search.open(package / file, .text) }
        }
        for place in flagged where place.isInside(root) { search.open(flagged: place) }
        for name in target.settings.compactMap(\.value.fileInDefinition) {
            for folder in Set(target.sources.map { (package / $0).parent }) {
                search.look(forDefined: name, in: folder)
            }
        }
        if case .own(let map) = target.moduleMap { search.open(package / map, .moduleMap) }
        search.finish()
        return search
    }

    /// The public headers' folders of what the target depends on. What lies in them belongs to these.
    private func offered(to target: Target) -> [AbsolutePath] {
        graph.closure(of: [target.id]).compactMap { id in
            guard id != target.id, let other = graph.targets[id], other.language == .clang,
                let folder = other.publicHeaders,
                let package = graph.packages[id.package]
            else { return nil }
            return lookup.way(to: root / package.folder / folder).end
        }
    }

    private struct Search {
        private struct Site: Hashable {
            var path: AbsolutePath
            var kind: NamedFile.Kind
        }

        let files: any FileSystem
        let lookup: PathLookup
        /// Any file in these counts as the target's anyway.
        let own: [AbsolutePath]
        let searched, offered: [AbsolutePath]
        /// Where the assembler is started.
        let start: AbsolutePath
        private var seen: Set<Site> = []
        private var next: [Site] = []
        private(set) var places: Set<AbsolutePath> = []
        private(set) var isCurious = false

        init(
            files: any FileSystem, lookup: PathLookup, own: [AbsolutePath], searched: [AbsolutePath],
            offered: [AbsolutePath], start: AbsolutePath
        ) {
            (self.files, self.lookup, self.own, self.searched, self.offered) = (files, lookup, own, searched, offered)
            self.start = start
        }

        /// A file of the target's. What it includes is looked for beside its name, wherever that links to.
        mutating func open(_ path: AbsolutePath, _ kind: NamedFile.Kind) {
            push(lookup.way(to: path.parent).end / path.name, kind)
        }

        mutating func finish() {
            while let site = next.popLast() {
                guard let text = try? files.read(site.path) else { continue }
                for file in site.kind == .moduleMap ? NamedFile.inModuleMap(text) : NamedFile.inSource(text) {
                    if file.name.hasPrefix("/") {
                        look(for: file, in: AbsolutePath("/"), from: site.kind)
                        continue
                    }
                    if file.kind == .unknown { isCurious = true }
                    let isUp = file.name.utf8.split(separator: UInt8(ascii: "/")).contains {
                        $0.elementsEqual("..".utf8)
                    }
                    let first = [site.path.parent] + (file.isAssemblers ? [start] : [])
                    for folder in first + searched + (isUp ? offered : []) {
                        look(for: file, in: folder, from: site.kind)
                    }
                }
            }
        }

        /// What a flag names: a text that is included before all others, or a folder in which module maps are found.
        mutating func open(flagged place: AbsolutePath) {
            switch lookup.kind(of: lookup.way(to: place).end) {
            case .file?: open(place, .text)
            case .folder?:
                let folders = ((try? files.list(place)) ?? []).map { place / $0.name }
                for folder in [place] + folders {
                    for name in ["module.modulemap", "module.map"] { open(folder / name, .moduleMap) }
                }
            default: break
            }
        }

        /// What a macro of a setting spells, which a text in the folder may include.
        mutating func look(forDefined name: String, in folder: AbsolutePath) {
            for folder in [lookup.way(to: folder).end] + searched {
                look(for: NamedFile(name: name, kind: .text), in: folder, from: .text)
            }
        }

        private mutating func look(for file: NamedFile, in folder: AbsolutePath, from kind: NamedFile.Kind) {
            let parts = file.name.utf8.split(separator: UInt8(ascii: "/"))
            guard let last = parts.last else { return }
            let name = last.elementsEqual("..".utf8) ? "." : String(Substring(last))
            let way = lookup.way(
                along: name == "." ? file.name : parts.dropLast().map { String(Substring($0)) }.joined(separator: "/"),
                from: folder)
            let site = way.end / name, whole = lookup.way(along: name, from: way.end)
            for place in way.links + whole.links + [site, whole.end] where !own.contains(where: place.isInside) {
                places.insert(place)
            }
            switch lookup.kind(of: whole.end) {
            case .file?: push(site, file.kind)
            case .folder? where kind == .moduleMap: pushAll(in: whole.end)
            default: break
            }
        }

        private mutating func push(_ path: AbsolutePath, _ kind: NamedFile.Kind) {
            let site = Site(path: path, kind: kind)
            if kind != .data, seen.insert(site).inserted { next.append(site) }
        }

        /// The headers below a folder that a module map calls its umbrella.
        private mutating func pushAll(in umbrella: AbsolutePath) {
            var folders = [umbrella], walked: Set = [umbrella]
            while let folder = folders.popLast() {
                for entry in (try? files.list(folder)) ?? [] {
                    let way = lookup.way(along: entry.name, from: folder)
                    places.formUnion(way.links + [way.end])
                    switch lookup.kind(of: way.end) {
                    case .file?: push(folder / entry.name, .text)
                    case .folder? where walked.insert(way.end).inserted: folders.append(way.end)
                    default: break
                    }
                }
            }
        }
    }
}

extension Target {
    /// Its compiles, or those of who sees it, read what headers and module maps name.
    var isReadByClang: Bool { language == .clang || kind == .system }

    /// Where its compiles look for headers without help of a dependency, relative to the package's folder.
    var headerFolders: [String] {
        [publicHeaders].compactMap { $0 }
            + settings.compactMap { setting in
                if case .clangHeaderSearchPath(_, let folder) = setting.value { folder } else { nil }
            }
    }
}

extension Setting {
    /// What `NAME="file.h"` spells.
    fileprivate var fileInDefinition: String? {
        guard case .clangDefine(_, let text) = self, let equals = text.firstIndex(of: "=") else { return nil }
        let value = text[text.index(after: equals)...].drop { $0 == "\\" }
        guard let mark = value.first, mark == "\"" || mark == "<" else { return nil }
        let name = value.dropFirst().prefix { !"\\\">".contains($0) }
        return name.isEmpty || name.utf8.contains(0) ? nil : String(name)
    }
}
