import ArtifactCache
import Digests
import Disk
import FoundationEssentials
import HTTPTransfers
import Synchronization

/// A cache that speaks the Remote Execution API by gRPC. Small blobs travel together, large ones in streams.
final class APICacheServer: RemoteServer {
    /// Bytes of the largest blob that travels with others.
    private static let smallest: Int64 = 1 << 20
    /// Bytes of one message of a stream.
    private static let piece = 1 << 20

    typealias Update = (digest: ContentDigest, content: [UInt8])

    let address: String
    let calls: APICalls
    let messages: APIMessages
    private let missing: Gatherer<ContentDigest, Bool>
    private let reads: Gatherer<ContentDigest, Result<[UInt8], APICalls.Fault>>
    private let updates: Gatherer<Update, Result<Void, APICalls.Fault>>
    private let known = Mutex<APICapabilities?>(nil)
    /// What all entries name was sent.
    private let hasConstants = Mutex(false)

    init(_ settings: RemoteServerSettings, _ address: APIAddress) {
        self.address = settings.address
        let calls = APICalls(settings, address), messages = APIMessages(instance: address.instance)
        (self.calls, self.messages) = (calls, messages)
        missing = Gatherer(cost: { _ in 80 }) { APIBatches(calls, messages).areThere($0) }
        reads = Gatherer(cost: { $0.size + 100 }) { APIBatches(calls, messages).read($0) }
        updates = Gatherer(cost: { $0.digest.size + 100 }) { APIBatches(calls, messages).update($0) }
    }

    var counts: TransferCounts { calls.counts }

    func place(of name: RemoteEntryName) -> String { "\(address) result \(name.digest)" }

    func place(of blob: ContentDigest) -> String { "\(address) blob \(blob)" }

    // MARK: What it can

    /// Asked once.
    func capabilities() throws(APICalls.Fault) -> APICapabilities {
        try known.withLock { known throws(APICalls.Fault) in
            if let known { return known }
            let found = try ask()
            if !found.knowsSHA256 { throw .remote(calls.fault(.refused("it does not know SHA-256"))) }
            known = found
            return found
        }
    }

    private func ask() throws(APICalls.Fault) -> APICapabilities {
        let answer = try calls.answer(APIMessages.getCapabilities, messages.capabilities())
        do { return try APICapabilities(answer) } catch { throw calls.misunderstood }
    }

    // MARK: Results

    func result(_ name: RemoteEntryName, atMost limit: Int64) throws(CacheMiss) -> [UInt8] {
        do throws(APICalls.Fault) {
            _ = try capabilities()
            let answer = try calls.answer(APIMessages.getResult, messages.resultQuestion(name.digest))
            if answer.count <= limit { return answer }
        } catch {
            throw error.miss
        }
        throw .malformed(path: place(of: name), "it is larger than it may be")
    }

    func put(_ result: [UInt8], as name: RemoteEntryName) throws(BackingFault) {
        try writing { () throws(APICalls.Fault) in
            try putConstants()
            try update(name.action, name.digest)
            _ = try calls.answer(
                APIMessages.updateResult, messages.resultUpdate(name.digest, result), .writing,
                moving: Int64(result.count))
        }
    }

    /// Some servers look whether what an action names is there.
    private func putConstants() throws(APICalls.Fault) {
        if hasConstants.withLock({ $0 }) { return }
        for content in [RemoteEntryName.command, RemoteEntryName.emptyRoot] {
            try update(content, ContentDigest(of: content))
        }
        hasConstants.withLock { $0 = true }
    }

    private func writing(_ work: () throws(APICalls.Fault) -> Void) throws(BackingFault) {
        do throws(APICalls.Fault) {
            if try !capabilities().takesResults {
                throw .remote(calls.fault(.refused("its action cache takes no results")))
            }
            try work()
        } catch {
            switch error {
            case .absent: throw .remote(calls.fault(.failed("NOT_FOUND")))
            case .remote(let fault): throw .remote(fault)
            }
        }
    }

    // MARK: Blobs

    func has(_ blob: ContentDigest) -> Bool {
        guard let limit = try? capabilities().batchLimit else { return false }
        return missing.answer(to: blob, limit: limit)
    }

    /// Those that the server lacks, in their order.
    func missing(_ blobs: [ContentDigest]) throws(APICalls.Fault) -> [ContentDigest] {
        let answer = try calls.answer(APIMessages.findMissing, messages.blobs(blobs))
        guard let missing = try? APIMessages.missing(answer) else { throw calls.misunderstood }
        return blobs.filter(missing.contains)
    }

