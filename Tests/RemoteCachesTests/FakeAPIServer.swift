import Digests
import RemoteCalls
import Synchronization

@testable import RemoteCaches

/// A server of the API in memory, at the other end of a channel.
final class FakeAPIServer: CallChannel {
    /// What it does instead of what it should, where that is not nil.
    typealias Trouble = @Sendable (_ call: RemoteCall, _ message: [UInt8]) throws(CallFault) -> [[UInt8]]?

    struct State {
        var blobs: [ContentDigest: [UInt8]] = [:]
        var results: [ContentDigest: [UInt8]] = [:]
        /// The last part of each method that was called.
        var calls: [String] = []
        var headers: [String] = []
        var trouble: Trouble?
        var capabilities: [UInt8] = FakeAPIServer.capabilities()
        /// What it says of an action that it is to run: steps, up to its end.
        var execute: (@Sendable (ContentDigest) throws(CallFault) -> [[UInt8]])?
    }

    let state = Mutex(State())

    func fail(_ trouble: Trouble?) { state.withLock { $0.trouble = trouble } }

    var calls: [String] { state.withLock { $0.calls } }

    static func capabilities(
        functions: [Int64] = [1], updates: Bool = true, limit: Int64 = 0, executes: Bool = false
    ) -> [UInt8] {
        var cache = ProtobufWriter()
        for function in functions { cache.number(1, function) }
        var update = ProtobufWriter()
        update.number(1, updates ? 1 : 0)
        cache.message(2, update.bytes)
        cache.number(4, limit)
        var writer = ProtobufWriter()
        writer.message(1, cache.bytes)
        if executes {
            var execution = ProtobufWriter()
            execution.number(2, 1)
            writer.message(2, execution.bytes)
        }
        return writer.bytes
    }

    func run(
        _ call: RemoteCall, sending next: () -> [UInt8]?, receiving each: ([UInt8]) -> Bool
    ) throws(CallFault) {
        var messages: [[UInt8]] = []
        while let message = next() { messages.append(message) }
        let trouble = state.withLock { state -> Trouble? in
            state.calls.append(call.method.split(separator: "/").last.map(String.init) ?? "")
            state.headers = call.headers
            return state.trouble
        }
        var answers: [[UInt8]]?
        if let trouble { answers = try trouble(call, messages.first ?? []) }
        if answers == nil { answers = try self.answers(to: messages, of: call.method) }
        for answer in answers ?? [] { if !each(answer) { return } }
    }

    private func answers(to messages: [[UInt8]], of method: String) throws(CallFault) -> [[UInt8]] {
        do {
            switch method {
            case APIMessages.getCapabilities: return [state.withLock { $0.capabilities }]
            case APIMessages.getResult: return [try result(messages[0])]
            case APIMessages.updateResult: return [try update(messages[0])]
            case APIMessages.findMissing: return [try missing(messages[0])]
            case APIMessages.batchUpdate: return [try take(messages[0])]
            case APIMessages.batchRead: return [try give(messages[0])]
            case APIMessages.readStream: return try stream(messages[0])
            case ExecutionMessages.execute: return try execute(messages[0])
            case APIMessages.writeStream: return [try write(messages)]
            default: throw CallFault.status(.unimplemented, method)
            }
        } catch let fault as CallFault {
            throw fault
        } catch {
            throw .status(.invalidArgument, "\(error)")
        }
    }

    private func fields(_ message: [UInt8]) throws -> ProtobufFields {
        let fields = try ProtobufFields(message[...])
        if fields.text(1) != "main" { throw CallFault.status(.invalidArgument, "instance") }
        return fields
    }

    private func result(_ message: [UInt8]) throws -> [UInt8] {
        guard let digest = try APIMessages.digest(try fields(message)[2][0]),
            let result = state.withLock({ $0.results[digest] })
        else { throw CallFault.status(.notFound, "") }
        return result
    }

    /// As strict as BuildGrid: the action and what it names must be there.
    private func update(_ message: [UInt8]) throws -> [UInt8] {
        let fields = try fields(message)
        guard let digest = try APIMessages.digest(fields[2][0]) else { throw CallFault.status(.invalidArgument, "") }
        try state.withLock { state in
            guard let action = state.blobs[digest] else { throw CallFault.status(.failedPrecondition, "no action") }
            let named = try ProtobufFields(action[...])
            for field in [1, 2] {
                guard let part = try APIMessages.digest(named[field][0]), state.blobs[part] != nil || part.size == 0
                else { throw CallFault.status(.failedPrecondition, "no command or root") }
            }
            state.results[digest] = Array(fields[3][0])
        }
        return Array(fields[3][0])
    }

