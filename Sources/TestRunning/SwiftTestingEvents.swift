import JSON

/// Reads the event stream of Swift Testing (version 0): JSON lines. What is none is passed over, as in `XCTestRecord`.
struct SwiftTestingEvents {
    private(set) var results: [TestResult] = []
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
            guard let id = payload["testID"]?.string else { continue }
            let time = payload["instant"]?["absolute"]?.number ?? 0
            switch payload["kind"]?.string {
            case "testStarted" where functions.contains(id):
                open[id] = (results.count, time)
                results.append(TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .unfinished))
            case "testSkipped" where functions.contains(id):
                results.append(TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .skipped))
            case "testEnded":
                guard let (at, start) = open[id] else { continue }
                let symbols = (payload["messages"]?.array ?? []).compactMap { $0["symbol"]?.string }
                results[at].outcome = symbols.contains("fail") ? .failed : symbols.contains("skip") ? .skipped : .passed
                results[at].seconds = TestResult.plausible(time - start)
            case "issueRecorded":
                guard let issue = payload["issue"], issue["isKnown"]?.bool != true else { continue }
                let at: Int
                if let known = open[id] {
                    at = known.at
                } else if (payload["messages"]?.array ?? []).contains(where: { $0["symbol"]?.string == "fail" }) {
                    // Of a suite: its trait, or what it holds, could not be made.
                    at = results.count
                    open[id] = (at, time)
                    results.append(TestResult(library: .swiftTesting, name: SwiftTestingEvents.name(id), outcome: .failed))
                } else {
                    continue
                }
                let text = (payload["messages"]?.array ?? []).compactMap { $0["text"]?.string }.joined(separator: "\n")
                let place = issue["sourceLocation"]
                results[at].issues.append(
                    .init(file: place?["_filePath"]?.string ?? place?["filePath"]?.string ?? "", line: place?["line"]?.integer ?? 0, text: text))
            default: continue
            }
        }
    }

    /// `M.S/f(_:)/F.swift:1:2` without the place, as people name the test.
    static func name(_ id: String) -> String {
        guard let slash = id.lastIndex(of: "/"), id[slash...].contains(".swift:") else { return id }
        return String(id[..<slash])
    }
}
