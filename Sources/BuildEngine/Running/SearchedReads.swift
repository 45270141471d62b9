import BuildPlanning
import Disk
import Toolchains

/// Files that decide what a run read, and of which no tool gives an account.
extension ActionRunner {
    /// Files that, were they there, would be read instead of what was.
    func rivals(
        of names: Set<String>, _ read: [AbsolutePath], for action: Action, _ declared: Set<String>
    ) -> Set<String> {
        var found: Set<String> = []
        let libraries = SearchedLibraries(
            folders: action.librarySearch.map(readable.absolute), files: action.librariesByFile)
        for path in libraries.candidates(for: names) where !isToolchains(path) {
            let name = path.isInside(root) ? path.relative(to: root) : path.string
            if !declared.contains(name) { found.insert(name) }
        }
        // A header that comes to be in a folder that is searched earlier hides the one that was read.
        if action.readsHeaders, action.sdk == nil {
            let search = headerSearch(of: action)
            for path in search.rivals(of: read, exists: { files.linkStatus($0) != nil }) where !isToolchains(path) {
                let name = path.isInside(root) ? path.relative(to: root) : path.string
                if !declared.contains(name), !BuildLayout.isIntermediate(name) { found.insert(name) }
            }
        }
        return found
    }

    /// What the texts of a run name and no account does (`HeaderPlaces`): whether something is there decides what is
    /// compiled, and of some what it holds. `embedded`: those among them whose bytes the run may have read, declared or
    /// not.
    func namedPlaces(
        by read: [AbsolutePath], for action: Action, _ declared: Set<String>
    ) throws(Unpublished) -> (names: Set<String>, embedded: Set<String>) {
        guard action.readsHeaders else { return ([], []) }
        // A macro that a flag defines.
        if let word = action.arguments.compactMap(\.keyed).first(where: AskedHeaders.asks) { throw .unknownReads(word) }
        let texts = read.filter { !action.hasCompiled($0) && !isToolchains($0) }
        var places = HeaderPlaces(
            folders: action.headerFolders(in: readable)
                + (action.sdk == nil ? toolchain.headers.c + toolchain.headers.cxx : []), files: files)
        try addQuestions(of: texts, to: &places)
        try addNamed(by: texts, read, for: action, to: &places)
        let maps = read.filter { $0.fileExtension == "modulemap" && !isToolchains($0) && !isSDKs($0, for: action) }
        try addNames(inModuleMaps: maps, declared, to: &places)
        if action.findsModuleMaps { addMaps(beside: texts, for: action, to: &places) }
        if action.compilesSwift { addImportable(by: action, to: &places) }
        let names = places.found.filter { !isToolchains($0) && !isSDKs($0, for: action) }.map(readable.name)
        return (
            Set(names).subtracting(declared).filter { !BuildLayout.isIntermediate($0) },
            Set(places.embedded.map(readable.name))
        )
    }

    /// What texts ask for by `__has_include`.
    private func addQuestions(of texts: [AbsolutePath], to places: inout HeaderPlaces) throws(Unpublished) {
        var words = AskedHeaders.questions, isOpen = true
        while isOpen {
            isOpen = false
            for text in texts {
                // One that went away is found to have changed.
                guard let asked = readable.asked(by: text, words) else { continue }
                if asked.hasUnknown { throw .unknownReads(readable.name(text)) }
                places.add(asked.names, in: text.parent)
                // A macro that asks is a question as well, in the texts before it too.
                if !asked.macros.isSubset(of: words) { isOpen = true }
                words.formUnion(asked.macros)
            }
        }
    }

    /// What texts include and embed.
    private func addNamed(
        by texts: [AbsolutePath], _ read: [AbsolutePath], for action: Action, to places: inout HeaderPlaces
    ) throws(Unpublished) {
        // Where Swift has clang read headers, nothing says what these embed.
        let tellsOfEmbedded = action.kind == .compileClang || action.kind == .indexClang
        var computing: Set<AbsolutePath> = []
        for text in texts {
            guard let named = readable.texts.named(by: text) else { continue }
            let home = text.parent
            places.add(readable.texts.rivals(ofNamedIn: text, named, searched: places.folders))
            if tellsOfEmbedded {
                places.add(included: named.embedded, in: home)
            } else if named.hasComputedEmbed {
                throw .unknownReads(readable.name(text))
            } else {
                places.add(embedded: named.embedded, in: home)
            }
            if named.hasComputedInclude || named.hasComputedEmbed { computing.insert(home) }
        }
        if !computing.isEmpty { places.add(computedIn: computing, read: read.filter { !isToolchains($0) }) }
    }

