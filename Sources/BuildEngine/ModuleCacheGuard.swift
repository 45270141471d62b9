import BuildPlanning
import Digests
import Disk
import Toolchains

/// Keeps clang's module cache honest. It is no part of any key, because clang checks what it holds, but clang does so
/// by size and modification time in whole seconds: a header edited with both kept would be read from a module built
/// before the edit. And it takes no notice of search paths, nor of files that come to be where a header asks for one, or
/// where another would be found first: such a module would be the old one.
struct ModuleCacheGuard: Sendable {
    let files: any FileSystem
    let readable: ReadableFiles
    let memory: DecisionMemory
    let cache: AbsolutePath
    let toolchain: Toolchain
    let clock: FileClock

    /// What a check found.
    struct Checked: Sendable {
        fileprivate var inputs: ModuleCacheInputs
        fileprivate var moment: FileMoment
    }

    /// Removes the module cache where some header's content changed under the same size and time, where headers are
    /// looked for elsewhere, where files came or went that decide what a header is, or where the toolchain or the
    /// workspace's folder is another. Call before anything reads the cache.
    ///
    /// Until `keep`, nobody knows what the cache holds: who is killed in between leaves modules of headers that may be
    /// others by then.
    func check(_ plan: ActionGraph) -> Checked {
        let known = read(), moment = clock.moment()
        var now = seen(by: plan, known)
        let isFresh = known.origin == now.origin && !isStale(known, now, plan)
        if !isFresh { try? files.remove(cache) }
        // What another build did not look at is still what the cache may hold.
        if isFresh { now = known.merging(now) }
        forget()
        return Checked(inputs: now, moment: moment)
    }

    /// Keeps what was checked, with what the runs of a build were seen to read since then. Call after the last of them.
    /// A header that was written meanwhile may have been read as it was, and look the same: then nothing is kept.
    func keep(_ checked: Checked, _ plan: ActionGraph, didRun: Bool) {
        guard didRun else { return write(checked.inputs) }
        let now = checked.inputs.merging(seen(by: plan, checked.inputs))
        var watch = PathWatch(files: files, workspace: cache.parent, since: checked.moment)
        let isStill = now.headers.keys.allSatisfy { path in
            // What the build writes, it writes before anybody reads it.
            BuildLayout.isIntermediate(path) || watch.isStill(readable.absolute(path))
        }
        if isStill { write(now) }
    }

    /// The next check empties the cache, whatever it finds.
    func forget() { try? files.remove(record) }

    private var record: AbsolutePath { cache.parent / "module-cache-headers" }

    private func read() -> ModuleCacheInputs {
        (try? files.read(record)).flatMap { try? ModuleCacheInputs(sealed: $0) } ?? ModuleCacheInputs()
    }

    private func write(_ inputs: ModuleCacheInputs) { try? files.write(inputs.sealed(), to: record) }

    /// Who made the modules, and where: each holds the path of its folder, and compilers stop where that is another
    /// ("was compiled with module cache path"), as after a checkout was renamed.
    private var origin: ContentDigest {
        var builder = DigestBuilder()
        builder.append(toolchain.identity)
        builder.append(cache.string)
        return builder.finish()
    }

    // MARK: What modules depend on

    private func seen(by plan: ActionGraph, _ known: ModuleCacheInputs) -> ModuleCacheInputs {
        var now = ModuleCacheInputs(origin: origin), lists: Set<NameList> = [], asking: [String] = []
        for id in plan.order {
            let action = plan[id]
            if !action.headerSearch.isEmpty {
                var digest = DigestBuilder()
                digest.append(action.headerSearch)
                now.searches[id] = digest.finish()
            }
            if action.isDeclaration {
                for path in action.sources { addHeader(path, known, &now, &asking) }
            } else if action.readsHeaders, action.findsModuleMaps, let names = memory.entry(for: id)?.names,
                lists.insert(NameList(names: names)).inserted
            {
                // Private headers, and such of the workspace that belong to no target.
                for name in names where name != OpenRoot.mark && now.isThere[name] == nil {
                    addRead(name, known, &now, &asking)
                }
            }
        }
        let places = places(named: asking, plan)
        for place in places.found where !toolchain.covers(place) {
            let name = readable.name(place), status = files.status(place)
            now.isThere[name] = status != nil
            if status?.kind == .folder || places.embedded.contains(place) {
                now.contents[name] = readable.current(name)
            }
        }
        return now
    }

