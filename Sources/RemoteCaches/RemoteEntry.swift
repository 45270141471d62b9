import ArtifactCache
import Digests

/// An entry of mono's cache as it lies on a server that keeps action results of the Remote Execution API: a real
/// `ActionResult`, whose files are the result's blobs, so that a server that looks at what it keeps finds all of them;
/// with the entry's own text, which is what counts, among the metadata.
///
/// The fields are those of `build.bazel.remote.execution.v2.ActionResult`
/// (https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto).
enum RemoteEntry {
    /// What the entry's text is called among the metadata.
    static let kind = "mono.build/cache-entry"

    /// Bytes of an entry's text: far more than any build's has, and little enough for all that are asked for at once.
    static let largest: Int64 = 4 << 20

    private enum Field {
        static let outputFiles = 2, standardOutput = 6, metadata = 9
        enum File { static let path = 1, digest = 2, isExecutable = 4 }
        enum Digest { static let hash = 1, size = 2 }
        enum Metadata { static let auxiliary = 11 }
        enum Attachment { static let kind = 1, value = 2 }
    }

    /// `text`: the entry as it lies in a folder; `result`: what it says, or nil for entries that name no blobs.
    static func encode(_ text: [UInt8], naming result: ActionResult?) -> [UInt8] {
        var writer = ProtobufWriter()
        for output in result?.outputs ?? [] {
            var file = ProtobufWriter()
            file.text(Field.File.path, output.name)
            file.message(Field.File.digest, encode(output.digest))
            file.number(Field.File.isExecutable, output.isExecutable ? 1 : 0)
            writer.message(Field.outputFiles, file.bytes)
        }
        if let diagnostics = result?.diagnostics { writer.message(Field.standardOutput, encode(diagnostics)) }
        var attachment = ProtobufWriter()
        attachment.text(Field.Attachment.kind, kind)
        attachment.value(Field.Attachment.value, text)
        var metadata = ProtobufWriter()
        metadata.message(Field.Metadata.auxiliary, attachment.bytes)
        writer.message(Field.metadata, metadata.bytes)
        return writer.bytes
    }

    /// The entry's text; nil where the message has none. The rest of it is the server's concern.
    static func text(in bytes: [UInt8]) throws(ProtobufReader.Malformed) -> [UInt8]? {
        for metadata in try ProtobufFields(bytes[...])[Field.metadata] {
            for attachment in try ProtobufFields(metadata)[Field.Metadata.auxiliary] {
                let fields = try ProtobufFields(attachment)
                guard fields[Field.Attachment.kind].last.map({ $0.elementsEqual(kind.utf8) }) == true else { continue }
                return fields[Field.Attachment.value].last.map(Array.init) ?? []
            }
        }
        return nil
    }

    static func encode(_ digest: ContentDigest) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.text(Field.Digest.hash, digest.hex)
        writer.number(Field.Digest.size, digest.size)
        return writer.bytes
    }
}
