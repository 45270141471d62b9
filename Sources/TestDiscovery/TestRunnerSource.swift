import SwiftText

/// The source of the program that runs a module's tests.
public enum TestRunnerSource {
    /// Raised whenever other methods are found to be tests (`TestClasses`).
    private static let format = "1"

    /// Stands in the keys of what is made of a symbol graph, so that another text for the same tests is another result.
    public static let specimen =
        format
        + text(
            module: "M",
            classes: [
                XCTestClass(
                    name: "C", methods: [.init(name: "testA", isAsync: false), .init(name: "testB", isAsync: true)])
            ])

    /// `classes` are those of the module `module`, which is imported `@testable`.
    ///
    /// The tests are listed as SwiftPM lists them, so that what compiles there compiles here; with their type, which
    /// classes that mix actors need. A class whose line of classes leaves the module may or may not be one of XCTest's:
    /// overloads tell, since only the compiler knows.
    public static func text(module: String, classes: [XCTestClass]) -> String {
        var text = "import XCTest\n\(classes.isEmpty ? "" : "@testable import \(module)\n")"
        for (index, each) in classes.enumerated() {
            let entries = each.methods.map { method in
                let name = SwiftName.quoted(method.name)
                return "(\(SwiftName.literal(method.name)), \(method.isAsync ? "asyncTest(\(name))" : name))"
            }
            text += """

                fileprivate extension \(each.name) {
                    \(TestRunnerSource.silence)
                    static nonisolated(unsafe) let __monoTests\(index): [(String, (\(each.name)) -> () throws -> Void)] = [
                        \(entries.joined(separator: ",\n        "))
                    ]
                }

                """
        }
        let list = classes.enumerated().map { "tests += __entries(\($1.name).__monoTests\($0))" }
        text += """

            \(TestRunnerSource.silence)
            fileprivate func __allTests() -> [XCTestCaseEntry] {
                \(classes.isEmpty ? "let" : "var") tests: [XCTestCaseEntry] = []
                \(list.joined(separator: "\n    "))
                return tests
            }

            """
        return text + TestRunnerSource.machinery + TestRunnerSource.entry
    }

    /// Tests of what is deprecated are deprecated themselves, and no warning is due.
    private static let silence = "@available(*, deprecated, message: \"so that deprecated tests can be listed\")"

    /// The rest, the same for all. What XCTest's tests do is written into a file of its own, a line a fact, opened anew
    /// for each: tests may print anything, close any descriptor, and crash. Fields are separated by tabs.
    static let machinery = #"""

        #if canImport(Glibc)
            import Glibc
        #elseif canImport(Musl)
            import Musl
        #endif

        fileprivate var __asksForSwiftTesting: Bool {
            let words = CommandLine.arguments
            guard let at = words.firstIndex(of: "--testing-library"), at + 1 < words.count else { return false }
            return words[at + 1] == "swift-testing"
        }

        /// Tests and what they start are not to see it.
        fileprivate func __taken(_ name: String) -> String? {
            guard let value = getenv(name) else { return nil }
            defer { unsetenv(name) }
            return String(cString: value)
        }

