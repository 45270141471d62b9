import BuildPlanning
import Digests
import Disk
import Targets
import Toolchains

/// What a run read beside what its action declares, and whether that was the same all the while.
extension ActionRunner {
    struct DiscoveredReads {
        /// Of files that the run read and that are neither declared nor the toolchain's; sorted.
        var names: [String]
        /// C modules that the run sees and of which it read a header, by the actions that declare them.
        var cModules: Set<String>
        var clock: [ClockUse]
    }

    func discoveredReads(
        of action: Action, _ part: PartOfCompile?, needs: [ActionID: Need]
    ) -> Result<DiscoveredReads, Unpublished> {
        if action.kind == .compileClang,
            let source = action.sources.first(where: { readable.mayReadMore($0, ActionRunner.language(of: [$0])) })
        {
            return .failure(.unknownReads(source))
        }
        if let word = action.unaccountableWord { return .failure(.unknownReads(word)) }
        do throws(Unpublished) {
            let names = try self.names(saidIn: part?.dependencyFiles ?? action.dependencyFiles, of: action),
                declared = self.declared(of: action, needs)
            let language = ActionRunner.language(of: action.sources)
            var found: Set<String> = [], read: [AbsolutePath] = [], inside: Set<String> = []
            for name in names where name != "/dev/null" {
                let path = place(of: name, for: action, &found)
                // A file that clang made for this one link, or a name that was written so that nobody can read it.
                if action.kind == .link, files.status(path) == nil { throw .unknownReads(name) }
                // One that went away is found to have changed.
                if isText(path, for: action), files.status(path) != nil,
                    readable.mayReadMore(readable.name(path), language)
                {
                    throw .unknownReads(readable.name(path))
                }
                read.append(path)
                if path.isInside(root) {
                    let name = path.relative(to: root)
                    inside.insert(name)
                    if declared.contains(name) { continue }
                    if BuildLayout.isIntermediate(name) { throw .undeclaredRead(name) }
                    found.insert(name)
                } else if !isToolchains(path), !isSDKs(path, for: action) {
                    // By a way from the workspace, without links: in another checkout it is the file there, and no
                    // other.
                    let isByWay =
                        !name.hasPrefix("/") && path == AbsolutePath(name, in: readable.absolute(action.folder))
                    found.insert((isByWay ? readable.nameFromRoot(of: path.string) : nil) ?? path.string)
                }
            }
            // What was read for the other sources is as it was.
            found.formUnion(part?.basis.table.readings.files.map(\.path) ?? [])
            found.formUnion(rivals(of: names, read, for: action, declared))
            let named = try namedPlaces(by: read, for: action, declared)
            found.formUnion(named.names)
            inside.formUnion(named.embedded)
            found.formUnion(
                try behindResponseFiles(of: action).filter { !isToolchains($0) }.map(readable.name).filter {
                    !declared.contains($0) && !BuildLayout.isIntermediate($0)
                })
            found.formUnion(found.compactMap(readable.nameFromRoot))
            return .success(
                DiscoveredReads(
                    names: found.sorted(), cModules: cModules(among: needs, read: inside),
                    clock: clockUses(in: read, by: action)))
        } catch {
            return .failure(error)
        }
    }

    /// Where a file lies that a tool says that it read, with the links that decide it added to `found`.
    private func place(of name: String, for action: Action, _ found: inout Set<String>) -> AbsolutePath {
        let folder = readable.absolute(action.folder), plain = AbsolutePath(name, in: folder)
        guard action.kind != .link, NamedWay.leavesFolders(name), !isToolchains(plain) else { return plain }
        guard let way = readable.texts.way(from: folder, along: name), !way.links.isEmpty else { return plain }
        for link in way.links where !isToolchains(link) && !isSDKs(link, for: action) {
            found.insert(readable.name(link))
        }
        return way.place
    }

    /// Module maps are read of all modules that could be imported.
    private func cModules(among needs: [ActionID: Need], read: Set<String>) -> Set<String> {
        let modules = needs.values.map(\.action).filter { action in
            guard let declaration = action.declaration else { return false }
            return action.sources.contains { read.contains($0) && !declaration.moduleMaps.contains($0) }
        }
        return Set(modules.map(\.id.name))
    }

    private func declared(of action: Action, _ needs: [ActionID: Need]) -> Set<String> {
        var declared = Set(action.sources + action.generated.map(\.path) + action.outputs.map(\.path))
        for need in needs.values.map(\.action) {
            declared.formUnion(need.outputs.map(\.path))
            declared.formUnion(need.generated.map(\.path))
            if need.isDeclaration { declared.formUnion(need.sources) }
        }
        return declared
    }