    /// Adds what a run was seen to read.
    private func addRead(
        _ name: String, _ known: ModuleCacheInputs, _ now: inout ModuleCacheInputs, _ asking: inout [String]
    ) {
        let status = files.status(readable.absolute(name))
        now.isThere[name] = status != nil
        switch status?.kind {
        case .folder?: now.contents[name] = readable.current(name)
        case nil: break
        default: if !isSystems(name) { addHeader(name, known, &now, &asking) }
        }
    }

    private func addHeader(
        _ path: String, _ known: ModuleCacheInputs, _ now: inout ModuleCacheInputs, _ asking: inout [String]
    ) {
        guard now.headers[path] == nil, let header = header(path, known) else { return }
        now.headers[path] = header
        if header.asks { asking.append(path) }
    }

    private func header(_ path: String, _ known: ModuleCacheInputs) -> ModuleCacheInputs.Header? {
        let place = readable.absolute(path)
        guard let status = files.status(place), let digest = readable.current(path) else { return nil }
        let old = known.headers[path]
        return ModuleCacheInputs.Header(
            size: Int(status.size), modified: Int(status.modified), digest: digest,
            asks: old?.digest == digest ? old?.asks ?? true : asks(place))
    }

    private func asks(_ place: AbsolutePath) -> Bool {
        if place.fileExtension == "modulemap" {
            var places = HeaderPlaces(folders: [], files: files)
            return !add(moduleMap: place, to: &places) || !places.found.isEmpty
        }
        guard let asked = readable.asked(by: place), let named = readable.texts.named(by: place) else { return true }
        return !asked.names.isEmpty || !named.embedded.isEmpty
    }

    /// The system's headers, which a workspace has by the hundred, are no one's to edit in a second.
    private func isSystems(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: "/") else { return false }
        let place = AbsolutePath(name)
        return toolchain.covers(place) || (toolchain.headers.c + toolchain.headers.cxx).contains(where: place.isInside)
    }

    private func isThere(_ name: String) -> Bool { files.status(readable.absolute(name)) != nil }

    /// Also before the first run has reported names: it may fail, and leave a module in the cache all the same.
    private func places(named texts: [String], _ plan: ActionGraph) -> HeaderPlaces {
        guard !texts.isEmpty else { return HeaderPlaces(folders: [], files: files) }
        var folders: Set<AbsolutePath> = []
        for id in plan.order { folders.formUnion(plan[id].headerFolders(in: readable)) }
        var places = HeaderPlaces(
            folders: folders.sorted() + toolchain.headers.c + toolchain.headers.cxx, files: files)
        for text in texts.map(readable.absolute) {
            if text.fileExtension == "modulemap" {
                _ = add(moduleMap: text, to: &places)
            } else {
                if let asked = readable.asked(by: text) { places.add(asked.names, in: text.parent) }
                if let named = readable.texts.named(by: text) { places.add(embedded: named.embedded, in: text.parent) }
            }
        }
        return places
    }

    /// What lies in the map's own folder is declared, or was read. False where it names too much.
    private func add(moduleMap map: AbsolutePath, to places: inout HeaderPlaces) -> Bool {
        places.add(
            inModuleMap: readable.texts.names(inModuleMap: map) ?? [], in: map.parent, declared: true,
            entering: { !BuildLayout.isIntermediate(readable.name($0)) })
    }

    private func isStale(_ known: ModuleCacheInputs, _ now: ModuleCacheInputs, _ plan: ActionGraph) -> Bool {
        let second = 1_000_000_000
        let isEdited = known.headers.contains { path, old in
            // Nobody may have told of it this time.
            guard let new = now.headers[path] ?? header(path, known) else { return false }
            return new.digest != old.digest && new.size == old.size && new.modified / second == old.modified / second
        }
        if isEdited { return true }
        if known.isThere.contains(where: { name, was in (now.isThere[name] ?? isThere(name)) != was }) { return true }
        if known.contents.contains(where: { name, was in (now.contents[name] ?? readable.current(name)) != was }) {
            return true
        }
        if now.searches.contains(where: { name, new in known.searches[name].map { $0 != new } ?? false }) {
            return true
        }
        return known.searches.contains { now.searches[$0.key] == nil && plan.actions[$0.key] != nil }
    }
}
