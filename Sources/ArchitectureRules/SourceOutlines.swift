import Digests
import Disk
import SwiftText

/// Outlines of sources, remembered by their content. All members may be called from any thread.
public final class SourceOutlines: Sendable {
    private let files: any FileSystem
    private let digests: FileDigests
    private let memory: ContentMemory<RememberedOutline>

    /// `path`: where they are kept; losing them costs time alone.
    public init(files: any FileSystem, digests: FileDigests, path: AbsolutePath) {
        (self.files, self.digests) = (files, digests)
        memory = ContentMemory(files: files, path: path, mostKept: 200_000)
    }

    /// Nil for a file that cannot be read: the build will say what is wrong with it. `flags`: those that are defined
    /// for it.
    func outline(of source: AbsolutePath, flags: Set<String>) -> SourceOutline? {
        guard var digest = try? digests.digest(source) else { return nil }
        if !flags.isEmpty { digest = ContentDigest(of: ([digest.description] + flags.sorted()).joined(separator: " ")) }
        return memory.facts(of: digest) {
            (try? files.read(source)).map { RememberedOutline(outline: SourceOutline($0, flags: flags)) }
        }?.outline
    }

    /// Writes what is new. Failing to is no error: the next check reads the sources.
    public func save() {
        memory.save()
        try? digests.save()
    }
}

private struct RememberedOutline: RememberedFacts {
    /// Raised too when sources are read with other eyes (`OutlineReader`).
    static let format = 6

    var outline: SourceOutline

    init(outline: SourceOutline) { self.outline = outline }

    init(from reader: inout RecordReader) throws(MalformedRecord) {
        outline = SourceOutline()
        outline.imports = try reader.list { (reader) throws(MalformedRecord) in
            .init(module: try reader.text(), line: try reader.number(), isActive: try reader.flag())
        }
        outline.longBodies = try reader.list { (reader) throws(MalformedRecord) in
            .init(name: try reader.text(), line: try reader.number(), lines: try reader.number())
        }
        outline.globals = try reader.list { (reader) throws(MalformedRecord) in
            .init(
                name: try reader.text(), line: try reader.number(), isMutable: try reader.flag(),
                type: try reader.optionalText(), maker: try reader.optionalText())
        }
        outline.makers = try reader.list { (reader) throws(MalformedRecord) in
            .init(name: try reader.text(), type: try reader.text())
        }
        outline.referenceTypes = try reader.texts()
        outline.types = try reader.texts()
        outline.names = try reader.list { (reader) throws(MalformedRecord) in
            .init(
                text: try reader.text(), line: try reader.number(), isLookup: try reader.flag(),
                isActive: try reader.flag())
        }
    }

    func write(to writer: inout RecordWriter) {
        writer.write(outline.imports) {
            $0.write($1.module)
            $0.write($1.line)
            $0.write($1.isActive)
        }
        writer.write(outline.longBodies) {
            $0.write($1.name)
            $0.write($1.line)
            $0.write($1.lines)
        }
        writer.write(outline.globals) {
            $0.write($1.name)
            $0.write($1.line)
            $0.write($1.isMutable)
            $0.write($1.type)
            $0.write($1.maker)
        }
        writer.write(outline.makers) {
            $0.write($1.name)
            $0.write($1.type)
        }
        writer.write(outline.referenceTypes)
        writer.write(outline.types)
        writer.write(outline.names) {
            $0.write($1.text)
            $0.write($1.line)
            $0.write($1.isLookup)
            $0.write($1.isActive)
        }
    }
}