    /// Puts blobs that fit into one message.
    func put(_ blobs: [Update]) throws(APICalls.Fault) {
        for result in APIBatches(calls, messages).update(blobs) { try result.get() }
    }

    func read(_ blob: ContentDigest) throws(CacheMiss) -> [UInt8] {
        do throws(APICalls.Fault) {
            if blob.size == 0 { return [] }
            let limit = try capabilities().batchLimit
            if blob.size <= min(APICacheServer.smallest, limit) {
                return try reads.answer(to: blob, limit: limit).get()
            }
            return try stream(blob)
        } catch {
            throw error.miss
        }
    }

    private func stream(_ blob: ContentDigest) throws(APICalls.Fault) -> [UInt8] {
        var content: [UInt8] = []
        try pieces(of: blob) { isFirst, piece in
            if isFirst { content = [] }
            content += piece
            return Int64(content.count) <= blob.size
        }
        return content
    }

    func download(_ blob: ContentDigest, to file: AbsolutePath) throws(MaterialiseError) {
        if blob.size <= APICacheServer.smallest {
            let content: [UInt8]
            do { content = try read(blob) } catch { throw .miss(error) }
            do { try LocalFileSystem().write(content, to: file) } catch { throw .file(error) }
            return
        }
        var failure: FileError?, count: Int64 = 0
        do throws(APICalls.Fault) {
            _ = try capabilities()
            var writer: FilePartWriter?
            try pieces(of: blob) { isFirst, piece in
                do throws(FileError) {
                    if writer == nil { writer = try FilePartWriter(file) }
                    if isFirst { try writer?.restart() }
                    try writer?.append(piece)
                    count = writer?.count ?? 0
                } catch {
                    failure = error
                }
                return failure == nil && count <= blob.size
            }
        } catch {
            // A stream that was ended here ends as a fault of its own.
            if let failure { throw .file(failure) }
            if count <= blob.size { throw .miss(error.miss) }
        }
        if let failure { throw .file(failure) }
        if count != blob.size { throw .miss(.malformed(path: place(of: blob), "it has the wrong size")) }
    }

    /// Calls `each` with what comes of a blob, from its start with each try.
    private func pieces(
        of blob: ContentDigest, _ each: @escaping (_ isFirst: Bool, ArraySlice<UInt8>) -> Bool
    ) throws(APICalls.Fault) {
        let question = messages.readStream(of: blob)
        var isClear = true
        try calls.run(APIMessages.readStream, .reading, moving: blob.size) {
            var questions = [question][...], isFirst = true
            return APICalls.Exchange(next: { questions.popFirst() }) { message in
                guard let piece = try? APIMessages.piece(message) else {
                    isClear = false
                    return false
                }
                defer { isFirst = false }
                return each(isFirst, piece)
            }
        }
        if !isClear { throw calls.misunderstood }
    }

    // MARK: Sending

    func put(_ content: HTTPRequest.Body, as blob: ContentDigest) throws(BackingFault) {
        let source: UploadSource
        do { source = try UploadSource(content) } catch { throw .file(error) }
        if blob.size > APICacheServer.smallest {
            try writing { () throws(APICalls.Fault) in try send(source, as: blob) }
            if let failure = source.failure { throw .file(failure) }
            return
        }
        let bytes = source.next(Int(blob.size))
        if let failure = source.failure { throw .file(failure) }
        try writing { () throws(APICalls.Fault) in try update(bytes, blob) }
    }

    private func update(_ content: [UInt8], _ blob: ContentDigest) throws(APICalls.Fault) {
        try updates.answer(to: (blob, content), limit: try capabilities().batchLimit).get()
    }

    private func send(_ source: UploadSource, as blob: ContentDigest) throws(APICalls.Fault) {
        let upload = UUID().uuidString.lowercased()
        var committed: Int64 = 0
        try calls.run(APIMessages.writeStream, .writing, moving: blob.size) {
            source.goToStart()
            var offset: Int64 = 0, isDone = false
            return APICalls.Exchange {
                if isDone { return nil }
                let part = source.next(APICacheServer.piece)
                defer { offset += Int64(part.count) }
                isDone = part.isEmpty || offset + Int64(part.count) >= blob.size
                return self.messages.piece(of: blob, upload: upload, at: offset, part, isLast: isDone)
            } each: { answer in
                committed = (try? ProtobufFields(answer[...]).number(1)) ?? 0
                return true
            }
        }
        if source.failure == nil, committed != blob.size {
            throw .remote(calls.fault(.failed("it took \(committed) of \(blob.size) bytes")))
        }
    }
}
