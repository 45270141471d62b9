/// What mono says of each test target, a line each.
public struct TargetLines: Sendable {
    /// Passed, from the cache.
    public private(set) var cached: [String] = []
    /// Ran and passed.
    public private(set) var passed: [String] = []
    /// Ran and did not pass.
    public private(set) var failed: [String] = []
    /// Why the results of some that passed are not kept.
    public private(set) var reasons: [String: String] = [:]

    /// `text`: what `mono test --color never` printed. Targets without any test have no line.
    public init(in text: String) {
        for line in text.split(separator: "\n") {
            if let match = line.wholeMatch(of: /(\S+) passed, from cache: .*/) {
                cached.append(String(match.1))
            } else if let match = line.wholeMatch(of: /(\S+) passed: .*/) {
                passed.append(String(match.1))
            } else if let match = line.wholeMatch(
                of: /(\S+) (failed: \d+ of|crashed \(|ended early|did not end within|could not be started).*/)
            {
                failed.append(String(match.1))
            } else if let match = line.wholeMatch(of: /note: the results of '([^']+)' are not kept: (.*)/) {
                reasons[String(match.1)] = String(match.2)
            }
        }
    }
}
