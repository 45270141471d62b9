import Configuration
import JSON

extension ConfigurationError: Reportable {
    var report: ErrorReport {
        var report = ErrorReport(code: .workspace, what: what, place: "\(file):\(line)")
        if !keyPath.isEmpty, case .syntax = fact {} else if !keyPath.isEmpty { report.details = ["at \(keyPath)"] }
        report.help = help
        if case .syntax(_, let column) = fact { report.place = "\(file):\(line):\(column)" }
        return report
    }

    /// The last part of the key path.
    private var key: String { keyPath.split(separator: ".").last.map(String.init) ?? keyPath }

    private var what: String {
        switch fact {
        case .syntax(let expected, _): "mono.json is no valid JSON5: \(expected.words)"
        case .unknownKey: "mono.json has no key '\(key)'"
        case .wrongType(let expected, let found): "'\(keyPath)' is \(expected.words), and \(found.words) stands there"
        case .badValue(let value, _): "'\(keyPath)' cannot be '\(value)'"
        case .missing: "'\(keyPath)' is missing"
        case .twice: "'\(keyPath)' is there twice"
        case .noPackages: "mono.json leads to no package"
        }
    }

    private var help: String? {
        switch fact {
        case .unknownKey(let known):
            Words.suggestion(for: key, among: known) ?? "the keys are \(Words.alternatives(known, joint: "and"))"
        case .badValue(let value, let allowed) where !allowed.isEmpty:
            Words.suggestion(for: value, among: allowed) ?? "it can be \(Words.alternatives(allowed))"
        case .missing where keyPath == "packages", .noPackages: #"name folders or patterns: "packages": ["Packages/*"]"#
        case .twice: "keep one of them"
        default: nil
        }
    }
}

extension ConfigurationError.ValueType {
    fileprivate var words: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .integer: "a whole number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        case .stringOrObject: "a text or an object"
        }
    }
}

extension JSONSyntaxError.Expectation {
    var words: String {
        switch self {
        case .value: "a value should stand here"
        case .key: "a key should stand here"
        case .colon: "':' should stand here"
        case .commaOrEnd: "',' or the end of the list or object should stand here"
        case .endOfText: "nothing should follow the value"
        case .endOfString: "the text is not closed"
        case .endOfComment: "the comment is not closed"
        case .escape: "no such escape"
        case .number: "no such number"
        case .utf8: "it is not UTF-8"
        case .lessNesting: "it is nested too deeply"
        }
    }
}
