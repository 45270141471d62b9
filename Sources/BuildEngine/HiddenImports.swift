import Digests
import Disk
import InterfaceDigests

/// Which targets' sources import hidden declarations of other modules, remembered by the sources' content: sources that
/// were looked at before are not read again.
final class HiddenImports: Sendable {
    private struct Answer: RememberedFacts {
        /// Raised too when sources are looked at with other eyes (`SourceFacts.seesHidden`).
        static let format = 7

        var isFound: Bool

        init(isFound: Bool) { self.isFound = isFound }

        init(from reader: inout RecordReader) throws(MalformedRecord) { isFound = try reader.flag() }

        func write(to writer: inout RecordWriter) { writer.write(isFound) }
    }

    private let files: any FileSystem
    private let glances: SourceGlances
    private let memory: ContentMemory<Answer>

    /// What a build does not ask for is forgotten, unless it is a build of a part.
    init(files: any FileSystem, path: AbsolutePath, glances: SourceGlances, ofPart: Bool) {
        (self.files, self.glances) = (files, glances)
        memory = ContentMemory(files: files, path: path, mostKept: ofPart ? .max : 0)
    }

    /// `content`: the digest of all `sources`' digests.
    func isIn(_ sources: @autoclosure () -> [AbsolutePath], content: ContentDigest) -> Bool {
        let answer = memory.facts(of: content) {
            if let known = glances.seeHidden(content) { return Answer(isFound: known) }
            // One that cannot be read is told of by the compiler.
            return Answer(isFound: sources().contains { (try? files.read($0)).map(SourceFacts.seesHidden) ?? true })
        }
        return answer?.isFound ?? true
    }

    /// The same for a source that the build made, of which `read` gives the content.
    func isIn(made content: ContentDigest, read: () -> [UInt8]?) -> Bool {
        var builder = DigestBuilder()
        builder.append("made source")
        builder.append(content)
        return memory.facts(of: builder.finish()) { read().map { Answer(isFound: SourceFacts.seesHidden($0)) } }?
            .isFound ?? true
    }

    /// Writes what is new. Failing to is no error: the next build reads the sources.
    func save() { memory.save() }
}
