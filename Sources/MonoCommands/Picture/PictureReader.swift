import JSON

/// Reads an event log, which may be damaged or made by an enemy: what is no event is skipped and reported, and all that
/// is kept has bounds.
struct PictureReader {
    /// A line that is no event of a build.
    struct Fault: Hashable, Sendable {
        /// From 1.
        var line: Int
        var what: String
    }

    static let mostActions = 200_000, mostNeeds = 4_000_000, mostTests = 100_000, mostPhases = 1000, mostFailures = 50
    static let longestLine = 16 << 20, mostJobs = 1024

    private(set) var picture = BuildPicture()
    /// The first ones.
    private(set) var faults: [Fault] = []
    private(set) var faultCount = 0
    /// When the last build began.
    private var began = 0.0
    private var builds = 0
    /// A number for each name of an action, whether it has ended or is only needed so far.
    private var names: [String: Int] = [:]
    /// Where in the picture the action of a name is.
    private var places: [Int: Int] = [:]
    /// By places in the picture: names of what is needed.
    private var needs: [[Int]] = []
    private var needCount = 0
    /// Of actions that began, by name: why, and in which slots.
    private var starts: [Int: (why: String, slots: [Int])] = [:]
    private var testCount = 0

    init(_ bytes: [UInt8]) {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            if let what = fault(in: line) {
                faultCount += 1
                if faults.count < 10 { faults.append(Fault(line: number, what: what)) }
            }
        }
        for (index, numbers) in needs.enumerated() { picture.actions[index].needs = numbers.compactMap { places[$0] } }
    }

    /// A build has begun in the log.
    var isLog: Bool { builds > 0 }

    /// Takes a line; what is wrong with it, nil where nothing is.
    private mutating func fault(in line: ArraySlice<UInt8>) -> String? {
        if line.count > Self.longestLine { return "a line of more than 16 MiB" }
        guard let event = try? JSONParser.parse(Array(line)) else { return "not JSON" }
        guard let name = event["event"]?.string else { return "no event: it has no 'event'" }
        switch name {
        case "buildStarted": return start(event)
        case "phase": return phase(event)
        case "actionStarted": return reason(of: event)
        case "actionFinished": return finish(event)
        case "diagnostics": return diagnostics(event)
        case "testsFinished": return tests(event)
        case "buildFinished":
            let didSucceed = event["succeeded"]?.bool ?? false
            picture.succeeded = (picture.succeeded ?? true) && didSucceed
            picture.savedCPU += number(event, "savedCPU")
            picture.spentCPU += number(event, "spentCPU")
            return nil
        // Others may come.
        default: return nil
        }
    }

    private mutating func start(_ event: JSONValue) -> String? {
        guard event["format"]?.integer == Int(EventLog.format) else { return "an event log of another format" }
        builds += 1
        began = number(event, "began")
        picture.command = (event["command"]?.array ?? []).prefix(100).compactMap { $0.string.map { text($0) } }
        picture.version = text(event["mono"]?.string)
        picture.configuration = text(event["configuration"]?.string)
        picture.jobs = min(max(event["jobs"]?.integer ?? 1, 1), Self.mostJobs)
        return nil
    }

    private mutating func phase(_ event: JSONValue) -> String? {
        guard let name = event["name"]?.string else { return "a phase without a name" }
        guard picture.phases.count < Self.mostPhases else { return cut() }
        picture.phases.append(
            .init(
                name: PictureWords.bounded(name, to: 40), began: number(event, "began"),
                duration: number(event, "duration")))
        return nil
    }

    private mutating func reason(of event: JSONValue) -> String? {
        guard let name = event["action"]?.string else { return "an action without a name" }
        guard let number = number(of: name) else { return cut() }
        let slots = (event["slots"]?.array ?? []).prefix(64).compactMap(\.integer)
        starts[number] = (PictureWords.reason(event["reason"]), slots.filter { (0..<Self.mostJobs).contains($0) })
        return nil
    }

    private mutating func finish(_ event: JSONValue) -> String? {
        guard let name = event["action"]?.string, let kind = event["kind"]?.string,
            let subject = event["subject"]?.string, let outcome = event["outcome"]?.string
        else { return "an action without name, kind, subject or outcome" }
        // Another event says how it ends.
        if outcome == "ranEarly" || outcome == "abandoned" { return nil }
        guard let id = number(of: name) else { return cut() }
        var action = BuildPicture.Action(
            name: text(name), kind: text(kind), subject: text(subject), outcome: text(outcome))
        action.duration = number(event, "duration")
        action.began = max(0, began + number(event, "time") - action.duration)
        action.cpu = number(event, "cpu")
        let start = starts[id]
        action.slots = start?.slots ?? []
        if action.didRun || outcome == "wouldRun" { action.why = start?.why ?? PictureWords.reason(event["reason"]) }
        if let place = places[id] {
            // A second build finds what the first one made.
            if action.didRun { (picture.actions[place], needs[place]) = (action, self.needs(event)) }
        } else if picture.actions.count < Self.mostActions {
            places[id] = picture.actions.count
            picture.actions.append(action)
            needs.append(self.needs(event))
        } else {
            return cut()
        }
        return nil
    }

    private mutating func needs(_ event: JSONValue) -> [Int] {
        var found: [Int] = []
        for name in (event["needs"]?.array ?? []).lazy.compactMap(\.string) {
            guard needCount < Self.mostNeeds, let number = number(of: name) else {
                picture.isCut = true
                break
            }
            needCount += 1
            found.append(number)
        }
        return found
    }

    /// Of an action; nil where there are too many.
    private mutating func number(of name: String) -> Int? {
        if let known = names[name] { return known }
        guard names.count < Self.mostActions else { return nil }
        names[name] = names.count
        return names.count - 1
    }

    private mutating func diagnostics(_ event: JSONValue) -> String? {
        guard let said = event["text"]?.string else { return "diagnostics without text" }
        guard event["failure"]?.bool == true else { return nil }
        guard picture.failures.count < Self.mostFailures else { return cut() }
        picture.failures.append(PictureWords.bounded(said, to: 8000))
        return nil
    }

    private mutating func tests(_ event: JSONValue) -> String? {
        guard let subject = event["subject"]?.string else { return "tests without a subject" }
        guard testCount < Self.mostTests else { return cut() }
        testCount += 1
        var target = BuildPicture.TestTarget(subject: text(subject))
        target.passed = event["passed"]?.bool ?? false
        target.isCached = event["cached"]?.bool ?? false
        target.wall = number(event, "wall")
        for test in event["tests"]?.array ?? [] {
            guard testCount < Self.mostTests else {
                picture.isCut = true
                break
            }
            testCount += 1
            target.tests.append(
                .init(
                    name: text(test["name"]?.string), outcome: text(test["outcome"]?.string),
                    wall: number(test, "wall")))
        }
        picture.tests.append(target)
        return nil
    }

    /// There is more than is kept, which is no fault of the line.
    private mutating func cut() -> String? {
        picture.isCut = true
        return nil
    }

    private func number(_ event: JSONValue, _ key: String) -> Double {
        guard let value = event[key]?.number, value.isFinite else { return 0 }
        return min(max(value, 0), 1e12)
    }

    private func text(_ text: String?) -> String { PictureWords.bounded(text ?? "") }
}
