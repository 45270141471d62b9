import Digests
import TestDiscovery

/// Makes the source of a test target's runner of the module's symbol graph.
struct TestListing: FileExtraction {
    var moduleName: String

    var components: [Fingerprint.Component] {
        [
            .init(.own("tests of"), moduleName),
            .init(.own("test runner"), ContentDigest(of: TestRunnerSource.specimen).description),
        ]
    }

    func content(of written: [UInt8]) -> [UInt8]? {
        (try? TestDiscovery.classes(inSymbolGraph: written)).map {
            Array(TestRunnerSource.text(module: moduleName, classes: $0).utf8)
        }
    }
}
