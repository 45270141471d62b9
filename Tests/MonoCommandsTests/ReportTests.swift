import ArtifactCache

import BuildPlanning
import Digests
import Disk
import FoundationEssentials
import Testing

@testable import BuildEngine
@testable import MonoCommands

@Suite struct ReportTests {
    private let compile = BuildEvents.action(.compile, "Brain", package: "Packages/Brain")
    private let emit = BuildEvents.action(.emitModule, "Brain", package: "Packages/Brain")
    private let link = BuildEvents.action(.link, "calculator", package: "Apps/Calculator")

    private func explained(_ reason: RebuildReason) -> [String] {
        let titles = Dictionary(uniqueKeysWithValues: [compile, emit, link].map { ($0.id, $0.title) })
        return KeyWording { titles[$0] ?? $0.name }.lines(for: reason, of: "link calculator")
    }

    @Test("an explanation names each component that changed, from what to what")
    func explanation() {
        let (old, new) = (ContentDigest(of: "old"), ContentDigest(of: "new"))
        let change = "\(old.short) -> \(new.short)"
        #expect(
            explained(
                .changed([
                    .init(component: .source("Sources/A.swift"), old: old.description, new: new.description),
                    .init(component: .source("Sources/B.swift"), old: nil, new: new.description),
                    .init(component: .source("Sources/C.swift"), old: old.description, new: nil),
                    .init(component: .interface(of: emit.id), old: old.description, new: new.description),
                    .init(component: .output("a.o", of: compile.id), old: old.description, new: new.description),
                    .init(component: .read("/usr/include/stdio.h"), old: old.description, new: "absent"),
                    .init(component: .arguments, old: "-c -Onone a.swift", new: "-c -O a.swift -g"),
                ])) == [
                    "link calculator runs, because this changed:",
                    "  Sources/A.swift: \(change)",
                    "  Sources/B.swift: new, \(new.short)",
                    "  Sources/C.swift: gone, was \(old.short)",
                    "  interface of 'emit-module Brain': \(change)",
                    "  a.o of 'compile Brain': \(change)",
                    "  /usr/include/stdio.h, which it reads: \(old.short) -> absent",
                    "  arguments: without '-Onone'",
                    "  arguments: with '-O' '-g'",
                ])
    }

    @Test("hundreds of objects of one target share a line")
    func folding() {
        let (old, new) = (ContentDigest(of: "old"), ContentDigest(of: "new"))
        let changes = (1...300).map {
            RebuildReason.Change(
                component: .output("f\($0).o", of: compile.id), old: old.description, new: new.description)
        }
        #expect(
            explained(.changed(changes)) == [
                "link calculator runs, because this changed:",
                "  300 outputs of 'compile Brain': f1.o \(old.short) -> \(new.short), …",
            ])
    }

    @Test("other reasons")
    func otherReasons() {
        #expect(
            explained(.neverBuilt) == ["link calculator runs: it was never built here, and the cache does not hold it"])
        #expect(
            explained(.resultMissing(.absent)) == [
                "link calculator runs: nothing changed, but the cache does not hold its result"
            ])
    }

    @Test("two actions of one target with one reason are explained once")
    func sameReason() {
        let (console, output, _) = BuildEvents.console()
        let explanation = Explanation(console, isDetailed: true)
        let reason = RebuildReason.changed([.init(component: .source("a.swift"), old: "absent", new: "x")])
        explanation.buildStarted(BuildStart(configuration: .debug, actions: [emit, compile], jobs: 1))
        explanation.actionStarted(BuildEvents.started(emit, reason: reason))
        explanation.actionStarted(BuildEvents.started(compile, reason: reason, incremental: true))
        #expect(
            output.text == """
                emit-module Brain runs, because this changed:
                  a.swift: absent -> x
                compile Brain (incremental) runs for the same reason

                """)
    }

    @Test("summaries")
    func summaries() {
        var summary = BuildSummary()
        #expect(SummaryPrinter.line(summary, time: "4.2 s", counts: nil) == "nothing to build")
        (summary.hits, summary.sharedHits, summary.savedCPU) = (75, 12, 80_000)
        let saved = "75 results from the cache (12 from the shared one) saved 1 min 20 s of processor time"
        #expect(SummaryPrinter.line(summary, time: "4.2 s", counts: nil) == "nothing to build in 4.2 s: \(saved)")
        summary.ran = 3
        #expect(
            SummaryPrinter.line(summary, time: "4.2 s", counts: "built 1 target") == "built 1 target in 4.2 s; \(saved)"
        )
        summary.failures = [.init(action: emit, failure: .exit(1)), .init(action: compile, failure: .exit(1))]
        summary.skipped = 4
        #expect(
            SummaryPrinter.line(summary, time: "4.2 s", counts: "built 1 target")
                == "failed in 4.2 s: 1 failure, 4 actions not tried because they need what failed; built 1 target")
        summary.wasCancelled = true
        #expect(SummaryPrinter.line(summary, time: "4.2 s", counts: nil) == "stopped after 4.2 s; nothing was built")
    }

    @Test("failures are told at the end, a target's once")
    func failures() {
        let (console, _, errors) = BuildEvents.console()
        var summary = BuildSummary()
        summary.failures = [
            .init(action: emit, failure: .exit(1)), .init(action: compile, failure: .exit(1)),
            .init(action: link, failure: .signal(11)),
        ]
        SummaryPrinter(console, since: .now).buildFinished(summary)
        #expect(
            errors.text.hasPrefix(
                "error: 'Brain' did not compile\nerror: swiftc crashed on 'calculator' (signal 11)\n  at link calculator\n"
            ))
    }

    @Test("diagnostics name files from the folder that mono works in")
    func places() throws {
        let files = InMemoryFileSystem()
        for path in ["Packages/Brain/Sources/A.swift", "Packages/Brain/C/x.h", ".mono/debug/made.swift"] {
            try files.write([], to: AbsolutePath("/w/" + path))
        }
        let text = """
            Sources/A.swift:1:2: warning: a:1:2: unused
             1 | let x
            In file included from C/x.h:3:
            ../../.mono/debug/made.swift:4:5: note: here
            Sources/B.swift:1:2: note: not there
            /usr/include/a.h:1:2: note: absolute
            <unknown>:0: note: nowhere
            """
        func shown(in folder: String) -> String {
            let (console, _, errors) = BuildEvents.console()
            let printer = DiagnosticsPrinter(
                console, root: AbsolutePath("/w"), folder: AbsolutePath(folder), files: files)
            printer.diagnosed(
                Diagnostics(
                    subject: compile.subject, folder: "Packages/Brain", text: text, isFailure: true, isReplayed: false))
            return errors.text
        }
        #expect(shown(in: "/w/Packages/Brain") == text + "\n")
        #expect(
            shown(in: "/w") == """
                Packages/Brain/Sources/A.swift:1:2: warning: a:1:2: unused
                 1 | let x
                In file included from Packages/Brain/C/x.h:3:
                .mono/debug/made.swift:4:5: note: here
                Sources/B.swift:1:2: note: not there
                /usr/include/a.h:1:2: note: absolute
                <unknown>:0: note: nowhere

                """)
        #expect(shown(in: "/w/Packages/Net").hasPrefix("../Brain/Sources/A.swift:1:2: warning: a:1:2: unused\n 1 | "))
    }

    @Test("diagnostics without the place of a file are shown as they are, with their folder where it is another one")
    func diagnostics() {
        let (console, _, errors) = BuildEvents.console()
        let printer = DiagnosticsPrinter(
            console, root: AbsolutePath("/w"), folder: AbsolutePath("/w"), files: InMemoryFileSystem())
        let text = "Sources/A.swift:1:2: warning: unused\n 1 | let x\n\n"
        for folder in [".", "Packages/Brain", "Packages/Brain"] {
            printer.diagnosed(
                Diagnostics(subject: compile.subject, folder: folder, text: text, isFailure: false, isReplayed: true))
        }
        let shown = "Sources/A.swift:1:2: warning: unused\n 1 | let x\n"
        #expect(errors.text == shown + "in Packages/Brain:\n" + shown + shown)
    }

    private func report(_ observer: (ReportFile) -> any BuildObserver) throws -> String {
        let files = InMemoryFileSystem()
        let (console, _, _) = BuildEvents.console()
        let file = try ReportFile(AbsolutePath("/report"), files: files, console: console)
        let observer = observer(file)
        let actions = [emit, compile, link]
        observer.buildStarted(BuildStart(configuration: .debug, actions: actions, jobs: 2))
        observer.actionFinished(BuildEvents.finished(emit, .hit(.shared), from: 5, to: 5))
        let reason = RebuildReason.changed([.init(component: .source("\"a\"\n\u{1}.swift"), old: nil, new: "x")])
        observer.actionStarted(BuildEvents.started(compile, at: 6, reason: reason))
        observer.actionFinished(BuildEvents.finished(compile, .ran, from: 6, to: 1006, reason: reason))
        observer.diagnosed(
            Diagnostics(subject: compile.subject, folder: ".", text: "ü\t\\\u{7F}", isFailure: false, isReplayed: false)
        )
        observer.actionFinished(
            BuildEvents.finished(link, .failed(.cannotStart(tool: "swiftc", code: 2)), from: 1006, to: 1007))
        observer.buildFinished(BuildSummary())
        return String(decoding: try files.read(AbsolutePath("/report")), as: UTF8.self)
    }

    private struct Event: Decodable {
        var event: String
        var action, kind, subject, outcome, tier, text: String?
        var time, duration: Double?
        var reason: Reason?
        struct Reason: Decodable {
            var kind: String
            var components: [Component]?
        }
        struct Component: Decodable {
            var name: String
            var old, new: String?
        }
    }

    @Test("the event log is one JSON object a line")
    func events() throws {
        let events = try report { EventLog($0, PhaseClock(since: .now), command: ["build", "--events", "x"]) }.split(
            separator: "\n"
        ).map {
            try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
        #expect(
            events.map(\.event) == [
                "buildStarted", "actionFinished", "actionStarted", "actionFinished", "diagnostics", "actionFinished",
                "buildFinished",
            ])
        #expect(events[1].outcome == "hit" && events[1].tier == "shared" && events[1].subject == "Packages/Brain:Brain")
        #expect(events[2].reason?.components?.first?.name == "source \"a\"\n\u{1}.swift")
        #expect(events[3].outcome == "ran" && events[3].time == 1006 && events[3].duration == 1000)
        #expect(events[4].text == "ü\t\\\u{7F}")
        #expect(events[5].outcome == "failed")
    }

    private struct TraceEvent: Decodable {
        var ph, name: String
        var tid: Int
        var ts, dur: Double?
    }

    @Test("the trace is JSON that Chrome's viewer knows: what ran stands in each slot that it held")
    func trace() throws {
        let events = try JSONDecoder().decode([TraceEvent].self, from: Data(report { TraceLog($0) }.utf8))
        let ran = events.filter { $0.ph == "X" && $0.name == "compile Brain" }
        #expect(ran.map(\.tid) == [1, 2] && ran.allSatisfy { $0.ts == 6000 && $0.dur == 1_000_000 })
        #expect(events.filter { $0.ph == "M" }.count == 4)
        #expect(events.last?.name == "build finished")
    }

    @Test("a report does not replace what is no ordinary file, and an unwritable one is an error at once")
    func reportFiles() throws {
        let files = InMemoryFileSystem()
        let (console, _, _) = BuildEvents.console()
        try files.makeFolder(AbsolutePath("/folder"))
        #expect(throws: FileError.self) { try ReportFile(AbsolutePath("/folder"), files: files, console: console) }
    }

    @Test(
        "quantities",
        arguments: [
            (0.0004, "0 ms"), (0.0994, "99 ms"), (0.0996, "0.1 s"), (0.3, "0.3 s"), (59.94, "59.9 s"),
            (59.96, "1 min 00 s"), (125, "2 min 05 s"), (7500, "2 h 05 min"),
        ])
    func times(_ seconds: Double, _ text: String) { #expect(Words.time(seconds: seconds) == text) }

    @Test(
        "sizes are shown in the units that people type",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (3500, "3.4 KiB"),
            (1 << 30, "1.0 GiB"), (Int64.max, "8388608.0 TiB"),
        ] as [(Int64, String)])
    func sizes(_ bytes: Int64, _ text: String) { #expect(Words.size(bytes) == text) }
}
