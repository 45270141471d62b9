import Digests
import TestDiscovery

extension Action.Kind {
    /// Writes the source of a test runner from a package's list of its tests.
    public static let useTestList = Action.Kind.builtIn("use-test-list")
}

/// Makes the source of a test target's runner from the list that its package brings.
struct TestListWork: BuiltInWork {
    /// Relative to the root.
    var source: String
    var runner: ListedTestRunner

    var name: String { Action.Kind.useTestList.rawValue }

    var components: [Fingerprint.Component] {
        [
            .init(.own("test list of"), Fingerprint.joined(runner.words)),
            .init(.own("test runner"), ContentDigest(of: runner.text(for: [])).description),
        ]
    }

    func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        do { return runner.text(for: try place.files.read(place.path(source))) } catch {
            throw .unreadable(path: error.path.string, code: error.code)
        }
    }
}
