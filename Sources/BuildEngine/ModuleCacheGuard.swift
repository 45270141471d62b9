import BuildPlanning
import Digests
import Disk

/// Keeps clang's module cache honest. It is no part of any key, because clang checks what it holds, but clang does so by size and
/// modification time: a header edited with both kept would be read from a module built before the edit.
struct ModuleCacheGuard: Sendable {
    let files: any FileSystem
    let readable: ReadableFiles
    let cache: AbsolutePath
    let toolchain: ContentDigest

    private struct Seen: Equatable {
        var size, modified: Int
        var digest: ContentDigest
    }

    /// Removes the module cache where some header's content changed under the same size and time, or the toolchain did.
    /// Call before anything reads the cache. `headers`: workspace files that module maps reach.
    func check(_ headers: [String]) {
        var now: [String: Seen] = [:]
        for path in headers {
            guard let status = files.status(readable.absolute(path)), let digest = try? readable.digest(path) else { continue }
            now[path] = Seen(size: Int(status.size), modified: Int(status.modified), digest: digest)
        }
        let known = read()
        if known.toolchain == toolchain, known.seen == now { return }
        let isStale = known.seen.contains { path, old in
            guard let new = now[path] else { return false }
            return new.digest != old.digest && new.size == old.size && new.modified == old.modified
        }
        if known.toolchain != toolchain || isStale { try? files.remove(cache) }
        // A header that another build did not look at is still what the cache may hold.
        write(known.toolchain == toolchain && !isStale ? known.seen.merging(now) { $1 } : now)
    }

    private func read() -> (toolchain: ContentDigest?, seen: [String: Seen]) {
        guard let bytes = try? files.read(record), var reader = ByteReader(sealed: bytes), let toolchain = reader.digest() ?? nil,
            let count = reader.count()
        else { return (nil, [:]) }
        var seen: [String: Seen] = [:]
        for _ in 0..<count {
            guard let path = reader.text(), let size = reader.number(), let modified = reader.number(),
                let digest = reader.digest() ?? nil
            else { return (nil, [:]) }
            seen[path] = Seen(size: size, modified: modified, digest: digest)
        }
        return (toolchain, seen)
    }

    private func write(_ seen: [String: Seen]) {
        var writer = ByteWriter()
        writer.write(toolchain)
        writer.write(seen.count)
        for (path, entry) in seen.sorted(by: { $0.key < $1.key }) {
            writer.write(path)
            writer.write(entry.size)
            writer.write(entry.modified)
            writer.write(entry.digest)
        }
        try? files.write(writer.sealed(), to: record)
    }

    private var record: AbsolutePath { cache.parent / "module-cache-headers" }
}
