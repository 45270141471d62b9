/// The outcomes of a package's tests under one tool.
struct TestCounts: Codable, Equatable {
    var passed = 0, failed = 0, skipped = 0
    /// Running when their program ended.
    var unfinished = 0

    init(_ outcomes: some Sequence<TestOutcome.Kind>) {
        for outcome in outcomes {
            switch outcome {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped: skipped += 1
            case .unfinished: unfinished += 1
            }
        }
    }

    var text: String {
        let others = [(failed, "failed"), (skipped, "skipped"), (unfinished, "unfinished")].filter { $0.0 > 0 }.map {
            "\($0.0) \($0.1)"
        }
        return (["\(passed) passed"] + others).joined(separator: ", ")
    }
}

/// How one test case came out.
struct TestOutcome: Hashable {
    enum Kind: String { case passed, failed, skipped, unfinished }

    /// `Class.test` of XCTest, whose own reports name no module; `Module.Suite.test()` of Swift Testing.
    var name: String
    var kind: Kind

    /// What is in one and not in the other, each counted as often as it is there; sorted by name.
    static func differences(swiftPM: [TestOutcome], mono: [TestOutcome]) -> [String] {
        var balance: [TestOutcome: Int] = [:]
        for outcome in swiftPM { balance[outcome, default: 0] += 1 }
        for outcome in mono { balance[outcome, default: 0] -= 1 }
        let left = balance.filter { $0.value > 0 }.map(\.key), right = balance.filter { $0.value < 0 }.map(\.key)
        func listed(_ outcomes: [TestOutcome]) -> [String: String] {
            Dictionary(grouping: outcomes, by: \.name).mapValues {
                $0.map(\.kind.rawValue).sorted().joined(separator: " and ")
            }
        }
        let there = listed(left), here = listed(right)
        return Set(there.keys).union(here.keys).sorted().map {
            "\($0): \(there[$0] ?? "not run") under SwiftPM, \(here[$0] ?? "not run") under mono"
        }
    }
}
