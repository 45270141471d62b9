import EditedPackages
import Measuring
import RandomModules

/// Modules that chance makes, edited together with what is above them: what mono leaves must be what a clean build of
/// the same sources makes.
struct LayerCampaign {
    private let options: LayerOptions
    private let room: Room
    private var tally = LayerTally()

    init(_ options: LayerOptions) throws {
        self.options = options
        try Folders.remove(options.work)
        room = try Room(work: options.work)
    }

    mutating func run() throws -> LayerTally {
        say("seed \(options.seed)")
        for number in 0..<UInt64(options.scenes) {
            let seed = options.seed + number
            if let trial = try UsedTrial(seed: seed, in: room) { try run(trial, seed) } else { tally.unfit += 1 }
            say("scene \(seed): \(tally.line)")
        }
        return tally
    }

    private func package(_ name: String, _ scene: LayeredScene) -> EditedPackage {
        EditedPackage(
            folder: "\(options.work)/\(name)", home: "\(options.work)/\(name)-home", mono: options.mono,
            targets: scene.targets)
    }

    private mutating func run(_ trial: UsedTrial, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed ^ 0x1A7E)
        var scene = LayeredScene(trial, &random)
        for name in ["edited", "clean"] { try Folders.remove("\(options.work)/\(name)") }
        try package("edited", scene).removeCache()
        try package("edited", scene).write()
        scene.remove(try package("edited", scene).build().failed)
        try package("edited", scene).write()
        guard try package("edited", scene).build().failed.isEmpty else { return tally.unfit += 1 }
        for step in 1...options.steps {
            let before = scene
            scene.edit(&random)
            let isFresh = random.chance(50)
            try self.step("\(seed)-\(step)", isFresh: isFresh, from: before, to: scene)
        }
    }

    private mutating func step(
        _ name: String, isFresh: Bool, from before: LayeredScene, to scene: LayeredScene
    ) throws {
        let edited = package("edited", scene), clean = package("clean", scene)
        try edited.write()
        if isFresh { try edited.removeBuild() }
        let found = try edited.build()
        try clean.write()
        try clean.removeBuild()
        try clean.removeCache()
        let right = try clean.build()
        let targets = scene.targets.map(\.name), isBroken = right.failed.contains(LayeredScene.module)
        tally.steps += 1
        if isBroken { tally.broken += 1 }
        if isFresh { tally.fresh += 1 }
        if !isBroken {
            tally.edits += scene.edited.count
            tally.inParts += scene.edited.intersection(found.compiledInParts).count
        }
        let wrong = found.differences(from: right, of: targets, restores: true)
        if wrong.isEmpty { return }
        tally.wrong += 1
        try keep(name, before, scene, wrong)
    }

    /// Writes both states down, for people who look into it.
    private func keep(_ name: String, _ before: LayeredScene, _ scene: LayeredScene, _ wrong: [String]) throws {
        let folder = "\(options.work)/wrong/\(name)"
        for (state, scene) in [("old", before), ("new", scene)] {
            try package("wrong/\(name)/\(state)", scene).write()
        }
        say("WRONG: \(wrong.joined(separator: ", ")); both states in \(folder)")
    }
}

/// What came of all steps.
struct LayerTally {
    var steps = 0, fresh = 0, wrong = 0
    /// Steps after which the module that was edited does not compile.
    var broken = 0
    /// Of sources above the module, in all others; and targets of these that were not compiled whole.
    var edits = 0, inParts = 0
    /// Scenes that do not compile to begin with.
    var unfit = 0

    var line: String {
        "\(steps) steps, \(fresh) of them in a fresh clone, \(broken) with a module that does not compile; of \(edits) "
            + "dependents that were edited too, \(inParts) were compiled in parts; \(wrong) wrong"
    }
}
