/// A value of a JSON or JSON5 text, and the line it starts in.
public struct JSONValue: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONValue])
        /// In the text's order; a key may occur more than once.
        case object([JSONMember])
    }

    public var content: Content
    /// Counted from 1.
    public var line: Int

    /// The value of the last member with that key; nil where there is none, it is null, or this is no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = content, let value = members.last(where: { $0.key == key })?.value,
            value.content != .null
        else { return nil }
        return value
    }

    public var string: String? { if case .string(let text) = content { text } else { nil } }
    public var bool: Bool? { if case .bool(let flag) = content { flag } else { nil } }
    public var array: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }
    public var members: [JSONMember]? { if case .object(let members) = content { members } else { nil } }
    public var isNull: Bool { content == .null }

    public var number: Double? { if case .number(let number) = content { number } else { nil } }

    /// A whole number; nil for everything else.
    public var integer: Int? { if case .number(let number) = content { Int(exactly: number) } else { nil } }
}

public struct JSONMember: Hashable, Sendable {
    public var key: String
    /// Where the key stands.
    public var line: Int
    public var value: JSONValue
}

/// Where a text stops being JSON5.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    public enum Expectation: Hashable, Sendable {
        case value, key, colon, commaOrEnd, endOfText, endOfString, endOfComment, escape, number, utf8
        /// Arrays and objects within each other without end.
        case lessNesting
    }

    /// Counted from 1; columns in bytes.
    public var line, column: Int
    public var expected: Expectation

    public init(line: Int, column: Int, expected: Expectation) {
        (self.line, self.column, self.expected) = (line, column, expected)
    }
}
