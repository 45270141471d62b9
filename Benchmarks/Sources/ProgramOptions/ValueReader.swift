import Foundation

/// Reads one kind of value from a word of the command line.
public struct ValueReader<Value> {
    /// As it stands in the help: `N`, `FILE`.
    let name: String
    /// The words that it takes, and what each means, where there are only so many.
    var choices: [(word: String, meaning: String)] = []
    /// The error says what is wanted: "needs a number above 0".
    let read: (String) throws(OptionError) -> Value
    /// A value as it would be typed.
    let spelled: (Value) -> String
}

extension ValueReader where Value == String {
    /// Any text but the empty one.
    public static func text(_ name: String) -> ValueReader {
        ValueReader(
            name: name,
            read: { text throws(OptionError) in
                guard !text.isEmpty else { throw OptionError("needs a text") }
                return text
            }, spelled: { $0 })
    }

    public static var file: ValueReader { path("FILE") }
    public static var folder: ValueReader { folder("FOLDER") }
    public static func folder(_ name: String) -> ValueReader { path(name) }

    /// An absolute path, whatever was typed: programs are started in other folders.
    private static func path(_ name: String) -> ValueReader {
        ValueReader(
            name: name,
            read: { text throws(OptionError) in
                guard !text.isEmpty else { throw OptionError("needs a path") }
                return URL(fileURLWithPath: text).standardizedFileURL.path
            }, spelled: { $0 })
    }

    /// A folder, or the address of a repository as it is.
    public static func source(_ name: String) -> ValueReader {
        let folder = folder
        return ValueReader(
            name: name,
            read: { text throws(OptionError) in
                let isAddress = text.contains(":") && !FileManager.default.fileExists(atPath: text)
                return isAddress ? text : try folder.read(text)
            }, spelled: { $0 })
    }
}

extension ValueReader where Value: FixedWidthInteger {
    /// A whole number above 0.
    public static var count: ValueReader {
        ValueReader(
            name: "N",
            read: { text throws(OptionError) in
                guard let number = Value(text), number > 0 else { throw OptionError("needs a number above 0") }
                return number
            }, spelled: { "\($0)" })
    }
}

extension ValueReader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the cases. Where `meaning` tells what each is, the help has a list of them.
    public static func choice(_ name: String, meaning: ((Value) -> String)? = nil) -> ValueReader {
        let words = Value.allCases.map(\.rawValue)
        return ValueReader(
            name: name, choices: Value.allCases.map { ($0.rawValue, meaning?($0) ?? "") },
            read: { text throws(OptionError) in
                guard let value = Value(rawValue: text) else {
                    throw OptionError("needs one of \(words.joined(separator: ", "))")
                }
                return value
            }, spelled: { $0.rawValue })
    }
}

extension ValueReader {
    /// Several in one word, with `separator` between them.
    public static func list<Item>(_ name: String, of item: ValueReader<Item>, by separator: Character) -> ValueReader
    where Value == [Item] {
        ValueReader(
            name: name,
            read: { text throws(OptionError) in
                let parts = text.split(separator: separator, omittingEmptySubsequences: separator == " ")
                guard !parts.isEmpty else { throw OptionError("needs a value") }
                var items: [Item] = []
                for part in parts { items.append(try item.read(String(part))) }
                return items
            }, spelled: { $0.map(item.spelled).joined(separator: String(separator)) })
    }

    /// The same, of which only some values will do.
    public func only(_ demand: String, where fits: @escaping (Value) -> Bool) -> ValueReader {
        ValueReader(
            name: name, choices: choices,
            read: { [read] text throws(OptionError) in
                let value = try read(text)
                guard fits(value) else { throw OptionError("needs \(demand)") }
                return value
            }, spelled: spelled)
    }
}
