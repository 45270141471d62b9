import Foundation

/// When a test runs.
public enum TestKind: String, CaseIterable, Sendable {
    /// Whenever tests run.
    case fast
    /// Compiles much: runs before a change lands.
    case compiler
    /// Builds again and again, or waits: runs before a release.
    case campaign

    /// Those that `MONO_TEST_KINDS` names, with blanks between; else the fast ones. A word that is no kind is left out.
    public static var asked: Set<TestKind> {
        guard let named = ProcessInfo.processInfo.environment["MONO_TEST_KINDS"] else { return [.fast] }
        return Set(named.split(separator: " ").compactMap { TestKind(rawValue: String($0)) })
    }

    /// Whether tests of this kind run.
    public var isAsked: Bool { Self.asked.contains(self) }
}
