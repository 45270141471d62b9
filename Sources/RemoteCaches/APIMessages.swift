import Digests

/// The messages of the Remote Execution API that a cache needs
/// (https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto,
/// and https://github.com/googleapis/googleapis/blob/master/google/bytestream/bytestream.proto).
struct APIMessages: Sendable {
    /// Which of the server's caches.
    let instance: String

    private static let package = "build.bazel.remote.execution.v2"
    static let getCapabilities = "\(package).Capabilities/GetCapabilities"
    static let getResult = "\(package).ActionCache/GetActionResult"
    static let updateResult = "\(package).ActionCache/UpdateActionResult"
    static let findMissing = "\(package).ContentAddressableStorage/FindMissingBlobs"
    static let batchUpdate = "\(package).ContentAddressableStorage/BatchUpdateBlobs"
    static let batchRead = "\(package).ContentAddressableStorage/BatchReadBlobs"
    static let readStream = "google.bytestream.ByteStream/Read"
    static let writeStream = "google.bytestream.ByteStream/Write"

    private var start: ProtobufWriter {
        var writer = ProtobufWriter()
        writer.text(1, instance)
        return writer
    }

    func capabilities() -> [UInt8] { start.bytes }

    // MARK: Results

    func resultQuestion(_ action: ContentDigest) -> [UInt8] {
        var writer = start
        writer.message(2, RemoteEntry.encode(action))
        return writer.bytes
    }

    func resultUpdate(_ action: ContentDigest, _ result: [UInt8]) -> [UInt8] {
        var writer = start
        writer.message(2, RemoteEntry.encode(action))
        writer.message(3, result)
        return writer.bytes
    }

    // MARK: Blobs

    /// Of both questions that name blobs.
    func blobs(_ digests: [ContentDigest]) -> [UInt8] {
        var writer = start
        for digest in digests { writer.message(2, RemoteEntry.encode(digest)) }
        return writer.bytes
    }

    static func missing(_ answer: [UInt8]) throws(ProtobufReader.Malformed) -> Set<ContentDigest> {
        var found: Set<ContentDigest> = []
        for digest in try ProtobufFields(answer[...])[2] {
            if let digest = try APIMessages.digest(digest) { found.insert(digest) }
        }
        return found
    }

    func update(_ blobs: [(digest: ContentDigest, content: [UInt8])]) -> [UInt8] {
        var writer = start
        for blob in blobs {
            var request = ProtobufWriter()
            request.message(1, RemoteEntry.encode(blob.digest))
            request.value(2, blob.content)
            writer.message(2, request.bytes)
        }
        return writer.bytes
    }

    /// How each blob of a request fared, and what came of it where it was asked for.
    struct BlobAnswer {
        var content: ArraySlice<UInt8> = []
        /// gRPC's; 0 for success.
        var code: UInt32
        var message: String
    }

    static func updated(_ answer: [UInt8]) throws(ProtobufReader.Malformed) -> [ContentDigest: BlobAnswer] {
        try answers(answer, status: 2, content: nil)
    }

    static func read(_ answer: [UInt8]) throws(ProtobufReader.Malformed) -> [ContentDigest: BlobAnswer] {
        try answers(answer, status: 3, content: 2)
    }

    private static func answers(
        _ answer: [UInt8], status: Int, content: Int?
    ) throws(ProtobufReader.Malformed) -> [ContentDigest: BlobAnswer] {
        var found: [ContentDigest: BlobAnswer] = [:]
        for response in try ProtobufFields(answer[...])[1] {
            let fields = try ProtobufFields(response)
            guard let named = fields[1].last, let digest = try digest(named) else { continue }
            let status = try fields.message(status)
            found[digest] = BlobAnswer(
                content: content.flatMap { fields[$0].last } ?? [],
                code: UInt32(clamping: status?.number(1) ?? 0), message: status?.text(2) ?? "")
        }
        return found
    }

    // MARK: Streams

    func readStream(of blob: ContentDigest) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.text(1, prefix + "blobs/\(blob.hex)/\(blob.size)")
        return writer.bytes
    }

    static func piece(_ answer: [UInt8]) throws(ProtobufReader.Malformed) -> ArraySlice<UInt8> {
        try ProtobufFields(answer[...])[10].last ?? []
    }

    /// One part of a blob; the first one names it, `upload` apart from all others.
    func piece(
        of blob: ContentDigest, upload: String, at offset: Int64, _ content: [UInt8], isLast: Bool
    ) -> [UInt8] {
        var writer = ProtobufWriter()
        if offset == 0 { writer.text(1, prefix + "uploads/\(upload)/blobs/\(blob.hex)/\(blob.size)") }
        writer.number(2, offset)
        writer.number(3, isLast ? 1 : 0)
        writer.value(10, content)
        return writer.bytes
    }

    private var prefix: String { instance.isEmpty ? "" : instance + "/" }

    /// Nil for a name that is no SHA-256.
    static func digest(_ message: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) -> ContentDigest? {
        let fields = try ProtobufFields(message)
        return ContentDigest(hex: fields.text(1), size: fields.number(2))
    }
}
