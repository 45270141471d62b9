/// A value as JSON text, written with its members in the order given.
public indirect enum JSONText: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    case null
    case bool(Bool)
    case integer(Int64)
    /// Thousandths: times are written with three digits behind the point.
    case thousandths(Int64)
    case text(String)
    case array([JSONText])
    case object([(String, JSONText)])

    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public static func == (a: Self, b: Self) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// On one line.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    public func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .thousandths(let value):
            let rest = String(value.magnitude % 1000)
            text += (value < 0 ? "-" : "") + String(value.magnitude / 1000) + "."
            text += String(repeating: "0", count: 3 - rest.utf8.count) + rest
        case .text(let value): JSONText.quote(value, &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                JSONText.quote(member.0, &text)
                text += ":"
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func quote(_ value: String, _ text: inout String) { JSONQuoting.legible.quote(value, &text) }
}
