/// One step of a call, as mono and `mono-remote` say it to each other over a socket: a byte for its kind, four for the
/// length of what follows (the highest first), and so many bytes.
///
/// A call has a connection of its own. mono sends a `head`, any number of `message`s and `end`; what comes back is any
/// number of `message`s and a `status`, after which both close. Who closes earlier gives the call up.
public enum CallFrame: Hashable, Sendable {
    /// A `CallHead`, first of all.
    case head([UInt8])
    /// A message of the call, as the protocol it belongs to encodes it.
    case message([UInt8])
    /// mono has sent all messages.
    case end
    /// A `CallStatus`, last of all.
    case status([UInt8])

    /// Bytes of a frame's content: more than any message that a server takes or gives has.
    public static let largest = 16 << 20
    /// Bytes before the content.
    public static let headerSize = 5

    private var kind: UInt8 {
        switch self {
        case .head: 1
        case .message: 2
        case .end: 3
        case .status: 4
        }
    }

    private var content: [UInt8] {
        switch self {
        case .head(let bytes), .message(let bytes), .status(let bytes): bytes
        case .end: []
        }
    }

    public var encoded: [UInt8] {
        let content = content
        var bytes: [UInt8] = [kind]
        bytes.reserveCapacity(CallFrame.headerSize + content.count)
        bytes.append(bigEndian: UInt32(content.count))
        return bytes + content
    }

    /// The bytes that follow a header; nil where it is none.
    public static func size(header: some Collection<UInt8>) -> Int? {
        guard header.count == headerSize, let kind = header.first, (1...4).contains(kind) else { return nil }
        let size = header.dropFirst().reduce(0) { $0 << 8 | Int($1) }
        return size <= largest && (kind != 3 || size == 0) ? size : nil
    }

    /// The frame of a kind that `size(header:)` took.
    public init?(kind: UInt8, content: [UInt8]) {
        switch kind {
        case 1: self = .head(content)
        case 2: self = .message(content)
        case 3: self = .end
        case 4: self = .status(content)
        default: return nil
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }

    mutating func append(text: String) {
        append(bigEndian: UInt32(text.utf8.count))
        self += Array(text.utf8)
    }
}

/// Reads what the functions above wrote. Nil for bytes that they did not write.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() -> UInt32? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func text() -> String? {
        guard let count = number(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return String(validating: rest.prefix(Int(count)), as: UTF8.self)
    }

    mutating func texts() -> [String]? {
        guard let count = number(), count <= rest.count else { return nil }
        var found: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            found.append(text)
        }
        return found
    }
}