    /// A map that comes to be makes a module of headers that were text. None is looked for in the system, nor in the
    /// workspace's own folder, in mono's and outside of it, where something comes or goes all the time, unless it is
    /// searched.
    private func addMaps(beside texts: [AbsolutePath], for action: Action, to places: inout HeaderPlaces) {
        let system = toolchain.headers.c + toolchain.headers.cxx
        func isOwn(_ folder: AbsolutePath) -> Bool {
            !isToolchains(folder) && !isSDKs(folder, for: action) && !system.contains(where: folder.isInside)
        }
        var homes: Set<AbsolutePath> = []
        for text in texts where !homes.contains(text.parent) && isOwn(text.parent) { homes.insert(text.parent) }
        let own = root / BuildLayout.folder
        places.add(mapsAbove: homes) { $0.isInside(root) && $0 != root && $0 != own && $0.parent != own }
        let searched = Set(action.headerFolders(in: readable).filter(isOwn))
        places.add(mapsAbove: searched.union(homes)) { searched.contains(where: $0.isInside) }
    }

    /// Modules that sources ask for by `canImport`, where a flag's folder may come to hold them.
    private func addImportable(by action: Action, to places: inout HeaderPlaces) {
        let folders = action.headerFolders(in: readable).filter { !BuildLayout.isIntermediate(readable.name($0)) }
        guard !folders.isEmpty else { return }
        for module in Set(action.sources.flatMap { readable.texts.modulesAsked(by: readable.absolute($0)) }) {
            for folder in folders {
                places.add([folder / "\(module).swiftmodule", folder / "\(module).swiftinterface"])
                places.add([folder / "\(module)/module.modulemap", folder / "\(module)/module.map"])
            }
        }
    }

    /// Of maps that these name, too, whatever they are called.
    private func addNames(
        inModuleMaps maps: [AbsolutePath], _ declared: Set<String>, to places: inout HeaderPlaces
    ) throws(Unpublished) {
        var open = maps, seen = Set(maps)
        while let map = open.popLast() {
            try addNames(inModuleMap: map, declared, to: &places)
            for name in readable.texts.names(inModuleMap: map) ?? [] where name.isMap {
                let other = NamedWay(from: map.parent, along: name.text, files)
                if !other.isMissing, seen.insert(other.end).inserted { open.append(other.end) }
            }
        }
    }

    /// Maps that mono makes name folders of headers that are declared.
    private func addNames(
        inModuleMap map: AbsolutePath, _ declared: Set<String>, to places: inout HeaderPlaces
    ) throws(Unpublished) {
        let name = readable.name(map)
        guard !BuildLayout.isIntermediate(name), let names = readable.texts.names(inModuleMap: map) else { return }
        places.add(mapsBeside: map)
        let isKnown = places.add(
            inModuleMap: names, in: map.parent, declared: declared.contains(name),
            entering: { !BuildLayout.isIntermediate(readable.name($0)) })
        if !isKnown { throw .unknownReads(name) }
    }

    /// The system's folders for headers, after those that flags name. Where all of these that lie in the workspace are
    /// targets' own, the names of the headers that can be found there are declared, and nobody need look.
    private func headerSearch(of action: Action) -> HeaderSearch {
        var named = action.headerFolders(in: readable)
        let mentions = Set(action.mentions.map(readable.absolute))
        let areTargets = !named.contains { $0.isInside(root) && mentions.contains($0) }
        named = named.filter { !isToolchains($0) && !(areTargets && $0.isInside(root)) }
        // Which kind of option comes first is clang's to know: each of these may be searched before each other.
        return HeaderSearch(c: named + toolchain.headers.c, cxx: named.reversed() + toolchain.headers.cxx)
    }
}

extension Action {
    /// Clang looks for module maps where it finds headers.
    var findsModuleMaps: Bool {
        switch kind {
        case .compileClang, .indexClang:
            arguments.contains { ["-fmodules", "-fcxx-modules", "-fimplicit-modules"].contains($0.keyed) }
        default: true
        }
    }

    /// What `-l:` names.
    fileprivate var librariesByFile: Set<String> {
        Set(
            arguments.compactMap(\.keyed).flatMap { $0.split(separator: ",") }.compactMap { word in
                word.hasPrefix("-l:") ? String(word.dropFirst(3)) : nil
            })
    }

    /// True for what compiles read that is no text of C's: clang compiles any file that a text includes.
    func hasCompiled(_ path: AbsolutePath) -> Bool {
        switch path.fileExtension {
        case "pcm", "modulemap": true
        case "swift", "swiftmodule", "swiftinterface": kind != .compileClang && kind != .indexClang
        default: false
        }
    }

    /// A word by which a compile searches in folders, or starts programs, that no key knows.
    var unaccountableWord: String? {
        guard readsHeaders else { return nil }
        return arguments.compactMap(\.keyed).first { word in Action.unaccountable.contains(where: word.hasPrefix) }
    }

    private static let unaccountable = [
        "-F", "-iframework", "-Fsystem", "-iprefix", "-iwithprefix", "-iwithsysroot", "-Wp,", "-Xpreprocessor",
        "-internal-isystem", "-internal-externc-isystem", "--config", "-ivfsoverlay", "-vfsoverlay",
        "-fno-integrated-as", "-no-integrated-as", "-working-directory", "-plugin-path", "-external-plugin-path",
    ]
}
