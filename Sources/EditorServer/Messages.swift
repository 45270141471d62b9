import JSON

/// A message of JSON-RPC that a client sent.
struct Message: Sendable {
    /// What an answer must name; nil where none is wanted.
    var id: JSONText?
    var method: String
    var params: JSONValue?

    /// Nil for answers, which nobody here waits for, and for what is no message.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONParser.parse(bytes), let method = value["method"]?.string else { return nil }
        (self.method, params) = (method, value["params"])
        if let text = value["id"]?.string {
            id = .text(text)
        } else if let number = value["id"]?.integer {
            id = .integer(Int64(number))
        }
    }

    static func answer(_ result: JSONText, to id: JSONText) -> JSONText {
        .object([("jsonrpc", "2.0"), ("id", id), ("result", result)])
    }

    static func refusal(_ code: RefusalCode, _ text: String, of id: JSONText) -> JSONText {
        let error = JSONText.object([("code", .integer(code.rawValue)), ("message", .text(text))])
        return .object([("jsonrpc", "2.0"), ("id", id), ("error", error)])
    }

    static func notification(_ method: String, _ params: JSONText) -> JSONText {
        .object([("jsonrpc", "2.0"), ("method", .text(method)), ("params", params)])
    }
}

/// Why a request is not answered.
enum RefusalCode: Int64, Sendable {
    case unknownMethod = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case cancelled = -32800
}

/// How messages stand in a stream: lines of headers, a blank line, and as many bytes as a header says.
struct MessageFrames {
    private var buffer: [UInt8] = []
    private var start = 0

    /// What a client sends is no larger: lists of changed files are the longest.
    static let largest = 64 << 20
    private static let longestHeader = 4 << 10

    /// The stream is not what it should be; nothing after this can be understood.
    struct Malformed: Error {}

    static func framed(_ message: JSONText) -> [UInt8] {
        var text = ""
        message.write(to: &text)
        return Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
    }

    mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// The content of the next message; nil where not all of it is here.
    mutating func next() throws(Malformed) -> [UInt8]? {
        let rest = buffer[start...]
        guard let end = MessageFrames.endOfHeader(in: rest) else {
            if rest.count > MessageFrames.longestHeader { throw Malformed() }
            return nil
        }
        let header = String(decoding: rest[..<end], as: UTF8.self)
        guard let length = MessageFrames.length(in: header), length <= MessageFrames.largest else { throw Malformed() }
        let content = end + 4
        guard rest.endIndex - content >= length else { return nil }
        start = content + length
        return Array(rest[content..<start])
    }

    /// Where the blank line begins, with the end of the line before it.
    private static func endOfHeader(in bytes: ArraySlice<UInt8>) -> Int? {
        let blank: [UInt8] = [13, 10, 13, 10]
        let head = bytes.prefix(longestHeader)
        return head.indices.first { head[$0...].starts(with: blank) }
    }

    private static func length(in header: String) -> Int? {
        for line in header.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].filter { $0 != " " }).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }
}
