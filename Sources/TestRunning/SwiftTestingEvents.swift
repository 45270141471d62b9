import JSON

/// Reads the event stream of Swift Testing: JSON lines. What is none is passed over, as in `XCTestRecord`.
struct SwiftTestingEvents {
    /// The first that tells of warnings; and the one before, for libraries that know no other. What is read here is the
    /// same in both.
    static let version = "6.3", earlierVersion = "0"

    private(set) var results: [TestResult] = []
    /// What was said while no test was known to run, such as in a task that nobody waits for.
    private(set) var issues: [TestResult.Issue] = []
    private(set) var warnings: [TestResult.Issue] = []
    /// All tests were run.
    private(set) var isComplete = false

    init(_ bytes: [UInt8]) {
        var functions: Set<String> = [], open: [String: (at: Int, start: Double)] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let value = try? JSONParser.parse(Array(line)), let payload = value["payload"] else { continue }
            if value["kind"]?.string == "test" {
                if payload["kind"]?.string == "function", let id = payload["id"]?.string { functions.insert(id) }
                continue
            }
            if payload["kind"]?.string == "runEnded" { isComplete = true }
            guard let id = payload["testID"]?.string else {
                guard payload["kind"]?.string == "issueRecorded" else { continue }
                switch SwiftTestingEvents.issue(payload) {
                case .failure(let issue): issues.append(issue)
                case .warning(let issue): warnings.append(issue)
                case nil: break
                }
                continue
            }
            let time = payload["instant"]?["absolute"]?.number ?? 0
            switch payload["kind"]?.string {
            case "testStarted" where functions.contains(id):
                open[id] = (results.count, time)
                results.append(
                    TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .unfinished))
            case "testSkipped" where functions.contains(id):
                results.append(TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .skipped))
            case "testEnded":
                guard let (at, start) = open[id] else { continue }
                let symbols = (payload["messages"]?.array ?? []).compactMap { $0["symbol"]?.string }
                results[at].outcome = symbols.contains("fail") ? .failed : symbols.contains("skip") ? .skipped : .passed
                results[at].seconds = TestResult.plausible(time - start)
            case "issueRecorded":
                let found = SwiftTestingEvents.issue(payload)
                if case .warning(let issue) = found {
                    if let known = open[id] { results[known.at].warnings.append(issue) } else { warnings.append(issue) }
                }
                guard case .failure(let issue) = found else { continue }
                let at: Int
                if let known = open[id] {
                    at = known.at
                } else if (payload["messages"]?.array ?? []).contains(where: { $0["symbol"]?.string == "fail" }) {
                    // Of a suite: its trait, or what it holds, could not be made.
                    at = results.count
                    open[id] = (at, time)
                    results.append(
                        TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .failed))
                } else {
                    continue
                }
                results[at].issues.append(issue)
            default: continue
            }
        }
    }

    private enum Said {
        case failure(TestResult.Issue)
        case warning(TestResult.Issue)
    }

    /// Nil for an issue that is known.
    private static func issue(_ payload: JSONValue) -> Said? {
        guard let issue = payload["issue"], issue["isKnown"]?.bool != true else { return nil }
        let texts = (payload["messages"]?.array ?? []).compactMap { $0["text"]?.string },
            place = issue["sourceLocation"]
        let found = TestResult.Issue(
            file: place?["_filePath"]?.string ?? place?["filePath"]?.string ?? "", line: place?["line"]?.integer ?? 0,
            text: texts.joined(separator: "\n"))
        return issue["severity"]?.string == "warning" ? .warning(found) : .failure(found)
    }

    /// `M.S/f(_:)/F.swift:1:2` without the place, as people name the test.
    static func name(_ id: String) -> String {
        guard let slash = id.lastIndex(of: "/"), id[slash...].contains(".swift:") else { return id }
        return String(id[..<slash])
    }
}
