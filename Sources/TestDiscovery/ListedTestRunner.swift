import SwiftText

/// The source of the program that runs the tests on a package's own list: the list itself, with functions of mono
/// behind it that take the place of `XCTMain`.
public struct ListedTestRunner: Hashable, Sendable {
    /// Of the list, as messages of the compiler name it.
    public var path: String
    /// The list holds `@main`, and no code outside of declarations.
    public var hasMainAttribute: Bool
    /// Tests of this module are run.
    public var module: String
    /// Those of these are not: other programs run them.
    public var others: [String]
    /// Classes of all other modules are run too: one program of a package does.
    public var takesStrays: Bool

    public init(path: String, hasMainAttribute: Bool, module: String, others: [String], takesStrays: Bool) {
        (self.path, self.hasMainAttribute, self.module) = (path, hasMainAttribute, module)
        (self.others, self.takesStrays) = (others, takesStrays)
    }

    /// All that counts beside the list's content.
    public var words: [String] { ["1", path, "\(hasMainAttribute)", module, "\(takesStrays)"] + others }

    /// `list`: the content of the list.
    public func text(for list: [UInt8]) -> [UInt8] {
        let start = hasMainAttribute ? "" : "__begin()\n"
        return Array("\(start)#sourceLocation(file: \(SwiftName.literal(path)), line: 1)\n".utf8) + list
            + Array("\n#sourceLocation()\nimport XCTest\n\(TestRunnerSource.machinery)\n\(functions)\n".utf8)
    }

    /// A program that ends well and never called `XCTMain` has passed, as under SwiftPM: some lists run tests of
    /// another library. SwiftPM does not run Swift Testing's tests beside a list.
    private var functions: String {
        let list = others.map(SwiftName.literal).joined(separator: ", ")
        return #"""

            fileprivate enum __State { nonisolated(unsafe) static var report: __Report? }

            fileprivate func __begin() {
                if __asksForSwiftTesting { exit(69) }
                guard let path = __taken("\#(TestRunnerVariable.report.rawValue)") else { return }
                __State.report = __Report(path)
                atexit { __State.report?.write("done") }
            }

            fileprivate func __runListed(_ tests: [XCTestCaseEntry], _ arguments: [String]?, _ observers: [any XCTestObservation]) -> Never {
                if __asksForSwiftTesting { exit(69) }
                let others: Set<String> = [\#(list)]
                let own = tests.filter { entry in
                    let name = String(reflecting: entry.testCaseClass)
                    let module = String(name.prefix { $0 != "." })
                    return module == \#(SwiftName.literal(module)) || \#(takesStrays) && !others.contains(module)
                }
                let report = __State.report
                __State.report = nil
                __run(own, reporting: report, arguments: arguments ?? Array(CommandLine.arguments.prefix(1)), observers: observers)
            }

            func XCTMain(_ testCases: [XCTestCaseEntry]) -> Never { __runListed(testCases, nil, []) }
            func XCTMain(_ testCases: [XCTestCaseEntry], arguments: [String]) -> Never { __runListed(testCases, arguments, []) }
            func XCTMain(_ testCases: [XCTestCaseEntry], arguments: [String], observers: [any XCTestObservation]) -> Never {
                __runListed(testCases, arguments, observers)
            }
            """#
    }
}
