import Foundation
import Measuring
import ScaleWorkspace

/// Measures in a monorepo of one size. What does the same work runs in turn, round after round; who begins alternates.
struct SizeBench {
    let options: MeasureOptions
    let workspace: GeneratedWorkspace
    let launcher: Launcher
    /// The mono that is measured, and the one that it is compared with.
    let sides: [MonoSide]
    private(set) var samples = Samples()

    init(targets: Int, _ options: MeasureOptions, _ launcher: Launcher) {
        (self.options, self.launcher) = (options, launcher)
        let home = "\(options.work)/\(targets)"
        workspace = GeneratedWorkspace(options.size(targets), in: home)
        let first = MonoSide(
            program: options.mono, folder: workspace.folder, cache: home + "/cache",
            machine: options.work + "/machine", isBaseline: false)
        sides =
            [first]
            + [options.baseline].compactMap(\.self).map {
                MonoSide(
                    program: $0, folder: home + "/baseline-workspace", cache: home + "/baseline-cache",
                    machine: options.work + "/baseline-machine", isBaseline: true)
            }
    }

    var column: String { "\(workspace.size.targets) targets" }
    var subject: String { "\(workspace.built), \(workspace.plan.files) sources" }

    /// For what takes a moment, and for a build.
    var short: Double { Double(options.timeLimit) / 10 }
    var long: Double { Double(options.timeLimit) }

    mutating func measure() throws {
        say("\(column): making them, unless they are there")
        let isNew = try workspace.make()
        if isNew { try Folders.remove(spareClone) }
        say("  " + workspace.facts)
        for side in sides where side.isBaseline {
            if isNew || !Folders.exists(side.folder) { try workspace.clone(to: side.folder) }
            _ = try Program("git", ["reset", "--quiet", "--hard", "origin/HEAD"], in: side.folder).run(timeLimit: short)
        }
        let wanted = Set(options.scenarios)
        if !wanted.isDisjoint(with: [.clean, .swiftBuild]) { try measureCleanBuilds(wanted) }
        if wanted.isDisjoint(with: [.nothing, .ninja, .fresh, .comment, .published, .watch, .affected]) { return }
        try bringUpToDate()
        if !wanted.isDisjoint(with: [.nothing, .ninja]) { try measureNothing(wanted) }
        if wanted.contains(.fresh) { try measureFreshClones() }
        if !wanted.isDisjoint(with: [.comment, .published, .watch]) { try measureEdits(wanted) }
        if wanted.contains(.affected) { try measureAffected() }
    }

    /// Builds what an earlier run did not, and does not count it.
    func bringUpToDate() throws {
        for side in sides {
            say("  building, where that was not done")
            _ = try launcher.run(side.build, timeLimit: long)
        }
    }

    typealias Step = (_ round: Int) throws -> Samples

    /// `isWarm`: a first round does not count.
    mutating func rounds(_ count: Int, isWarm: Bool, _ title: String, _ steps: [Step]) throws {
        say("  \(title)")
        for round in (isWarm ? 0 : 1)...count {
            for step in round % 2 == 0 ? steps : steps.reversed() {
                sync()
                let found = try step(round)
                for (key, values) in found.inOrder {
                    for value in values where round > 0 || !isWarm {
                        samples.add(key.figure, value, isBaseline: key.isBaseline)
                        say("    \(key.figure.title(isBaseline: key.isBaseline)): \(key.figure.shown(value))")
                    }
                }
            }
        }
    }

    /// Removes what was made here, and nothing else that may lie there.
    func tidy() throws {
        for name in [
            "workspace", "ninja", "cache", "cache-events.json", "cache-watch.txt", "baseline-workspace",
            "baseline-cache",
            "baseline-cache-events.json", "baseline-cache-watch.txt", "fresh", "spare-clone", "paths", "listener",
        ] { try Folders.remove(workspace.home + "/" + name) }
        if Folders.entries(workspace.home).isEmpty { try Folders.remove(workspace.home) }
    }
}
