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

    /// Removes the module cache where some header's content changed under the same size and time, where headers are
    /// looked for elsewhere, where files came or went that decide what a header is, or where the toolchain or the
    /// workspace's folder is another. Call before anything reads the cache.
    func check(_ plan: ActionGraph) {
        let known = read()
        var now = seen(by: plan, known)
        let isFresh = known.origin == now.origin && !isStale(known, now, plan)
        if !isFresh { try? files.remove(cache) }
        // What another build did not look at is still what the cache may hold.
        if isFresh { now = known.merging(now) }
        if !isFresh || now != known { write(now) }
    }

    /// Adds what the runs of a build were seen to read. Call after the last of them.
    func add(_ plan: ActionGraph) {
        let known = read(), now = known.merging(seen(by: plan, known))
        if now != known { write(now) }
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
        // Those through which a declaration is seen.
        var showing: Set<ActionID> = []
        for id in plan.order {
            let action = plan[id], seesOne = action.seen.contains(where: showing.contains)
            if seesOne || action.isDeclaration { showing.insert(id) }
            if !action.headerSearch.isEmpty {
                var digest = DigestBuilder()
                digest.append(action.headerSearch)
                now.searches[id] = digest.finish()
            }
            if action.isDeclaration {
                for path in action.sources where now.headers[path] == nil {
                    guard let header = header(path, known) else { continue }
                    now.headers[path] = header
                    if header.asks { asking.append(path) }
                }
            } else if seesOne, let names = memory.entry(for: id)?.names, lists.insert(NameList(names: names)).inserted {
                // Private headers, and such of the workspace that belong to no target.
                for name in names where name != OpenRoot.mark && now.isThere[name] == nil {
                    now.isThere[name] = isThere(name)
                    if name.utf8.first != UInt8(ascii: "/"), now.headers[name] == nil {
                        now.headers[name] = header(name, known)
                    }
                }
            }
        }
        for name in places(askedBy: asking, plan) { now.isThere[name] = isThere(name) }
        return now
    }

    private func header(_ path: String, _ known: ModuleCacheInputs) -> ModuleCacheInputs.Header? {
        guard let status = files.status(readable.absolute(path)), let digest = try? readable.digest(path) else {
            return nil
        }
        let old = known.headers[path]
        let asks =
            old?.digest == digest
            ? old?.asks ?? true : readable.asked(by: readable.absolute(path)).map { !$0.names.isEmpty } ?? true
        return ModuleCacheInputs.Header(
            size: Int(status.size), modified: Int(status.modified), digest: digest, asks: asks)
    }

    private func isThere(_ name: String) -> Bool { files.status(readable.absolute(name)) != nil }

    /// Before the first run has reported names: it may fail, and leave a module in the cache all the same.
    private func places(askedBy texts: [String], _ plan: ActionGraph) -> Set<String> {
        guard !texts.isEmpty else { return [] }
        var named: Set<AbsolutePath> = []
        for id in plan.order { named.formUnion(plan[id].headerFolders(in: readable)) }
        var places = HeaderPlaces(folders: named.sorted() + toolchain.headers.c + toolchain.headers.cxx)
        for text in texts.map(readable.absolute) {
            guard let asked = readable.asked(by: text) else { continue }
            places.add(asked.names, in: text.parent) { files.linkStatus($0) != nil }
        }
        return Set(places.found.map(readable.name))
    }

    private func isStale(_ known: ModuleCacheInputs, _ now: ModuleCacheInputs, _ plan: ActionGraph) -> Bool {
        let second = 1_000_000_000
        let isEdited = known.headers.contains { path, old in
            guard let new = now.headers[path] else { return false }
            return new.digest != old.digest && new.size == old.size && new.modified / second == old.modified / second
        }
        if isEdited { return true }
        if known.isThere.contains(where: { name, was in (now.isThere[name] ?? isThere(name)) != was }) { return true }
        if now.searches.contains(where: { name, new in known.searches[name].map { $0 != new } ?? false }) {
            return true
        }
        return known.searches.contains { now.searches[$0.key] == nil && plan.actions[$0.key] != nil }
    }
}
