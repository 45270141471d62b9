import Digests
import RemoteCalls

/// Asks for many small blobs at once. What the server says of a request holds for each of them.
struct APIBatches: Sendable {
    private let calls: APICalls
    private let messages: APIMessages

    init(_ calls: APICalls, _ messages: APIMessages) { (self.calls, self.messages) = (calls, messages) }

    /// False too where the server did not say.
    func areThere(_ blobs: [ContentDigest]) -> [Bool] {
        guard let answer = try? calls.answer(APIMessages.findMissing, messages.blobs(blobs)),
            let missing = try? APIMessages.missing(answer)
        else { return blobs.map { _ in false } }
        return blobs.map { !missing.contains($0) }
    }

    func read(_ blobs: [ContentDigest]) -> [Result<[UInt8], APICalls.Fault>] {
        let found = Result { () throws(APICalls.Fault) in
            let size = blobs.reduce(0) { $0 + $1.size }
            let answer = try calls.answer(APIMessages.batchRead, messages.blobs(blobs), moving: size)
            return try answers(answer, APIMessages.read)
        }
        return blobs.map { blob in
            found.flatMap { answers in
                // What it does not speak of it does not have.
                guard let answer = answers[blob] else { return .failure(.absent) }
                return answer.code == 0 ? .success(Array(answer.content)) : .failure(fault(answer))
            }
        }
    }

    func update(_ blobs: [APICacheServer.Update]) -> [Result<Void, APICalls.Fault>] {
        let found = Result { () throws(APICalls.Fault) in
            let size = blobs.reduce(0) { $0 + $1.digest.size }
            let answer = try calls.answer(APIMessages.batchUpdate, messages.update(blobs), .writing, moving: size)
            return try answers(answer, APIMessages.updated)
        }
        return blobs.map { blob in
            found.flatMap { answers in
                guard let answer = answers[blob.digest] else { return .failure(calls.misunderstood) }
                return answer.code == 0 ? .success(()) : .failure(fault(answer))
            }
        }
    }

    private typealias Answers = [ContentDigest: APIMessages.BlobAnswer]

    private func answers(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(ProtobufReader.Malformed) -> Answers
    ) throws(APICalls.Fault) -> Answers {
        do { return try read(bytes) } catch { throw calls.misunderstood }
    }

    private func fault(_ answer: APIMessages.BlobAnswer) -> APICalls.Fault {
        calls.fault(CallStatusCode(rawValue: answer.code), answer.message)
    }
}
