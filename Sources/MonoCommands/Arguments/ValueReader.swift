import ArtifactCache
import Configuration
import Signatures

/// Reads one kind of value from the text that was given for it.
struct ValueReader<Value>: Sendable {
    var description: ValueDescription
    var read: @Sendable (String) throws(ValueError) -> Value
}

extension ValueReader where Value == String {
    /// Any text but the empty one.
    static func text(_ name: String, completion: Completion = .none) -> ValueReader {
        ValueReader(description: ValueDescription(name: name, completion: completion)) { text throws(ValueError) in
            guard !text.isEmpty else { throw .empty }
            return text
        }
    }

    static var file: ValueReader { .text("FILE", completion: .files) }
    static var folder: ValueReader { .text("DIR", completion: .folders) }

    /// One argument for another tool, taken as it is: it may be empty, and start with a dash.
    static var verbatim: ValueReader {
        ValueReader(description: ValueDescription(name: "ARG", mayStartWithDash: true)) { $0 }
    }

    static func choice(_ texts: [String]) -> ValueReader {
        ValueReader(
            description: ValueDescription(name: texts.joined(separator: "|"), completion: .choices(texts))
        ) { text throws(ValueError) in
            guard texts.contains(text) else { throw .notOneOf(texts) }
            return text
        }
    }
}

extension ValueReader where Value == [String] {
    /// Words with commas between them; none is empty.
    static func list(_ name: String) -> ValueReader {
        ValueReader(description: ValueDescription(name: name)) { text throws(ValueError) in
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard !words.contains("") else { throw .empty }
            return words
        }
    }
}

extension ValueReader where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the cases, by its raw value. `name` stands in help texts where listing all cases would be too much.
    static func choice(name: String? = nil) -> ValueReader {
        let texts = Value.allCases.map(\.rawValue)
        return ValueReader(
            description: ValueDescription(name: name ?? texts.joined(separator: "|"), completion: .choices(texts))
        ) { text throws(ValueError) in
            guard let value = Value(rawValue: text) else { throw .notOneOf(texts) }
            return value
        }
    }
}

extension ValueReader where Value == Int {
    /// A whole number from 1.
    static var count: ValueReader {
        ValueReader(description: ValueDescription(name: "N")) { text throws(ValueError) in
            guard let number = Int(text), number >= 1 else { throw .notACount }
            return number
        }
    }
}

extension ValueReader where Value == Int64 {
    /// A number of bytes: `500M`, `5G`, `1.5T`; the units are powers of 1024, and without one the number counts bytes.
    static var size: ValueReader {
        ValueReader(description: ValueDescription(name: "SIZE")) { text throws(ValueError) in
            guard let bytes = scaled(text, sizeUnits) else { throw .notASize }
            return bytes
        }
    }

    /// A span of time in seconds: `90s`, `12h`, `30d`, `2w`. The unit must be there: a bare number says too little.
    static var age: ValueReader {
        ValueReader(description: ValueDescription(name: "AGE")) { text throws(ValueError) in
            guard let seconds = scaled(text, ageUnits) else { throw .notAnAge }
            return seconds
        }
    }

    private static var sizeUnits: [String: Int64] {
        var units: [String: Int64] = ["": 1, "b": 1]
        for (index, letter) in ["k", "m", "g", "t"].enumerated() {
            for spelling in [letter, letter + "b", letter + "ib"] { units[spelling] = 1 << (10 * (Int64(index) + 1)) }
        }
        return units
    }

    /// The same for what lasts.
    static var duration: ValueReader {
        ValueReader(description: ValueDescription(name: "DURATION")) { text throws(ValueError) in
            guard let seconds = scaled(text, ageUnits) else { throw .notADuration }
            return seconds
        }
    }

    private static var ageUnits: [String: Int64] { ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800] }

    /// A number with at most one dot, times its unit; nil where it is neither, negative, or too big.
    private static func scaled(_ text: String, _ units: [String: Int64]) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = units[text.dropFirst(digits.count).lowercased()], let number = Double(String(digits)) else {
            return nil
        }
        return Int64(exactly: (number * Double(unit)).rounded())
    }
}

extension ValueReader where Value == Double {
    /// A share in percent, above 0 and up to 100: `20%`, `0.5%`; the sign may be left out.
    static func percent(_ name: String) -> ValueReader {
        ValueReader(description: ValueDescription(name: name)) { text throws(ValueError) in
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            guard
                digits.utf8.allSatisfy({
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
                }),
                let percent = Double(String(digits)), percent > 0, percent <= 100
            else { throw .notAShare }
            return percent
        }
    }
}

/// A folder behind the local cache, as `--shared-cache` names it.
struct SharedCacheChoice: Hashable, Sendable {
    /// As it was typed.
    var folder: String
    var isReadOnly: Bool
}

extension ValueReader where Value == SharedCacheChoice {
    /// `DIR`, `DIR:ro` or `DIR:rw`.
    static var sharedCache: ValueReader {
        ValueReader(
            description: ValueDescription(name: "DIR[:ro]", completion: .folders)
        ) { text throws(ValueError) in
            let isReadOnly = text.hasSuffix(":ro")
            let folder = isReadOnly || text.hasSuffix(":rw") ? String(text.dropLast(3)) : text
            guard !folder.isEmpty else { throw .empty }
            return SharedCacheChoice(folder: folder, isReadOnly: isReadOnly)
        }
    }
}

/// A server behind the caches that are folders, as `--remote-cache` names it.
struct RemoteCacheChoice: Hashable, Sendable {
    var address: String
    var isReadOnly: Bool

    /// `text`: as it was typed.
    init(_ text: String) {
        isReadOnly = text.hasSuffix(":ro")
        address = isReadOnly || text.hasSuffix(":rw") ? String(text.dropLast(3)) : text
    }
}

extension ValueReader where Value == RemoteCacheChoice {
    /// `URL`, `URL:ro` or `URL:rw`.
    static var remoteCache: ValueReader {
        ValueReader(description: ValueDescription(name: "URL[:ro]")) { text throws(ValueError) in
            let choice = RemoteCacheChoice(text)
            if let flaw = ServerAddress.flaw(of: choice.address) { throw .noAddress(flaw) }
            return choice
        }
    }
}

extension ValueReader where Value == String {
    /// The address of a server that runs actions.
    static var remoteExecutor: ValueReader {
        ValueReader(description: ValueDescription(name: "URL")) { text throws(ValueError) in
            if let flaw = ServerAddress.flawOfExecutor(text) { throw .noAddress(flaw) }
            return text
        }
    }
}

extension ValueReader where Value == ScopeChain {
    /// `NAME` or `NAME,NAME…`: the first is written to.
    static var scopes: ValueReader {
        ValueReader(description: ValueDescription(name: "NAME[,NAME]")) { text throws(ValueError) in
            var scopes: [CacheScope] = []
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let scope = CacheScope(name) else { throw .notAScope }
                scopes.append(scope)
            }
            guard let chain = ScopeChain(writing: scopes[0], reading: Array(scopes.dropFirst())) else {
                throw .mainReadsOthers
            }
            return chain
        }
    }
}

extension ValueReader where Value == CacheScope {
    static var scope: ValueReader {
        ValueReader(description: ValueDescription(name: "NAME")) { text throws(ValueError) in
            guard let scope = CacheScope(text) else { throw .notAScope }
            return scope
        }
    }
}

extension ValueReader where Value == VerifyingKey {
    static var verifyingKey: ValueReader {
        ValueReader(description: ValueDescription(name: "KEY")) { text throws(ValueError) in
            guard let key = VerifyingKey(text) else { throw .notAKey }
            return key
        }
    }
}
