/// How one test case came out.
public struct TestOutcome: Hashable, Sendable {
    public enum Kind: String, Sendable { case passed, failed, skipped, unfinished }

    /// `Class.test` of XCTest, whose own reports name no module; `Module.Suite.test()` of Swift Testing.
    public var name: String
    public var kind: Kind

    public init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// What is in one and not in the other, each counted as often as it is there; sorted by name. `words`: which run
    /// each of the two was, as in "under SwiftPM".
    public static func differences(
        _ one: [TestOutcome], _ other: [TestOutcome], words: (String, String)
    ) -> [String] {
        var balance: [TestOutcome: Int] = [:]
        for outcome in one { balance[outcome, default: 0] += 1 }
        for outcome in other { balance[outcome, default: 0] -= 1 }
        let left = balance.filter { $0.value > 0 }.map(\.key), right = balance.filter { $0.value < 0 }.map(\.key)
        func listed(_ outcomes: [TestOutcome]) -> [String: String] {
            Dictionary(grouping: outcomes, by: \.name).mapValues {
                $0.map(\.kind.rawValue).sorted().joined(separator: " and ")
            }
        }
        let there = listed(left), here = listed(right)
        return Set(there.keys).union(here.keys).sorted().map {
            "\($0): \(there[$0] ?? "not run") \(words.0), \(here[$0] ?? "not run") \(words.1)"
        }
    }
}
