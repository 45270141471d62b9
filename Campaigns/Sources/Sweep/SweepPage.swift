import Foundation
import Measuring

/// The table of packages in `Docs/Compatibility.md`.
struct SweepPage {
    private let machine: Machine
    private let first, again: [PackageResult]

    init(_ options: SweepOptions, _ file: ResultFile) throws {
        (first, again) = (try file.results(.first), try file.results(.again))
        machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "\(first.count) packages")
    }

    var text: String {
        let days = Set(first.map(\.day)).sorted()
        let loads = first.map(\.load)
        var lines = [
            """
            Built on \(days.joined(separator: ", ")). Load average when a package began: in the middle \
            \(String(format: "%.1f", median(loads))), 
            """
                + """
                at most \(String(format: "%.1f", loads.max() ?? 0)); above 1 other work took part of the processors, \
                and times are longer for both.
                """,
            "",
        ]
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "",
            """
            | package | targets | debug and tests: `swift build` | mono | release: `swift build` | mono | mono's \
            actions: ran | from the cache | tests under `swift test` | under `mono test` | remarks |
            """,
            "|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        lines += first.map(row)
        return (lines + ["", sums] + secondRound).joined(separator: "\n")
    }

    private func row(_ result: PackageResult) -> String {
        func time(_ time: Double?) -> String { time.map(seconds) ?? "fails" }
        let isResolved = result.step(.swiftPM, .resolve)?.failure == nil
        let times =
            isResolved
            ? [
                // What is built alone after the tests failed had been built for the most part.
                result.step(.swiftPM, .debug)?.failure == nil && result.step(.swiftPM, .debug) != nil
                    ? "without tests" : time(result.debugSeconds(.swiftPM)), time(result.debugSeconds(.mono)),
                time(result.seconds(.swiftPM, [.release])),
                time(result.seconds(.mono, [.release])),
            ] : ["", "", "", ""]
        let same = result.monoTests == result.swiftPMTests && result.differences.isEmpty
        let cells =
            [result.package, "\(result.targets)"] + times + [
                "\(result.actions.ran)", "\(result.actions.hits)", result.swiftPMTests?.text ?? "",
                same && result.monoTests != nil ? "the same" : result.monoTests?.text ?? "", remarks(result),
            ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private func remarks(_ result: PackageResult) -> String {
        var remarks: [String] = []
        for stage in PackageResult.Stage.allCases where stage != .tests {
            switch (result.failure(of: stage, .swiftPM), result.failure(of: stage, .mono)) {
            case (let there?, let here):
                remarks.append("\(SweepPage.words(stage)) fails under \(here == nil ? "SwiftPM" : "both"): \(there)")
            case (nil, let here?): remarks.append("\(SweepPage.words(stage)) fails under mono: \(here)")
            default: continue
            }
        }
        if result.listsTestsByHand { remarks.append("has a `LinuxMain.swift`") }
        let differences = result.differences
        remarks += differences.prefix(3)
        if differences.count > 3 { remarks.append("and \(differences.count - 3) more tests") }
        return remarks.joined(separator: "; ").replacingOccurrences(of: "|", with: "/")
    }

    private static func words(_ stage: PackageResult.Stage) -> String {
        switch stage {
        case .resolve: "resolution"
        case .debug: "debug"
        case .testPrograms: "building tests"
        case .release: "release"
        case .tests: "testing"
        }
    }

    private var sums: String {
        let resolved = first.filter { $0.step(.swiftPM, .resolve)?.failure == nil }
        func built(_ tool: PackageResult.Tool) -> Int {
            resolved.count {
                $0.seconds(tool, tool == .mono ? [.debug, .testPrograms, .release] : [.testPrograms, .release]) != nil
            }
        }
        let tested = resolved.filter { $0.swiftPMTests != nil },
            alike = tested.count { $0.swiftPMTests == $0.monoTests && $0.differences.isEmpty }
        return
            """
            \(resolved.count) of \(first.count) packages can be resolved. `swift build` builds \(built(.swiftPM)) of \
            them with their tests, and in release; mono \(built(.mono)). 
            """
                + """
                Tests of \(tested.count) run under `swift test`; in \(alike) of these each test case comes out the same \
                under `mono test`.
                """
    }

    private var secondRound: [String] {
        guard !again.isEmpty else { return [] }
        let names = Set(again.map(\.package))
        let before = first.filter { names.contains($0.package) }.map(\.monoTotal).reduce(0, +),
            now = again.map(\.monoTotal).reduce(0, +)
        let tests = again.compactMap { $0.step(.mono, .tests)?.wall }.reduce(0, +)
        let ran = again.map(\.actions.ran).reduce(0, +), compiled = again.map(\.actions.compiled).reduce(0, +)
        var text =
            """
            A second round of \(again.count) packages, in fresh folders with the cache as the first left it: \
            \(compiled) compiles, \(ran) actions ran, 
            """
        let failed = again.map(\.actions.failed).reduce(0, +)
        if failed > 0 { text += "\(failed) were tried again because they fail, " }
        text +=
            """
            \(again.map(\.actions.hits).reduce(0, +)) came from the cache. mono took \(seconds(now)) for debug, \
            release and tests (of that \(seconds(tests)) in `mono test`, where what failed is run again), 
            """
        text += "after \(seconds(before)) in the first round: \(String(format: "%.3f", now / before)) of it."
        let busy = again.filter { $0.actions.ran > 0 }.map { "\($0.package) (\($0.actions.ran))" }
        if !busy.isEmpty { text += " Actions ran in: \(busy.joined(separator: ", "))." }
        return ["", text]
    }
}
