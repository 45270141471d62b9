/// What goes to the server and comes from it: fields by name.
public struct Record: Hashable, Sendable {
    public var fields: [String: String]

    public init(_ fields: [String: String]) { self.fields = fields }

    public func text(_ field: String) throws(NetworkingError) -> String {
        guard let text = fields[field] else { throw .malformed(field: field) }
        return text
    }

    public func number(_ field: String) throws(NetworkingError) -> Int {
        guard let number = Int(try text(field)) else { throw .malformed(field: field) }
        return number
    }
}

extension Record: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral fields: (String, String)...) { self.init(Dictionary(fields) { _, last in last }) }
}
