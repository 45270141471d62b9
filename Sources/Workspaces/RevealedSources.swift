import BuildPlanning
import Digests
import Disk
import Parallelism
import SwiftText
import Targets

/// Where the sources of targets ask for the path of a source file, remembered by their content.
struct RevealedSources: Sendable {
    let workspace: OpenWorkspace

    /// The targets in whose sources `#filePath` is to be an absolute path. `part`: of these alone, which is enough where
    /// nothing else is planned, and all that they need is among them.
    func targets(for request: BuildRequest, in part: Set<TargetID>? = nil) -> Set<TargetID> {
        let graph = workspace.loaded.graph, targets = RevealedTargets(graph: graph, request: request)
        let candidates = targets.candidates(in: part).map { id in
            (target: graph[id], fileIsPath: targets.fileIsPath(in: graph[id]))
        }
        let memory = ContentMemory<Remembered>(
            files: workspace.files, path: workspace.root / ".mono/state/file-paths")
        let mentions = parallelMap(candidates) { each in
            (each.target.id, self.mentions(in: each.target, fileIsPath: each.fileIsPath, memory))
        }
        memory.save()
        return targets.revealed(by: mentions)
    }

    private func mentions(
        in target: Target, fileIsPath: Bool, _ memory: ContentMemory<Remembered>
    ) -> PathMentions {
        let folder = workspace.loaded.graph.packages[target.id.package]?.folder ?? "."
        let sources = target.sources.map { workspace.root / BuildLayout.joined(folder, $0) }
        var content = DigestBuilder(), all = DigestBuilder()
        content.append(fileIsPath)
        var texts: [[UInt8]?] = []
        for source in sources {
            // The compile says what is wrong with it.
            guard let found = try? workspace.workspaceDigests.digestReading(source) else { return PathMentions() }
            content.append(found.digest)
            all.append(found.digest)
            texts.append(found.content)
        }
        let read = texts.compactMap(\.self)
        if read.count == sources.count { workspace.glances.note(read, content: all.finish()) }
        let known = memory.facts(of: content.finish()) {
            var found = PathMentions()
            for (source, text) in zip(sources, texts) {
                guard let bytes = text ?? (try? workspace.files.read(source)) else { return nil }
                found.formUnion(PathMentions(bytes, fileIsPath: fileIsPath))
            }
            return Remembered(mentions: found)
        }
        return known?.mentions ?? PathMentions()
    }
}

private struct Remembered: RememberedFacts {
    /// Raised too when sources are read with other eyes (`PathMentions`).
    static let format = 2

    var mentions: PathMentions

    init(mentions: PathMentions) { self.mentions = mentions }

    init(from reader: inout RecordReader) throws(MalformedRecord) {
        mentions = PathMentions(
            inCode: try reader.flag(), asDefault: try reader.flag(), inText: try reader.flag())
    }

    func write(to writer: inout RecordWriter) {
        writer.write(mentions.inCode)
        writer.write(mentions.asDefault)
        writer.write(mentions.inText)
    }
}
