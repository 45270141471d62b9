/// A message's fields by number, what is in none of the two forms that mono reads left out.
struct ProtobufFields {
    /// A message of more fields is none: what a server sends may take no time to read.
    private static let mostFields = 100_000

    private var values: [Int: [ArraySlice<UInt8>]] = [:]
    private var numbers: [Int: UInt64] = [:]

    init(_ message: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) {
        var reader = ProtobufReader(message), count = 0
        while let (field, value) = try reader.next() {
            count += 1
            if count > ProtobufFields.mostFields { throw ProtobufReader.Malformed() }
            switch value {
            case .bytes(let bytes): values[field, default: []].append(bytes)
            case .number(let number): numbers[field] = number
            case .fixed: break
            }
        }
    }

    /// All that stands under the field: texts, bytes, messages, packed numbers.
    subscript(field: Int) -> [ArraySlice<UInt8>] { values[field] ?? [] }

    /// The last of the numbers under the field; 0 where there is none, as everywhere in the format.
    func number(_ field: Int) -> Int64 { Int64(bitPattern: numbers[field] ?? 0) }

    func text(_ field: Int) -> String { String(decoding: values[field]?.last ?? [], as: UTF8.self) }

    /// The last of the messages under the field; nil where there is none.
    func message(_ field: Int) throws(ProtobufReader.Malformed) -> ProtobufFields? {
        guard let bytes = values[field]?.last else { return nil }
        return try ProtobufFields(bytes)
    }

    /// Numbers under a field that has any number of them, packed or one.
    func list(_ field: Int) throws(ProtobufReader.Malformed) -> [Int64] {
        var found: [Int64] = numbers[field].map { [Int64(bitPattern: $0)] } ?? []
        for packed in self[field] { found += try ProtobufReader.packed(packed) }
        return found
    }
}