        fileprivate final class __Report: XCTestObservation {
            private let path: String
            init(_ path: String) { self.path = path }

            private func name(_ test: XCTestCase) -> String {
                let method = test.name.split(separator: ".").last.map(String.init) ?? test.name
                return String(reflecting: type(of: test)) + "/" + method
            }

            func write(_ fields: String...) {
                var line = ""
                for (index, field) in fields.enumerated() {
                    if index > 0 { line += "\t" }
                    for scalar in field.unicodeScalars {
                        switch scalar {
                        case "\\": line += "\\\\"
                        case "\t": line += "\\t"
                        case "\n": line += "\\n"
                        case "\r": line += "\\r"
                        default: line.unicodeScalars.append(scalar)
                        }
                    }
                }
                line += "\n"
                let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
                guard file >= 0 else { return }
                line.withUTF8 { bytes in
                    #if canImport(Glibc)
                        _ = Glibc.write(file, bytes.baseAddress, bytes.count)
                    #elseif canImport(Musl)
                        _ = Musl.write(file, bytes.baseAddress, bytes.count)
                    #endif
                }
                close(file)
            }

            func testCaseWillStart(_ test: XCTestCase) { write("start", name(test)) }

            func testCase(_ test: XCTestCase, didFailWithDescription text: String, inFile file: String?, atLine line: Int) {
                write("issue", name(test), file ?? "", String(line), text)
            }

            func testCaseDidFinish(_ test: XCTestCase) {
                guard let run = test.testRun else { return write("end", name(test), "failed", "0") }
                let state = !run.hasSucceeded ? "failed" : run.hasBeenSkipped ? "skipped" : "passed"
                write("end", name(test), state, String(run.totalDuration))
            }

            func testBundleDidFinish(_ bundle: Bundle) { write("done") }
        }

        /// Lists tests, or runs those that are wanted.
        fileprivate func __run(_ all: [XCTestCaseEntry], reporting: __Report? = nil, arguments: [String], observers: [any XCTestObservation]) -> Never {
            let report = reporting ?? __Report(__taken("\#(TestRunnerVariable.report.rawValue)") ?? "/dev/null")
            let list = __taken("\#(TestRunnerVariable.list.rawValue)"), selection = __taken("\#(TestRunnerVariable.selection.rawValue)")
            var tests = all
            if let list {
                let names = __Report(list)
                for entry in tests {
                    for test in entry.allTests { names.write(String(reflecting: entry.testCaseClass) + "/" + test.0) }
                }
                exit(0)
            }
            if let selection, let text = try? String(contentsOfFile: selection, encoding: .utf8) {
                let chosen = Set(text.split(separator: "\n").map(String.init))
                tests = tests.map { entry in
                    let name = String(reflecting: entry.testCaseClass)
                    return (testCaseClass: entry.testCaseClass, allTests: entry.allTests.filter { chosen.contains(name + "/" + $0.0) })
                }.filter { !$0.allTests.isEmpty }
            }
            if tests.isEmpty {
                report.write("done")
                exit(0)
            }
            XCTestObservationCenter.shared.addTestObserver(report)
            for observer in observers { XCTestObservationCenter.shared.addTestObserver(observer) }
            // This one cannot be meant by the functions of the same name that a runner with a list declares.
            exit(XCTMain(tests, arguments: arguments, observers: nil) as CInt)
        }
        """#

    /// Where the program begins that runs tests which were found.
    private static let entry = #"""

        fileprivate func __entries<T: XCTestCase>(_ tests: [(String, (T) -> () throws -> Void)]) -> [XCTestCaseEntry] { [testCase(tests)] }
        fileprivate func __entries<T>(_ tests: [(String, (T) -> () throws -> Void)]) -> [XCTestCaseEntry] { [] }
        fileprivate func asyncTest<T>(_ test: @escaping (T) -> () async throws -> Void) -> (T) -> () throws -> Void { { _ in {} } }

        #if canImport(Testing)
            import Testing
        #endif

        @main
        @available(*, deprecated, message: "so that deprecated tests can be listed")
        struct __Runner {
            // The main function is not asynchronous, as in SwiftPM's own: that crashes on some systems.
            @_silgen_name("$ss13_runAsyncMainyyyyYaKcF")
            private static func _runAsyncMain(_ body: @Sendable @escaping () async throws -> ())

            static func main() {
                #if canImport(Testing)
                    if __asksForSwiftTesting {
                        _runAsyncMain { await Testing.__swiftPMEntryPoint() as Never }
                    }
                #endif
                __run(__allTests(), arguments: Array(CommandLine.arguments.prefix(1)), observers: [])
            }
        }
        """#
}
