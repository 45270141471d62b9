import BuildPlanning
import Digests
import Disk

/// What the modules in clang's cache were made of, as far as clang itself does not check it.
struct ModuleCacheInputs: Equatable, Sendable {
    struct Header: Equatable, Sendable {
        /// `modified`: nanoseconds since 1970.
        var size, modified: Int
        var digest: ContentDigest
        /// True for a text that asks whether files are there, or embeds some, and for a module map that names places
        /// outside of its folder.
        var asks: Bool
    }

    /// The toolchain and the place of the cache; nil in a record of nothing.
    var origin: ContentDigest?
    /// Workspace files that module maps reach, by themselves or by way of others.
    var headers: [String: Header] = [:]
    /// By action, where headers are looked for; actions that name no place are left out.
    var searches: [ActionID: ContentDigest] = [:]
    /// Paths at which it counts whether anything is there: relative to the workspace, or absolute.
    var isThere: [String: Bool] = [:]
    /// What clang does not look at again at all: files that texts embed, and folders of headers that module maps name.
    var contents: [String: ContentDigest?] = [:]

    init(origin: ContentDigest? = nil) { self.origin = origin }

    /// Both, and `newer` where they differ.
    func merging(_ newer: ModuleCacheInputs) -> ModuleCacheInputs {
        var both = newer
        both.headers = headers.merging(newer.headers) { $1 }
        both.searches = searches.merging(newer.searches) { $1 }
        both.isThere = isThere.merging(newer.isThere) { $1 }
        both.contents = contents.merging(newer.contents) { $1 }
        return both
    }

    // MARK: The record

    private static let format = 5

    init(sealed bytes: [UInt8]) throws(MalformedRecord) {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == ModuleCacheInputs.format else { throw MalformedRecord() }
        origin = try reader.optionalDigest()
        headers = try reader.table { (reader) throws(MalformedRecord) in
            let path = try reader.text(), size = try reader.number(), modified = try reader.fixed()
            return (
                path,
                Header(size: size, modified: modified, digest: try reader.digest(), asks: try reader.number() != 0)
            )
        }
        searches = try reader.table { (reader) throws(MalformedRecord) in
            (ActionID(try reader.text()), try reader.digest())
        }
        isThere = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.text(), try reader.number() != 0)
        }
        contents = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.text(), try reader.optionalDigest())
        }
        try reader.finish()
    }

    func sealed() -> [UInt8] {
        var writer = RecordWriter()
        writer.write(ModuleCacheInputs.format)
        writer.write(origin)
        writer.write(table: headers) { writer, path, header in
            writer.write(path)
            writer.write(header.size)
            // A file may be older than 1970.
            writer.fixed(header.modified)
            writer.write(header.digest)
            writer.write(header.asks ? 1 : 0)
        }
        writer.write(table: searches) { writer, action, digest in
            writer.write(action.name)
            writer.write(digest)
        }
        writer.write(table: isThere) { writer, name, isThere in
            writer.write(name)
            writer.write(isThere ? 1 : 0)
        }
        writer.write(table: contents) { writer, name, digest in
            writer.write(name)
            writer.write(digest)
        }
        return writer.sealed()
    }
}
