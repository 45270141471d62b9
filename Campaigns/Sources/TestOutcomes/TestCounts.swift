/// The outcomes of a package's tests under one tool.
public struct TestCounts: Codable, Equatable, Sendable {
    public var passed = 0, failed = 0, skipped = 0
    /// Running when their program ended.
    public var unfinished = 0

    public init(_ outcomes: some Sequence<TestOutcome.Kind>) {
        for outcome in outcomes {
            switch outcome {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped: skipped += 1
            case .unfinished: unfinished += 1
            }
        }
    }

    public var text: String {
        let others = [(failed, "failed"), (skipped, "skipped"), (unfinished, "unfinished")].filter { $0.0 > 0 }.map {
            "\($0.0) \($0.1)"
        }
        return (["\(passed) passed"] + others).joined(separator: ", ")
    }
}