    /// All that the action names must be there, and what that names.
    private func execute(_ message: [UInt8]) throws -> [[UInt8]] {
        guard let digest = try APIMessages.digest(try fields(message)[6][0]), let action = blob(digest) else {
            throw CallFault.status(.failedPrecondition, "no action")
        }
        let named = try ProtobufFields(action[...])
        guard let command = try APIMessages.digest(named[1][0]), blob(command) != nil,
            let root = try APIMessages.digest(named[2][0]), try isWhole(root)
        else { throw CallFault.status(.failedPrecondition, "not whole") }
        guard let execute = state.withLock({ $0.execute }) else { throw CallFault.status(.unimplemented, "") }
        return try execute(digest)
    }

    func blob(_ digest: ContentDigest) -> [UInt8]? { state.withLock { $0.blobs[digest] } }

    private func isWhole(_ folder: ContentDigest) throws -> Bool {
        guard let message = blob(folder) else { return false }
        let fields = try ProtobufFields(message[...])
        for file in fields[1] {
            guard let digest = try APIMessages.digest(try ProtobufFields(file)[2][0]), blob(digest) != nil else {
                return false
            }
        }
        for inner in fields[2] {
            guard let digest = try APIMessages.digest(try ProtobufFields(inner)[2][0]), try isWhole(digest) else {
                return false
            }
        }
        return true
    }

    private func missing(_ message: [UInt8]) throws -> [UInt8] {
        var writer = ProtobufWriter()
        for named in try fields(message)[2] {
            guard let digest = try APIMessages.digest(named) else { continue }
            if state.withLock({ $0.blobs[digest] == nil }) { writer.message(2, RemoteEntry.encode(digest)) }
        }
        return writer.bytes
    }

    private func take(_ message: [UInt8]) throws -> [UInt8] {
        var writer = ProtobufWriter()
        for request in try fields(message)[2] {
            let parts = try ProtobufFields(request)
            guard let digest = try APIMessages.digest(parts[1][0]) else { continue }
            let content = Array(parts[2].last ?? [])
            let isRight = ContentDigest(of: content) == digest
            if isRight { state.withLock { $0.blobs[digest] = content } }
            writer.message(1, FakeAPIServer.response(digest, statusField: 2, code: isRight ? 0 : 3))
        }
        return writer.bytes
    }

    private func give(_ message: [UInt8]) throws -> [UInt8] {
        var writer = ProtobufWriter()
        for named in try fields(message)[2] {
            guard let digest = try APIMessages.digest(named) else { continue }
            let content = state.withLock { $0.blobs[digest] }
            writer.message(
                1, FakeAPIServer.response(digest, statusField: 3, code: content == nil ? 5 : 0, content: content ?? []))
        }
        return writer.bytes
    }

    static func response(
        _ digest: ContentDigest, statusField: Int, code: Int64, content: [UInt8] = []
    ) -> [UInt8] {
        var status = ProtobufWriter()
        status.number(1, code)
        var writer = ProtobufWriter()
        writer.message(1, RemoteEntry.encode(digest))
        if !content.isEmpty { writer.value(2, content) }
        writer.message(statusField, status.bytes)
        return writer.bytes
    }

    private func digest(in name: String) -> ContentDigest? {
        let parts = name.split(separator: "/")
        guard parts.count >= 3, parts[0] == "main" else { return nil }
        return ContentDigest(hex: parts[parts.count - 2], size: Int64(parts[parts.count - 1]) ?? -1)
    }

    private func stream(_ message: [UInt8]) throws -> [[UInt8]] {
        guard let digest = digest(in: try ProtobufFields(message[...]).text(1)),
            let content = state.withLock({ $0.blobs[digest] })
        else { throw CallFault.status(.notFound, "") }
        return stride(from: 0, to: content.count, by: 700_000).map { start in
            FakeAPIServer.piece(Array(content[start..<min(content.count, start + 700_000)]))
        }
    }

    static func piece(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.value(10, bytes)
        return writer.bytes
    }

    private func write(_ messages: [[UInt8]]) throws -> [UInt8] {
        var content: [UInt8] = [], name = "", isDone = false
        for message in messages {
            let fields = try ProtobufFields(message[...])
            if name.isEmpty { name = fields.text(1) }
            guard fields.number(2) == content.count, !isDone else { throw CallFault.status(.invalidArgument, "offset") }
            content += fields[10].last ?? []
            isDone = fields.number(3) == 1
        }
        guard let digest = digest(in: name), isDone, ContentDigest(of: content) == digest else {
            throw CallFault.status(.invalidArgument, "not whole")
        }
        state.withLock { $0.blobs[digest] = content }
        var writer = ProtobufWriter()
        writer.number(1, digest.size)
        return writer.bytes
    }
}
