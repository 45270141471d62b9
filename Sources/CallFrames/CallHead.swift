/// What a call is to which server's method, said before its messages.
public struct CallHead: Hashable, Sendable {
    /// `build.bazel.remote.execution.v2.ActionCache/GetActionResult`.
    public var method: String
    /// Lines such as `Authorization: Bearer …`.
    public var headers: [String]
    /// Milliseconds until all of it must be over.
    public var timeLimit: UInt32

    public init(method: String, headers: [String], timeLimit: UInt32) {
        (self.method, self.headers, self.timeLimit) = (method, headers, timeLimit)
    }

    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: timeLimit)
        bytes.append(text: method)
        bytes.append(bigEndian: UInt32(headers.count))
        for header in headers { bytes.append(text: header) }
        return bytes
    }

    /// Nil for bytes that are no head.
    public init?(decoding bytes: [UInt8]) {
        var reader = FieldReader(bytes)
        guard let limit = reader.number(), let method = reader.text(), let headers = reader.texts(), reader.isAtEnd
        else { return nil }
        self.init(method: method, headers: headers, timeLimit: limit)
    }
}

/// How a call ended, as gRPC has it.
public struct CallStatus: Hashable, Sendable {
    /// 0 for success; the others are those of gRPC.
    public var code: UInt32
    /// What the server, or the program between, says of it.
    public var message: String

    public init(code: UInt32, message: String = "") { (self.code, self.message) = (code, message) }

    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: code)
        bytes.append(text: message)
        return bytes
    }

    /// Nil for bytes that are no status.
    public init?(decoding bytes: [UInt8]) {
        var reader = FieldReader(bytes)
        guard let code = reader.number(), let message = reader.text(), reader.isAtEnd else { return nil }
        self.init(code: code, message: message)
    }
}
