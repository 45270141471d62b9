/// A source that lists the tests of a package, as packages did before tests were found: the main file of their program.
public struct TestList: Hashable, Sendable {
    /// The names that such a file may have.
    public static let names = ["XCTMain.swift", "LinuxMain.swift"]

    /// Relative to the package's folder.
    public var path: String
    /// It holds `@main`, and no code outside of declarations.
    public var hasMainAttribute: Bool

    public init(path: String, hasMainAttribute: Bool) {
        (self.path, self.hasMainAttribute) = (path, hasMainAttribute)
    }
}

extension TargetGraph {
    /// The test targets that one list names together with `target`, itself left out; sorted. The program of each of
    /// them holds all of them, since the list does.
    public func listedTests(with target: TargetID) -> [TargetID] {
        guard let list = targets[target]?.testList else { return [] }
        return (byPackage[target.package] ?? []).filter { $0 != target && targets[$0]?.testList == list }.sorted()
    }
}
