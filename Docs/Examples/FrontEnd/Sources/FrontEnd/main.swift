// A front end of mono in one file: it opens a workspace, builds it, edits a file, builds again, stops a build, and runs
// the tests that the edit reaches. `FrontEnd FOLDER FILE [BUILDS]`: a workspace in a repository of git, a Swift source
// in it, and how many builds to do after all that.
import AffectedTargets
import BuildEngine
import Configuration
import Disk
import PackageManifests
import Subprocesses
import Synchronization
import Targets
import TestRunning
import Workspaces

/// Counts what runs, and stops the build with the first action where it is told to.
final class Watcher: BuildObserver, TestObserver {
    private let titles = Mutex<[String]>([])
    private let stopped: Cancellation?

    init(stopping stopped: Cancellation? = nil) { self.stopped = stopped }

    var ran: [String] { titles.withLock { $0 } }

    func actionStarted(_ start: ActionStart) {
        titles.withLock { $0.append(start.action.id.name) }
        stopped?.request()
    }

    func diagnosed(_ diagnostics: Diagnostics) { print(diagnostics.text) }
    func testsStarted(_ target: TargetID) {}
    func testsFinished(_ report: TestReport) { print("  \(report.target): \(report.passed ? "passed" : "failed")") }
}

struct Surprise: Error { var text: String }

func expect(_ condition: Bool, _ text: String) throws { if !condition { throw Surprise(text: text) } }

/// Opens the workspace, builds everything, and closes it again.
func build(_ workspace: Workspace, stopping: Bool = false) throws -> (summary: BuildSummary, ran: [String]) {
    let cancellation = Cancellation(), watcher = Watcher(stopping: stopping ? cancellation : nil)
    let plan = try workspace.open().plan(.everything, BuildSettings(), asking: Asking())
    let summary = plan.build(observers: [watcher], cancellation: cancellation)
    return (summary, watcher.ran)
}

/// Descriptors and memory (in KiB) of this process.
func footprint() throws -> (descriptors: Int, memory: Int) {
    let files = LocalFileSystem()
    let status = String(decoding: try files.read(AbsolutePath("/proc/self/statm")), as: UTF8.self).split(separator: " ")
    return (try files.list(AbsolutePath("/proc/self/fd")).count, (Int(status[1]) ?? 0) * 4)
}

let words = CommandLine.arguments, files = LocalFileSystem()
guard words.count >= 3 else { throw Surprise(text: "usage: FrontEnd FOLDER FILE [BUILDS]") }
let configuration = try WorkspaceConfiguration.find(from: AbsolutePath(words[1]), files: files)
let settings = WorkspaceSettings(
    environment: HostEnvironment(variables: ["PATH": "/usr/local/bin:/usr/bin:/bin:/opt/swift/usr/bin", "HOME": "/tmp"]
    ),
    caches: CacheSettings(local: configuration.root / ".mono/cache"))
let workspace = Workspace(configuration, settings)

let first = try build(workspace)
try expect(first.summary.succeeded, "the workspace does not build")
print("built: \(first.summary.ran) actions ran")

let source = configuration.root / words[2]
let text = String(decoding: try files.read(source), as: UTF8.self)
try files.write(Array((text + "\nprivate func addedByTheFrontEnd() {}\n").utf8), to: source)
let second = try build(workspace)
try expect(
    second.summary.succeeded && !second.ran.isEmpty && second.ran.count < first.ran.count, "the edit had another effect"
)
print("edited: \(second.ran.count) actions ran")

try files.write(Array((text + "\nprivate func addedLater() {}\n").utf8), to: source)
let third = try build(workspace, stopping: true)
try expect(third.summary.wasCancelled, "the build went on")
print("stopped after \(third.ran.count)")

do {
    let open = try workspace.open()
    let affected = Set(try open.affected(Comparison(since: "HEAD")).answer.targets)
    let tests = try GoalSelection(open, from: configuration.root).tests([]).filter(affected.contains)
    let planned = try open.planTests(tests, BuildSettings(), asking: Asking())
    let summary = planned.build.build(observers: [Watcher()])
    try expect(summary.succeeded, "the tests do not build")
    let options = TestSession.Options(
        selection: try TestSelection(wanted: [], unwanted: []), timeLimit: 300, programsAtOnce: open.jobs, runs: 1,
        usesCache: true)
    let reports = planned.session(options).run(
        planned.targets(planned.builtTests(summary), of: summary), observer: Watcher())
    try expect(reports.count == tests.count && reports.allSatisfy(\.passed), "a test failed")
    print("tested: \(tests.count) test targets")
}

let start = ContinuousClock.now, builds = words.count > 3 ? Int(words[3]) ?? 0 : 0
_ = try build(workspace)
let before = try footprint()
for _ in 0..<builds { try expect(try build(workspace).summary.ran == 0, "there was something to do") }
let after = try footprint()
print(
    "\(builds) builds in \(ContinuousClock.now - start); descriptors \(before.descriptors) -> \(after.descriptors), KiB \(before.memory) -> \(after.memory)"
)
