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

    /// Nil for a file that cannot be read: the build will say what is wrong with it. `flags`: those that are defined for it.
    func outline(of source: AbsolutePath, flags: Set<String>) -> SourceOutline? {
        guard var digest = try? digests.digest(source) else { return nil }
        if !flags.isEmpty { digest = ContentDigest(of: ([digest.description] + flags.sorted()).joined(separator: " ")) }
        return memory.facts(of: digest) { (try? files.read(source)).map { RememberedOutline(outline: SourceOutline($0, flags: flags)) } }?.outline
    }

    /// Writes what is new. Failing to is no error: the next check reads the sources.
    public func save() {
        memory.save()
        try? digests.save()
    }
}

private struct RememberedOutline: RememberedFacts {
    /// Raised too when sources are read with other eyes (`OutlineReader`).
    static let format = 1

    var outline: SourceOutline

    init(outline: SourceOutline) { self.outline = outline }

    init?(from reader: inout ByteReader) {
        outline = SourceOutline()
        guard let imports = reader.count() else { return nil }
        for _ in 0..<imports {
            guard let module = reader.text(), let line = reader.number(), let isActive = reader.number() else { return nil }
            outline.imports.append(SourceOutline.Import(module: module, line: line, isActive: isActive == 1))
        }
        guard let bodies = reader.count() else { return nil }
        for _ in 0..<bodies {
            guard let name = reader.text(), let line = reader.number(), let lines = reader.number() else { return nil }
            outline.longBodies.append(SourceOutline.Body(name: name, line: line, lines: lines))
        }
        guard let globals = reader.count() else { return nil }
        for _ in 0..<globals {
            guard let name = reader.text(), let line = reader.number(), let isMutable = reader.number(), let type = reader.text() else { return nil }
            outline.globals.append(SourceOutline.GlobalValue(name: name, line: line, isMutable: isMutable == 1, type: type.isEmpty ? nil : type))
        }
        guard let types = reader.count() else { return nil }
        for _ in 0..<types {
            guard let name = reader.text() else { return nil }
            outline.referenceTypes.append(name)
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.write(outline.imports.count)
        for statement in outline.imports {
            writer.write(statement.module)
            writer.write(statement.line)
            writer.write(statement.isActive ? 1 : 0)
        }
        writer.write(outline.longBodies.count)
        for body in outline.longBodies {
            writer.write(body.name)
            writer.write(body.line)
            writer.write(body.lines)
        }
        writer.write(outline.globals.count)
        for value in outline.globals {
            writer.write(value.name)
            writer.write(value.line)
            writer.write(value.isMutable ? 1 : 0)
            writer.write(value.type ?? "")
        }
        writer.write(outline.referenceTypes.count)
        for name in outline.referenceTypes { writer.write(name) }
    }
}
