import CallFrames

/// One call over one connection, from its head to its status.
struct Conversation: ~Copyable {
    private var connection: CallConnection
    private let call: RemoteCall
    private let deadline: ContinuousClock.Instant
    private var lastMove = ContinuousClock.now
    private var hasMore = true

    init(_ call: RemoteCall, over connection: consuming CallConnection) {
        self.call = call
        self.connection = connection
        deadline = .now + .seconds(call.timeLimit)
        let limit = min(Double(UInt32.max), max(1, call.timeLimit * 1000))
        self.connection.send(
            .head(CallHead(method: call.method, headers: call.headers, timeLimit: UInt32(limit)).encoded))
    }

    /// As `CallChannel.run` has it.
    mutating func run(sending nextMessage: () -> [UInt8]?, receiving each: ([UInt8]) -> Bool) throws(CallFault) {
        while true {
            if connection.hasSentAll, hasMore {
                if let message = nextMessage() {
                    connection.send(.message(message))
                } else {
                    connection.send(.end)
                    hasMore = false
                }
            }
            try wait()
            while let frame = try next() { if try take(frame, each) { return } }
        }
    }

    private mutating func next() throws(CallFault) -> CallFrame? {
        do { return try connection.next() } catch { throw Conversation.misunderstood }
    }

    private static let misunderstood = CallFault.broken("it says what cannot be understood")

    private mutating func wait() throws(CallFault) {
        let now = ContinuousClock.now
        let until = min(deadline, lastMove + .seconds(call.silenceLimit))
        if call.cancellation?.isRequested == true { throw .cancelled }
        guard until > now else { throw .timedOut }
        let left = until - now
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
        switch connection.turn(milliseconds: Int32(min(milliseconds, call.cancellation == nil ? 60_000 : 200))) {
        case .nothing: break
        case .moved: lastMove = .now
        case .ended: throw .broken("it closed the connection")
        case .failed(let code): throw .broken("error \(code)")
        }
    }

    /// True at the call's end.
    private func take(_ frame: CallFrame, _ each: ([UInt8]) -> Bool) throws(CallFault) -> Bool {
        switch frame {
        case .message(let bytes): return !each(bytes)
        case .status(let bytes):
            guard let status = CallStatus(decoding: bytes) else { throw Conversation.misunderstood }
            if status.code == 0 { return true }
            let code = CallStatusCode(rawValue: status.code)
            throw code == .deadlineExceeded ? .timedOut : .status(code, status.message)
        case .head, .end: throw Conversation.misunderstood
        }
    }
}
