/// Reads JSON5 (and so JSON) and remembers the line of everything it reads, so that whoever finds fault with a value
/// can say where it is: the toolchain's decoder keeps no lines, and Foundation would cost more to load than a build
/// with nothing to do.
public struct JSONParser {
    private static let deepestNesting = 128

    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private var lineStart = 0

    /// Throws at the first place that is no JSON5.
    public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONSyntaxError(line: 1, column: 1, expected: .utf8)
        }
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
        let value = try parser.value(depth: 0)
        try parser.skipSpace()
        if parser.at < bytes.count { throw parser.error(.endOfText) }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func error(_ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        JSONSyntaxError(line: line, column: at - lineStart + 1, expected: expected)
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        if depth > JSONParser.deepestNesting { throw error(.lessNesting) }
        try skipSpace()
        let line = self.line
        let content: JSONValue.Content
        switch next {
        case UInt8(ascii: "{"): content = try object(depth: depth)
        case UInt8(ascii: "["): content = try array(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), .some(0x30...0x39):
            content = .number(try number())
        default:
            let start = at
            switch name() {
            case "true": content = .bool(true)
            case "false": content = .bool(false)
            case "null": content = .null
            case "Infinity": content = .number(.infinity)
            case "NaN": content = .number(.nan)
            default:
                at = start
                throw error(.value)
            }
        }
        return JSONValue(content: content, line: line)
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue.Content {
        at += 1
        var elements: [JSONValue] = []
        while true {
            try skipSpace()
            if take("]") { return .array(elements) }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if take(",") { continue }
            if take("]") { return .array(elements) }
            throw error(.commaOrEnd)
        }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue.Content {
        at += 1
        var members: [JSONMember] = []
        while true {
            try skipSpace()
            if take("}") { return .object(members) }
            let line = self.line
            let key: String
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
                key = try string()
            } else {
                key = name()
                if key.isEmpty { throw error(.key) }
            }
            try skipSpace()
            if !take(":") { throw error(.colon) }
            members.append(JSONMember(key: key, line: line, value: try value(depth: depth + 1)))
            try skipSpace()
            if take(",") { continue }
            if take("}") { return .object(members) }
            throw error(.commaOrEnd)
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    /// An identifier as JSON5 allows for keys; empty where there is none.
    private mutating func name() -> String {
        let start = at
        while let byte = next {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "$"), 0x80...:
                at += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9") where at > start: at += 1
            default: return String(decoding: bytes[start..<at], as: UTF8.self)
            }
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func number() throws(JSONSyntaxError) -> Double {
        let start = at
        var negative = false
        if take("-") { negative = true } else { _ = take("+") }
        let digits = at
        while let byte = next {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."):
                at += 1
                continue
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                // Only an exponent has a sign of its own.
                if bytes[at - 1] | 0x20 == UInt8(ascii: "e"), at > digits, !isHexadecimal(digits) {
                    at += 1
                    continue
                }
            default: break
            }
            break
        }
        let text = String(decoding: bytes[digits..<at], as: UTF8.self)
        let magnitude: Double?
        switch text {
        case "Infinity": magnitude = .infinity
        case "NaN": magnitude = .nan
        default:
            if isHexadecimal(digits) {
                magnitude = UInt64(text.dropFirst(2), radix: 16).map { Double($0) }
            } else if text.utf8.allSatisfy({ $0 < 0x3A || $0 | 0x20 == UInt8(ascii: "e") }), text != "." {
                // Swift reads `1.5` and `1e3`, but neither `.5` nor `5.`.
                let whole = text.hasPrefix(".") ? "0" + text : text
                magnitude = Double(whole.hasSuffix(".") ? whole + "0" : whole)
            } else {
                magnitude = nil
            }
        }
        guard let magnitude else {
            at = start
            throw error(.number)
        }
        return negative ? -magnitude : magnitude
    }

    private func isHexadecimal(_ start: Int) -> Bool {
        start + 1 < bytes.count && bytes[start] == UInt8(ascii: "0") && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
    }

    // MARK: Strings

    private mutating func string() throws(JSONSyntaxError) -> String {
        let quote = bytes[at]
        at += 1
        var start = at
        var result: [UInt8] = []
        while let byte = next {
            switch byte {
            case quote:
                result += bytes[start..<at]
                at += 1
                return String(decoding: result, as: UTF8.self)
            case UInt8(ascii: "\\"):
                result += bytes[start..<at]
                at += 1
                try escape(into: &result)
                start = at
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error(.endOfString)
            default: at += 1
            }
        }
        throw error(.endOfString)
    }

    private mutating func escape(into result: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = next else { throw error(.escape) }
        at += 1
        switch byte {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "0"): result.append(0)
        case UInt8(ascii: "x"): append(try hexadecimal(digits: 2), to: &result)
        case UInt8(ascii: "u"):
            var scalar = try hexadecimal(digits: 4)
            if (0xD800..<0xDC00).contains(scalar) {
                guard take("\\"), take("u") else { throw error(.escape) }
                let low = try hexadecimal(digits: 4)
                guard (0xDC00..<0xE000).contains(low) else { throw error(.escape) }
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            }
            guard Unicode.Scalar(scalar) != nil else { throw error(.escape) }
            append(scalar, to: &result)
        case UInt8(ascii: "\r"):
            if next == UInt8(ascii: "\n") { at += 1 }
            newLine()
        case UInt8(ascii: "\n"): newLine()
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw error(.escape)
        default: result.append(byte)
        }
    }

    private mutating func hexadecimal(digits: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            switch next {
            case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
                value = value << 4 | UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
            default: throw error(.escape)
            }
            at += 1
        }
        return value
    }

    private func append(_ value: UInt32, to result: inout [UInt8]) {
        if let scalar = Unicode.Scalar(value) { result += Array(String(Character(scalar)).utf8) }
    }

    // MARK: Space

    private mutating func newLine() {
        line += 1
        lineStart = at
    }

    private mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\n"):
                at += 1
                newLine()
            case 0x20, 0x09, 0x0B, 0x0C, 0x0D: at += 1
            // The no-break space and the byte order mark, as UTF-8.
            case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0: at += 2
            case 0xEF where bytes[at...].starts(with: [0xEF, 0xBB, 0xBF]): at += 3
            case UInt8(ascii: "/"):
                guard at + 1 < bytes.count else { throw error(.value) }
                switch bytes[at + 1] {
                case UInt8(ascii: "/"):
                    while let byte = next, byte != UInt8(ascii: "\n") { at += 1 }
                case UInt8(ascii: "*"): try skipComment()
                default: throw error(.value)
                }
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        at += 2
        while at + 1 < bytes.count {
            if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
                at += 2
                return
            }
            at += 1
            if bytes[at - 1] == UInt8(ascii: "\n") { newLine() }
        }
        throw error(.endOfComment)
    }
}
