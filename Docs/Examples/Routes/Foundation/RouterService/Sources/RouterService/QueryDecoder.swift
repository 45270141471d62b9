/// Reads a route off the parameters of a URL: texts, numbers, truth values, and enums of these.
struct QueryDecoder: Decoder {
    let values: [String: String]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(QueryContainer<Key>(values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw QueryDecoder.unsupported([]) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw QueryDecoder.unsupported([]) }

    static func unsupported(_ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: "a URL holds plain values alone"))
    }
}

private struct QueryContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: String]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let text = values[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [key], debugDescription: "the URL does not say it"))
        }
        return try Value(from: QueryValue(text: text, codingPath: [key]))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        throw QueryDecoder.unsupported([key])
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw QueryDecoder.unsupported([key])
    }
    func superDecoder() throws -> any Decoder { throw QueryDecoder.unsupported([]) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw QueryDecoder.unsupported([key]) }
}

private struct QueryValue: Decoder, SingleValueDecodingContainer {
    let text: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw QueryDecoder.unsupported(codingPath)
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw QueryDecoder.unsupported(codingPath) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let readable = type as? any LosslessStringConvertible.Type else { return try Value(from: self) }
        guard let value = readable.init(text) as? Value else {
            throw DecodingError.typeMismatch(
                type, .init(codingPath: codingPath, debugDescription: "'\(text)' is no \(type)"))
        }
        return value
    }
}
