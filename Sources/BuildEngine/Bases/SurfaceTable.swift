import Digests
import SwiftText

/// What a result was made of, source by source, with what of each source counts outside of it: enough to tell from an
/// edit what of the result it leaves as it is.
struct SurfaceTable: Sendable {
    struct Row: Hashable, Sendable {
        var content: ContentDigest
        /// Nil where the source is not understood.
        var surface: Surface?
    }

    /// `SourceSurface`, with digests for texts.
    struct Surface: Hashable, Sendable {
        var inside, module: ContentDigest
        var functions, storage: [String: ContentDigest]
        var lookedUp, namable, initialised, openAliases: Set<String>
        var owners, aliases: [String: Set<String>]
        var mayExpandMacros, usesTestMacros, hasOpaqueTypes: Bool

        init(_ surface: SourceSurface) {
            inside = ContentDigest(of: surface.inside)
            module = ContentDigest(of: surface.module)
            functions = surface.functions.mapValues { ContentDigest(of: $0) }
            storage = surface.storage.mapValues { ContentDigest(of: $0) }
            (lookedUp, namable, initialised) = (surface.lookedUp, surface.namable, surface.initialised)
            (owners, aliases, openAliases) = (surface.owners, surface.aliases, surface.openAliases)
            (mayExpandMacros, usesTestMacros) = (surface.mayExpandMacros, surface.usesTestMacros)
            hasOpaqueTypes = surface.hasOpaqueTypes
        }
    }

    var rows: [String: Row]
    var readings: Readings
    /// The result rests on the compiler's own incremental compile, and stays on this machine.
    var isLocal: Bool
    /// Nil where all of them counts.
    var seen: SeenInterfaces?

    /// Raised whenever what is read off sources changes.
    static let format = 15

    init(rows: [String: Row], readings: Readings, isLocal: Bool, seen: SeenInterfaces? = nil) {
        (self.rows, self.readings, self.isLocal, self.seen) = (rows, readings, isLocal, seen)
    }

    // MARK: Its form

    var encoded: [UInt8] {
        var writer = RecordWriter()
        writer.write(SurfaceTable.format)
        writer.write(isLocal)
        writer.write(readings.files) {
            $0.write($1.path)
            $0.write($1.digest)
        }
        writer.write(table: rows) { writer, path, row in
            writer.write(path)
            writer.write(row.content)
            writer.write(row.surface) { $1.write(to: &$0) }
        }
        writer.write(seen) { $1.write(to: &$0) }
        return writer.sealed()
    }

    init(encoded: [UInt8]) throws(MalformedRecord) {
        var reader = try RecordReader(sealed: encoded)
        guard try reader.number() == SurfaceTable.format else { throw MalformedRecord() }
        isLocal = try reader.flag()
        readings = Readings(
            files: try reader.list { (reader) throws(MalformedRecord) in
                Readings.File(path: try reader.text(), digest: try reader.optionalDigest())
            })
        rows = try reader.table { (reader) throws(MalformedRecord) in
            let path = try reader.text(), content = try reader.digest()
            return (path, Row(content: content, surface: try reader.flag() ? try Surface(from: &reader) : nil))
        }
        seen = try reader.flag() ? try SeenInterfaces(from: &reader) : nil
        try reader.finish()
    }
}

extension SurfaceTable.Surface {
    fileprivate func write(to writer: inout RecordWriter) {
        writer.write(inside)
        writer.write(module)
        writer.write(functions)
        writer.write(storage)
        for names in [lookedUp, namable, initialised, openAliases] { writer.write(names.sorted()) }
        for table in [owners, aliases] {
            writer.write(table: table) { writer, name, words in
                writer.write(name)
                writer.write(words.sorted())
            }
        }
        writer.write(mayExpandMacros)
        writer.write(usesTestMacros)
        writer.write(hasOpaqueTypes)
    }

    fileprivate init(from reader: inout RecordReader) throws(MalformedRecord) {
        inside = try reader.digest()
        module = try reader.digest()
        functions = try reader.digests()
        storage = try reader.digests()
        lookedUp = Set(try reader.texts())
        namable = Set(try reader.texts())
        initialised = Set(try reader.texts())
        openAliases = Set(try reader.texts())
        owners = try reader.table { (reader) throws(MalformedRecord) in (try reader.text(), Set(try reader.texts())) }
        aliases = try reader.table { (reader) throws(MalformedRecord) in
            (try reader.text(), Set(try reader.texts()))
        }
        mayExpandMacros = try reader.flag()
        usesTestMacros = try reader.flag()
        hasOpaqueTypes = try reader.flag()
    }
}
