import Foundation
import Measuring

/// Builds from nothing, and in clones that are new.
extension SizeBench {
    mutating func measureCleanBuilds(_ wanted: Set<Scenario>) throws {
        var steps: [Step] = []
        if wanted.contains(.clean) {
            for side in sides {
                try meetToolchain(side)
                steps.append { [self] _ in try cleanBuild(side) }
            }
        }
        if wanted.contains(.swiftBuild), workspace.size.targets <= options.largestForSwiftBuild {
            steps.append { [self] _ in try swiftBuild() }
        }
        if steps.isEmpty { return }
        try rounds(options.cleanRuns, isWarm: false, "clean builds", steps)
    }

    /// mono digests a toolchain once for each machine: that is no part of a clean build.
    private func meetToolchain(_ side: MonoSide) throws {
        if Folders.exists(side.machine) { return }
        _ = try side.command(["build", "--dry-run"]).run(timeLimit: long)
    }

    private func cleanBuild(_ side: MonoSide) throws -> Samples {
        try Folders.remove(side.folder + "/.mono")
        try Folders.remove(side.cache)
        let events = side.cache + "-events.json"
        let run = try launcher.run(side.build(events: events), timeLimit: long)
        if run.output.contains("warning:") { throw RunError("warnings in \(side.folder):\n\(run.output)") }
        let log = try BuildLog(events)
        guard log.compiled.count == workspace.built else {
            throw RunError("mono compiled \(log.compiled.count) of \(workspace.built) targets")
        }
        var samples = Samples()
        samples.add(.cleanWall, run.wall, isBaseline: side.isBaseline)
        samples.add(.cleanProcessor, run.processor, isBaseline: side.isBaseline)
        samples.add(.cleanEach, run.processor / Double(workspace.built), isBaseline: side.isBaseline)
        samples.add(.cleanOwn, run.processor - log.toolsProcessor, isBaseline: side.isBaseline)
        samples.add(.cleanResults, Double(log.ran), isBaseline: side.isBaseline)
        return samples
    }

    private func swiftBuild() throws -> Samples {
        let umbrella = workspace.folder + "/Umbrella"
        try Folders.remove(umbrella + "/.build")
        let run = try launcher.run(Program("swift", ["build"], in: umbrella), timeLimit: long)
        if run.output.contains("warning:") { throw RunError("warnings of swift build:\n\(run.output)") }
        let programs = Folders.programs(in: umbrella + "/.build/debug")
        guard programs.count == workspace.plan.packages else {
            throw RunError("swift build made \(programs.count) of \(workspace.plan.packages) programs")
        }
        try Folders.remove(umbrella + "/.build")
        var samples = Samples()
        samples.add(.swiftWall, run.wall)
        samples.add(.swiftProcessor, run.processor)
        samples.add(.swiftEach, run.processor / Double(workspace.built))
        return samples
    }

    mutating func measureFreshClones() throws {
        if !Folders.exists(spareClone) { try workspace.clone(to: spareClone) }
        let steps: [Step] = sides.map { side in { [self] _ in try freshClone(side) } }
        try rounds(options.runs, isWarm: true, "fresh clones", steps)
    }

    /// A clone in which nobody built. It is moved for each run instead of made anew: to remove a hundred thousand files
    /// can take minutes.
    var spareClone: String { workspace.home + "/spare-clone" }

    /// In a folder where nobody has built; beside it a copy of what comes to lie there.
    private func freshClone(_ side: MonoSide) throws -> Samples {
        let home = "\(workspace.home)/fresh/\(Int(Date().timeIntervalSince1970 * 1000))", clone = home + "/workspace"
        try Folders.make(home)
        try FileManager.default.moveItem(atPath: spareClone, toPath: clone)
        defer {
            try? Folders.remove(clone + "/.mono")
            try? FileManager.default.moveItem(atPath: clone, toPath: spareClone)
            try? Folders.remove(workspace.home + "/fresh")
        }
        sync()
        let run = try launcher.run(side.command(["build"], in: clone), timeLimit: short)
        let made = Folders.programs(in: clone + "/.mono/debug")
        guard made == Folders.programs(in: side.folder + "/.mono/debug"), made.count == workspace.plan.packages else {
            throw RunError("mono restored \(made)")
        }
        let words = ["-s", "--block-size=1024", clone + "/.mono/debug"]
        let disk = try Program("du", words, in: home).run(timeLimit: short).output
        sync()
        let copied = ["-r", side.folder + "/.mono/debug", home + "/copy"]
        let copy = try launcher.run(Program("cp", copied, in: home), timeLimit: short)
        var samples = Samples()
        samples.add(.freshWall, run.wall, isBaseline: side.isBaseline)
        samples.add(.freshProcessor, run.processor, isBaseline: side.isBaseline)
        if !side.isBaseline {
            samples.add(.copyWall, copy.wall)
            let kibibytes = disk.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) }
            samples.add(.copySize, (kibibytes ?? 0) / 1024)
        }
        return samples
    }
}