    /// What the tool says that it read, as the tool spells it.
    func names(saidIn rules: [String], of action: Action) throws(Unpublished) -> Set<String> {
        var names: Set<String> = []
        // The objects of one frontend have the same list, hundreds of names long.
        var last: ArraySlice<UInt8> = []
        for file in rules {
            guard let bytes = try? files.read(readable.absolute(file)) else { throw .unknownReads(file) }
            let list = bytes.drop { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
            if list == last { continue }
            last = list
            if action.kind == .link {
                let folder = readable.absolute(action.folder)
                names.formUnion(
                    DependencyFile.linkInputs(in: bytes) { files.status(AbsolutePath($0, in: folder)) != nil })
            } else {
                names.formUnion(DependencyFile.prerequisites(in: bytes))
            }
        }
        return names
    }

    private static func language(of sources: [String]) -> AssemblerReads.Language {
        sources.contains { $0.lowercased().hasSuffix(".s") } ? .assembly : .c
    }

    /// True for a text of C's that is neither the toolchain's nor the system's: such are nobody's to change.
    private func isText(_ path: AbsolutePath, for action: Action) -> Bool {
        guard action.readsHeaders, !action.hasCompiled(path), !isToolchains(path), !isSDKs(path, for: action) else {
            return false
        }
        return !(toolchain.headers.c + toolchain.headers.cxx).contains(where: path.isInside)
    }

    /// Where the texts of a run use the time of the compile, unless flags define it. The system's headers are nobody's
    /// to change.
    private func clockUses(in read: [AbsolutePath], by action: Action) -> [ClockUse] {
        guard action.readsHeaders, !action.writesIndex else { return [] }
        let defined = ClockMacro.names.filter { name in
            action.arguments.contains { $0.keyed.map { $0 == "-D\(name)" || $0.hasPrefix("-D\(name)=") } ?? false }
        }
        return read.flatMap { path -> [ClockUse] in
            guard isText(path, for: action) else { return [] }
            return readable.clockMacros(in: path).filter { !defined.contains($0.name) }.map {
                ClockUse(file: readable.name(path), macro: $0)
            }
        }.sorted { ($0.file, $0.macro.line) < ($1.file, $1.macro.line) }
    }

    func isSDKs(_ path: AbsolutePath, for action: Action) -> Bool {
        action.sdk != nil && toolchain.sdk?.covers(path, files: files) == true
    }

    /// The linker names files by the way it found them, such as `lib/../lib64`; what counts is where they are.
    func isToolchains(_ path: AbsolutePath) -> Bool {
        toolchain.covers(path) || path.isInside(toolchain.root) && files.resolve(path).map(toolchain.covers) ?? false
    }

    /// What the run read beside what is declared, as it read it; or why that is not known, where something may have
    /// changed while it ran.
    ///
    /// That nothing did is known by the way to each file (`PathWatch`), which no process's clock decides, and for files
    /// of the workspace by their content too, because a store through a memory mapping changes no time. `moment`:
    /// before the tool was started.
    func readings(
        of action: Action, _ sources: [String: ContentDigest], _ names: [String], _ needs: [ActionID: Need],
        since moment: FileMoment
    ) -> Result<Readings, Unpublished> {
        var watch = PathWatch(files: files, workspace: root, since: moment)
        do throws(Unpublished) {
            try checkSources(sources, &watch)
            for (id, need) in needs.sorted(by: { $0.key < $1.key }) where need.action.isDeclaration {
                try checkDeclaration(id, need, &watch)
            }
            try checkSurroundings(of: action, &watch)
            var found: [Readings.File] = []
            for name in names { found.append(try reading(of: name, &watch)) }
            return clock.isSteady(since: moment) ? .success(Readings(files: found)) : .failure(.clockWasSet)
        } catch {
            return .failure(error)
        }
    }

    private func checkSources(_ sources: [String: ContentDigest], _ watch: inout PathWatch) throws(Unpublished) {
        for (path, digest) in sources.sorted(by: { $0.key < $1.key }) {
            guard let now = try? readable.content(path), watch.isStill(readable.absolute(path)) else {
                throw .changedMeanwhile(path)
            }
            guard now == digest else {
                // Where it looks as it did before, the next build would believe that.
                readable.correct(path, now)
                throw .changedMeanwhile(path)
            }
        }
    }

    /// Headers stand in the key as they were when their interface was decided.
    private func checkDeclaration(_ id: ActionID, _ need: Need, _ watch: inout PathWatch) throws(Unpublished) {
        let ingredients = KeyIngredients(
            toolchain: { toolchain.identity(linking: $0) },
            source: { path throws(FileError) in try readable.content(path) }, interface: { _ in toolchain.identity },
            outputs: { _ in [] })
        guard let now = try? need.action.fingerprint(ingredients).key, now == need.decided.key else {
            for path in need.action.sources { if let now = try? readable.content(path) { readable.correct(path, now) } }
            throw .changedMeanwhile(id.name)
        }
        for path in need.action.sources {
            guard watch.isStill(readable.absolute(path)) else { throw .changedMeanwhile(path) }
        }
    }

    private func checkSurroundings(of action: Action, _ watch: inout PathWatch) throws(Unpublished) {
        for path in action.mentions where files.status(readable.absolute(path)) != nil {
            guard watch.isStill(readable.absolute(path)) else { throw .changedMeanwhile(path) }
        }
        // An update of the toolchain in mid-build.
        for program in action.tool == nil ? [] : toolchain.programs where files.status(program) != nil {
            guard watch.isStill(program) else { throw .changedMeanwhile(program.string) }
        }
        // A header that was away for a moment, and let another one be found.
        for folder in Set(action.searchable.map { readable.absolute($0).parent }).sorted() {
            guard watch.isUntouched(folder: folder) else { throw .changedMeanwhile(readable.name(folder)) }
        }
    }

    private func reading(of name: String, _ watch: inout PathWatch) throws(Unpublished) -> Readings.File {
        guard readable.isReadable(name) else { throw .unknownReads(name) }
        let isOutside = readable.isOutside(name)
        let digest = isOutside ? readable.current(name) : (try? readable.content(name)) ?? readable.current(name)
        let place = readable.absolute(name)
        guard watch.isStill(place), !files.isFolder(place) || watch.isUntouched(folder: place) else {
            throw .changedMeanwhile(name)
        }
        if let digest, !isOutside, !readable.agrees(digest, with: name) {
            readable.correct(name, digest)
            throw .changedMeanwhile(name)
        }
        return Readings.File(path: name, digest: digest)
    }
}
