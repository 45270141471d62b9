/// Reads what a runner writes of XCTest's tests: a line a fact, fields separated by tabs (`TestRunnerSource`). What is
/// no such line is passed over: a program that crashes may leave half a line, and a test may write into any file.
struct XCTestRecord {
    private(set) var results: [TestResult] = []
    /// All tests were run.
    private(set) var isComplete = false

    init(_ bytes: [UInt8]) {
        var open: [String: Int] = [:]
        // A line that was not ended is half a line.
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(
                XCTestRecord.text)
            switch (fields[0], fields.count) {
            case ("start", 2):
                open[fields[1]] = results.count
                results.append(TestResult(library: .xctest, name: fields[1], outcome: .unfinished))
            case ("issue", 5):
                guard let at = open[fields[1]] else { continue }
                results[at].issues.append(.init(file: fields[2], line: Int(fields[3]) ?? 0, text: fields[4]))
            case ("end", 4):
                guard let at = open[fields[1]], let outcome = TestResult.Outcome(rawValue: fields[2]) else { continue }
                results[at].outcome = outcome
                results[at].seconds = TestResult.plausible(Double(fields[3]) ?? 0)
            case ("done", 1): isComplete = true
            default: continue
            }
        }
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = [], isEscaped = false
        for byte in field {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
                default: result.append(byte)
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
