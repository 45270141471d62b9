import Foundation

/// What mono prints with `--json`, as far as it is asked for.
struct JSONAnswer {
    let value: Any?

    init(_ text: String) throws { value = try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    private init(value: Any?) { self.value = value }

    subscript(name: String) -> JSONAnswer { JSONAnswer(value: (value as? [String: Any])?[name]) }
    var list: [JSONAnswer] { (value as? [Any] ?? []).map { JSONAnswer(value: $0) } }
    var fields: [String: JSONAnswer] { (value as? [String: Any] ?? [:]).mapValues { JSONAnswer(value: $0) } }
    var text: String { value as? String ?? "" }
    var number: Double { (value as? NSNumber)?.doubleValue ?? .nan }
    var isNull: Bool { value == nil || value is NSNull }
}
