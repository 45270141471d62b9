/// Which tests of a target are to run, and how. Expressions are looked for anywhere in `Module.Class/test`, as in
/// SwiftPM.
public struct TestSelection: Hashable, Sendable {
    /// One of these must be found; empty: whatever is there.
    public private(set) var wanted: [String]
    /// None of these may be.
    public private(set) var unwanted: [String]
    /// Tests of Swift Testing run one after the other, as those of XCTest always do.
    public var isSerial = false

    public static let all = TestSelection()

    private init() { (wanted, unwanted) = ([], []) }

    /// Throws the first text that is no regular expression.
    public init(wanted: [String], unwanted: [String]) throws(BadExpression) {
        for text in wanted + unwanted where (try? Regex(text)) == nil { throw BadExpression(text: text) }
        (self.wanted, self.unwanted) = (wanted, unwanted)
    }

    public struct BadExpression: Error, Hashable, Sendable {
        public var text: String
    }

    /// It may be about the places of tests in sources, as Swift Testing's expressions can be.
    var mayNamePlaces: Bool {
        (wanted + unwanted).contains { $0.contains(".swift") || $0.contains(":") }
    }

    public var isAll: Bool { wanted.isEmpty && unwanted.isEmpty }

    /// Some are asked for, beside those that are left out.
    public var wantsSome: Bool { !wanted.isEmpty }

    func chosen(among names: [String]) -> [String] {
        let wanted = self.wanted.compactMap { try? Regex($0) }, unwanted = self.unwanted.compactMap { try? Regex($0) }
        return names.filter { name in
            (wanted.isEmpty || wanted.contains { name.firstMatch(of: $0) != nil })
                && !unwanted.contains { name.firstMatch(of: $0) != nil }
        }
    }
}
