import Subprocesses

/// A call to a method of a server.
public struct RemoteCall: Sendable {
    /// `build.bazel.remote.execution.v2.ActionCache/GetActionResult`.
    public var method: String
    /// Lines such as `Authorization: Bearer …`.
    public var headers: [String]
    /// Seconds until it must be over.
    public var timeLimit: Double
    /// Seconds in which something must be heard, or be taken; less than the limit for what moves much.
    public var silenceLimit: Double
    /// Ends it early; nil where nobody can.
    public var cancellation: Cancellation?

    public init(
        _ method: String, headers: [String] = [], timeLimit: Double, silenceLimit: Double? = nil,
        cancellation: Cancellation? = nil
    ) {
        (self.method, self.headers, self.timeLimit) = (method, headers, timeLimit)
        (self.silenceLimit, self.cancellation) = (silenceLimit ?? timeLimit, cancellation)
    }
}

/// How gRPC says that a call went wrong.
public struct CallStatusCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let invalidArgument = CallStatusCode(rawValue: 3)
    public static let deadlineExceeded = CallStatusCode(rawValue: 4)
    public static let notFound = CallStatusCode(rawValue: 5)
    public static let alreadyExists = CallStatusCode(rawValue: 6)
    public static let permissionDenied = CallStatusCode(rawValue: 7)
    public static let resourceExhausted = CallStatusCode(rawValue: 8)
    public static let failedPrecondition = CallStatusCode(rawValue: 9)
    public static let aborted = CallStatusCode(rawValue: 10)
    public static let unimplemented = CallStatusCode(rawValue: 12)
    public static let internalError = CallStatusCode(rawValue: 13)
    public static let unavailable = CallStatusCode(rawValue: 14)
    public static let unauthenticated = CallStatusCode(rawValue: 16)

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]

    /// As gRPC's own documents write it.
    public var name: String {
        rawValue < CallStatusCode.names.count ? CallStatusCode.names[Int(rawValue)] : "status \(rawValue)"
    }
}

/// Why a call did not come to its end.
public enum CallFault: Error, Hashable, Sendable {
    /// The program that calls servers cannot be started, or ended at once; what it said, for people.
    case noProgram(String)
    /// The server, or the program on its behalf, ended the call with this status.
    case status(CallStatusCode, String)
    /// Nothing came for too long, or not all of it.
    case timedOut
    case cancelled
    /// The program broke off, or said what cannot be understood; for people.
    case broken(String)
}

/// Makes calls. May be used from any thread; a call blocks it for a bounded time.
public protocol CallChannel: Sendable {
    /// Sends messages until `next` has no more of them, while what comes back goes to `each`, until the server ends the
    /// call or `each` returns false, which gives up what may still come. Both run on the calling thread.
    func run(
        _ call: RemoteCall, sending next: () -> [UInt8]?, receiving each: ([UInt8]) -> Bool
    ) throws(CallFault)
}

extension CallChannel {
    /// A call of one message with one answer.
    public func answer(to message: [UInt8], of call: RemoteCall) throws(CallFault) -> [UInt8] {
        var messages = [message][...], answer: [UInt8]?
        try run(call, sending: { messages.popFirst() }) { bytes in
            answer = bytes
            return true
        }
        guard let answer else { throw .broken("it ended a call without an answer") }
        return answer
    }
}
