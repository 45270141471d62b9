import Foundation
import Measuring
import TestOutcomes

/// One package under both tools, in fresh folders that are removed afterwards.
struct PackageSweep {
    let package: SweptPackage
    let options: SweepOptions
    /// What is measured, in words.
    let mono: String

    /// Seconds for a build, and for a package's tests.
    private static let buildLimit = 5400.0, testLimit = 1800.0

    private var logs: String { package.logs }
    private var run: String { package.run }

    func result() throws -> PackageResult {
        try package.inFreshFolders {
            let load = (try? Folders.text("/proc/loadavg"))?.split(separator: " ").first.flatMap { Double($0) } ?? 0
            var result = PackageResult(
                package: package.name, round: options.round, mono: mono, day: today(), load: load)
            switch options.round {
            case .first: try first(&result)
            case .again: try again(&result)
            }
            return result
        }
    }

    private func first(_ result: inout PackageResult) throws {
        let there = try copy(for: .swiftPM), here = try copy(for: .mono), pins = run + "/swiftPM/Package.resolved"
        try swift(there, ["package", "resolve"], .resolve, &result)
        // Both build the same versions, though a newer one may come out meanwhile.
        if Folders.exists(pins) { try Folders.replace(here + "/Package.resolved", with: pins) }
        try mono(here, ["graph"], .resolve, &result)
        result.targets = targets(of: there)
        if result.step(.swiftPM, .resolve)?.failure != nil { return }

        result.listsTestsByHand = try !Program("git", ["ls-files", "*LinuxMain.swift"], in: there).run().output.isEmpty
        let discovery = result.listsTestsByHand ? ["--enable-test-discovery"] : []
        let all = result.listsTestsByHand ? ["--all-tests"] : []
        try swift(there, ["build", "--build-tests"] + discovery, .testPrograms, &result)
        let buildsTests = result.step(.swiftPM, .testPrograms)?.failure == nil
        if !buildsTests { try swift(there, ["build"], .debug, &result) }
        try mono(here, ["build", "-k"], .debug, &result)
        try mono(here, ["test", "-k", "--list"] + all, .testPrograms, &result)
        try swift(there, ["build", "-c", "release"], .release, &result)
        try mono(here, ["build", "-k", "-c", "release"], .release, &result)

        let xunit = (there: logs + "/swiftpm.xml", here: logs + "/mono.xml")
        for path in [xunit.there, swiftTestingReport(beside: xunit.there), xunit.here] { try Folders.remove(path) }
        if buildsTests {
            try swift(there, ["test", "--skip-build", "--xunit-output", xunit.there] + discovery, .tests, &result)
        }
        try mono(here, ["test", "-k", "--xunit-output", xunit.here] + all, .tests, &result)
        guard result.step(.swiftPM, .tests) != nil else { return }
        let
            outcomes = try TestReports.swiftPM(
                log: log(.swiftPM, .tests), xunit: swiftTestingReport(beside: xunit.there)),
            others = try TestReports.mono(xunit: xunit.here)
        result.swiftPMTests = TestCounts(outcomes.map(\.kind))
        result.monoTests = TestCounts(others.map(\.kind))
        result.differences = TestOutcome.differences(
            outcomes, others, words: ("under SwiftPM", "under mono"))
    }

    private func again(_ result: inout PackageResult) throws {
        let all = result.listsTestsByHand ? ["--all-tests"] : []
        let here = try copy(for: .mono), xunit = logs + "/mono-again.xml"
        // The versions that the first round had.
        if Folders.exists(logs + "/Package.resolved") {
            try Folders.replace(here + "/Package.resolved", with: logs + "/Package.resolved")
        }
        try mono(here, ["graph"], .resolve, &result)
        try mono(here, ["build", "-k"], .debug, &result)
        try mono(here, ["test", "-k", "--list"] + all, .testPrograms, &result)
        try mono(here, ["build", "-k", "-c", "release"], .release, &result)
        try mono(here, ["test", "-k", "--xunit-output", xunit] + all, .tests, &result)
        result.monoTests = TestCounts(try TestReports.mono(xunit: xunit).map(\.kind))
    }

    /// Where SwiftPM writes the report of Swift Testing's tests.
    private func swiftTestingReport(beside xunit: String) -> String { String(xunit.dropLast(4)) + "-swift-testing.xml" }

    // MARK: Steps

    private func swift(_ folder: String, _ words: [String], _ stage: PackageResult.Stage, _ result: inout PackageResult)
        throws
    {
        try step(.swiftPM, stage, Program("swift", words, in: folder), &result)
    }

    private func mono(_ folder: String, _ words: [String], _ stage: PackageResult.Stage, _ result: inout PackageResult)
        throws
    {
        let events = "\(logs)/\(options.round.rawValue)-\(stage.rawValue).events.jsonl"
        try Folders.remove(events)
        let isBuild = words.first != "graph"
        let more = isBuild ? ["--cache-dir", options.cache, "--events", events, "--color", "never"] : []
        try step(
            .mono, stage, Program(options.mono, words + more, in: folder, variables: ["MONO_CACHE_DIR": options.cache]),
            &result)
        if isBuild { result.actions.add(events: events) }
        if stage == .resolve, Folders.exists(folder + "/Package.resolved") {
            try Folders.replace(logs + "/Package.resolved", with: folder + "/Package.resolved")
        }
    }

    private func step(
        _ tool: PackageResult.Tool, _ stage: PackageResult.Stage, _ program: Program, _ result: inout PackageResult
    ) throws {
        let path = log(tool, stage)
        let end = try program.finish(
            writing: path, timeLimit: stage == .tests ? PackageSweep.testLimit : PackageSweep.buildLimit)
        let failure =
            end.code == 0 || tool == .mono && hasNoTests(path)
            ? nil : FailureReason(end, log: path, folder: program.folder).text
        result.steps.append(
            .init(tool: tool, stage: stage, wall: end.wall, processor: end.processor, code: end.code, failure: failure))
    }

    /// Both tools take it for an error, but SwiftPM not when it builds tests: what there is is built.
    private func hasNoTests(_ log: String) -> Bool {
        (try? Folders.text(log))?.contains("error: the workspace has no test targets") ?? false
    }

    private func log(_ tool: PackageResult.Tool, _ stage: PackageResult.Stage) -> String {
        "\(logs)/\(options.round.rawValue)-\(stage.rawValue)-\(tool.rawValue).log"
    }

    // MARK: Folders

    /// A fresh clone, as it was checked out, with the versions of others that were resolved there.
    private func copy(for tool: PackageResult.Tool) throws -> String {
        let folder = "\(run)/\(tool.rawValue)"
        try package.checkOut(in: folder)
        return folder
    }

    private func targets(of folder: String) -> Int {
        var program = Program("swift", ["package", "describe", "--type", "json"], in: folder)
        program.leavesErrorsOut = true
        guard let text = try? program.run().output,
            let described = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { return 0 }
        return (described["targets"] as? [Any])?.count ?? 0
    }
}
