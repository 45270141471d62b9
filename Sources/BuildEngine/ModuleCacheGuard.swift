import BuildPlanning
import Digests
import Disk

/// Keeps clang's module cache honest. It is no part of any key, because clang checks what it holds, but clang does so
/// by size and modification time in whole seconds: a header edited with both kept would be read from a module built
/// before the edit. And it takes no notice of search paths: a module whose headers are found elsewhere now would be the
/// old one.
struct ModuleCacheGuard: Sendable {
    let files: any FileSystem
    let readable: ReadableFiles
    let memory: DecisionMemory
    let cache: AbsolutePath
    let toolchain: ContentDigest

    private struct Seen: Equatable {
        var size, modified: Int
        var digest: ContentDigest
    }

    private struct Known {
        var origin: ContentDigest?
        /// Workspace files that module maps reach, by themselves or by way of others.
        var headers: [String: Seen] = [:]
        /// By action, where headers are looked for; actions that name no place are left out.
        var searches: [ActionID: ContentDigest] = [:]
    }

    /// Who made the modules, and where: each holds the path of its folder, and compilers stop where that is another
    /// ("was compiled with module cache path"), as after a checkout was renamed.
    private var origin: ContentDigest {
        var builder = DigestBuilder()
        builder.append(toolchain)
        builder.append(cache.string)
        return builder.finish()
    }

    /// Removes the module cache where some header's content changed under the same size and time, where headers are
    /// looked for elsewhere, or where the toolchain or the workspace's folder is another. Call before anything reads
    /// the cache.
    func check(_ plan: ActionGraph) {
        var now = Known(origin: origin)
        // Those through which a declaration is seen.
        var showing: Set<ActionID> = []
        for id in plan.order {
            let action = plan[id]
            let seesOne = action.seen.contains(where: showing.contains)
            if seesOne || action.isDeclaration { showing.insert(id) }
            if !action.headerSearch.isEmpty {
                var digest = DigestBuilder()
                digest.append(action.headerSearch)
                now.searches[id] = digest.finish()
            }
            for path in headers(seenBy: action, seesDeclarations: seesOne) where now.headers[path] == nil {
                guard let status = files.status(readable.absolute(path)), let digest = try? readable.digest(path) else {
                    continue
                }
                now.headers[path] = Seen(size: Int(status.size), modified: Int(status.modified), digest: digest)
            }
        }
        let known = read()
        let isFresh = known.origin == now.origin && !isStale(known, now, plan)
        if !isFresh { try? files.remove(cache) }
        // What another build did not look at is still what the cache may hold.
        if isFresh {
            now.headers = known.headers.merging(now.headers) { $1 }
            now.searches = known.searches.merging(now.searches) { $1 }
            if known.headers == now.headers, known.searches == now.searches { return }
        }
        write(now)
    }

    /// The next check empties the cache, whatever it finds.
    func forget() { try? files.remove(record) }

    /// Of a declaration its own; of what compiles against one those that the last run was seen to read: private
    /// headers, and such of the workspace that belong to no target.
    private func headers(seenBy action: Action, seesDeclarations: Bool) -> [String] {
        if action.isDeclaration { return action.sources }
        guard seesDeclarations else { return [] }
        return memory.entry(for: action.id)?.names.filter { $0.utf8.first != UInt8(ascii: "/") && $0 != OpenRoot.mark }
            ?? []
    }

    private func isStale(_ known: Known, _ now: Known, _ plan: ActionGraph) -> Bool {
        let second = 1_000_000_000
        let isEdited = known.headers.contains { path, old in
            guard let new = now.headers[path] else { return false }
            return new.digest != old.digest && new.size == old.size && new.modified / second == old.modified / second
        }
        if isEdited { return true }
        if now.searches.contains(where: { name, new in known.searches[name].map { $0 != new } ?? false }) {
            return true
        }
        return known.searches.contains { now.searches[$0.key] == nil && plan.actions[$0.key] != nil }
    }

    private static let format = 2

    private func read() -> Known { (try? files.read(record)).flatMap { try? ModuleCacheGuard.decode($0) } ?? Known() }

    private static func decode(_ bytes: [UInt8]) throws(MalformedRecord) -> Known {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == format else { throw MalformedRecord() }
        var known = Known(origin: try reader.optionalDigest())
        known.headers = try reader.table { (reader) throws(MalformedRecord) in
            let path = try reader.text()
            return (path, Seen(size: try reader.number(), modified: try reader.fixed(), digest: try reader.digest()))
        }
        known.searches = try reader.table { (reader) throws(MalformedRecord) in
            (ActionID(try reader.text()), try reader.digest())
        }
        try reader.finish()
        return known
    }

    private func write(_ known: Known) {
        var writer = RecordWriter()
        writer.write(ModuleCacheGuard.format)
        writer.write(known.origin)
        writer.write(table: known.headers) { writer, path, seen in
            writer.write(path)
            writer.write(seen.size)
            // A file may be older than 1970.
            writer.fixed(seen.modified)
            writer.write(seen.digest)
        }
        writer.write(table: known.searches) { writer, action, digest in
            writer.write(action.name)
            writer.write(digest)
        }
        try? files.write(writer.sealed(), to: record)
    }

    private var record: AbsolutePath { cache.parent / "module-cache-headers" }
}
