import Foundation
import Measuring
import ScaleWorkspace

/// Builds where there is nothing or little to do.
extension SizeBench {
    mutating func measureNothing(_ wanted: Set<Scenario>) throws {
        var steps: [Step] = []
        if wanted.contains(.nothing) {
            let list = workspace.home + "/paths", paths = WorkspaceFiles(workspace.plan).paths
            try Folders.write(paths.joined(separator: "\n") + "\n", to: list)
            steps += sides.map { side in { [self] _ in try nothing(side) } }
            let look = launcher.lookAtFiles(list: list, in: workspace.folder)
            steps.append { [self] _ in
                let run = try launcher.run(look, timeLimit: short)
                guard Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) == paths.count else {
                    throw RunError("looked at \(run.output) of \(paths.count) files")
                }
                var samples = Samples()
                samples.add(.lookWall, run.wall)
                return samples
            }
        }
        if wanted.contains(.ninja) {
            if try hasNinja() {
                say("  Ninja runs all edges, where that was not done")
                _ = try Program("ninja", [], in: workspace.ninja).run(timeLimit: long)
                steps.append { [self] _ in try ninja() }
            } else {
                say("  there is no ninja: nothing is compared with it")
            }
        }
        if steps.isEmpty { return }
        try rounds(options.runs, isWarm: true, "nothing to do", steps)
    }

    private func nothing(_ side: MonoSide) throws -> Samples {
        let run = try launcher.run(side.build, timeLimit: short)
        guard run.output.contains("nothing to build") else {
            throw RunError("there was something to do: \(run.output)")
        }
        var samples = Samples()
        samples.add(.nothingWall, run.wall, isBaseline: side.isBaseline)
        samples.add(.nothingProcessor, run.processor, isBaseline: side.isBaseline)
        samples.add(.nothingPeak, run.peak, isBaseline: side.isBaseline)
        return samples
    }

    private func hasNinja() throws -> Bool {
        try Program("sh", ["-c", "command -v ninja || true"], in: workspace.ninja).run(timeLimit: 60).output != ""
    }

    private func ninja() throws -> Samples {
        let run = try launcher.run(Program("ninja", [], in: workspace.ninja), timeLimit: short)
        guard run.output.contains("no work to do") else { throw RunError("Ninja had something to do: \(run.output)") }
        var samples = Samples()
        samples.add(.ninjaWall, run.wall)
        samples.add(.ninjaPeak, run.peak)
        return samples
    }

    // MARK: Edits

    /// Positions of a library that a program uses and hardly anything else, and of the one that most depend on.
    private var edited: (high: Int, low: Int) {
        let up = workspace.plan.graph.reach.up
        let low = up.indices.max { up[$0] < up[$1] } ?? 0
        return (up.count - 1, low)
    }

    private func path(of library: Int, on side: MonoSide) -> String {
        side.folder + "/" + workspace.plan.paths(of: workspace.plan.targets[library])[0]
    }

    private enum Edit {
        /// Another text; no line moves.
        case comment
        /// One more, at the end, which nobody uses.
        case publicFunction
    }

    /// One that no build has seen.
    private func edit(_ library: Int, _ edit: Edit = .comment, on side: MonoSide) throws {
        let path = path(of: library, on: side)
        let text = try Folders.text(path), number = Int(Date().timeIntervalSince1970 * 1000)
        switch edit {
        case .comment:
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.hasPrefix("// Revision ") ? "// Revision \(number)." : String($0)
            }
            try Folders.write(lines.joined(separator: "\n"), to: path)
        case .publicFunction:
            try Folders.write(text + "public func unused\(number)() -> Int { 1 }\n", to: path)
        }
    }

    private func undo(_ library: Int, on side: MonoSide) throws {
        let path = workspace.plan.paths(of: workspace.plan.targets[library])[0]
        _ = try Program("git", ["checkout", "--quiet", "--", path], in: side.folder).run(timeLimit: short)
    }

    /// What is built in a terminal and what under a watch, in turn.
    mutating func measureEdits(_ wanted: Set<Scenario>) throws {
        let (high, low) = edited
        var steps: [Step] = []
        for side in sides {
            if wanted.contains(.comment) {
                steps.append { [self] _ in
                    try timed(.comment, high, side, (.highWall, .highTools, .highOwn, .highCompiled))
                }
                steps.append { [self] _ in
                    try timed(.comment, low, side, (.lowWall, .lowTools, .lowOwn, .lowCompiled))
                }
            }
            if wanted.contains(.published) {
                steps.append { [self] _ in
                    try timed(
                        .publicFunction, low, side,
                        (.publishedWall, .publishedTools, .publishedOwn, .publishedCompiled))
                }
            }
            if wanted.contains(.watch) { steps.append { [self] _ in try watched(high, low, side) } }
        }
        defer { for side in sides { for library in [high, low] { try? undo(library, on: side) } } }
        try rounds(options.runs, isWarm: true, "edits", steps)
        for side in sides {
            for library in [high, low] { try undo(library, on: side) }
            _ = try launcher.run(side.build, timeLimit: short)
        }
    }

    /// Two edits: the first is timed without a log of events, which takes its time too; the second tells what ran,
    /// and how much of its own time was none of that.
    private func timed(
        _ kind: Edit, _ library: Int, _ side: MonoSide,
        _ figures: (wall: Figure, tools: Figure, own: Figure, compiled: Figure)
    ) throws -> Samples {
        try edit(library, kind, on: side)
        sync()
        let run = try launcher.run(side.build, timeLimit: short)
        try edit(library, kind, on: side)
        let events = side.cache + "-events.json"
        let logged = try launcher.run(side.build(events: events), timeLimit: short)
        let log = try BuildLog(events)
        // A build with a log leaves no record for one without, and the next edit would be decided whole.
        _ = try launcher.run(side.build, timeLimit: short)
        let name = workspace.plan.targets[library].name
        guard log.compiled.contains(where: { $0.hasSuffix(":\(name)") }) else {
            throw RunError("\(name) was edited, and mono compiled \(log.compiled)")
        }
        var samples = Samples()
        samples.add(figures.wall, run.wall, isBaseline: side.isBaseline)
        samples.add(figures.tools, log.toolsWall, isBaseline: side.isBaseline)
        samples.add(figures.own, logged.wall - log.toolsWall, isBaseline: side.isBaseline)
        samples.add(figures.compiled, Double(log.compiled.count), isBaseline: side.isBaseline)
        return samples
    }

    /// The same edits while `mono build --watch` waits: from the moment in which a file is written until the watch says
    /// that all is built.
    private func watched(_ high: Int, _ low: Int, _ side: MonoSide) throws -> Samples {
        let watch = try WatchRun(
            side.command(["build", "--watch"]), log: side.cache + "-watch.txt", timeLimit: short)
        defer { watch.stop() }
        var samples = Samples()
        for (library, figure) in [(high, Figure.highWatched), (low, .lowWatched)] {
            // Somebody who saves twice at once gets one round, a moment later.
            usleep(500_000)
            try edit(library, on: side)
            let start = now()
            samples.add(figure, try watch.wait(for: "built 1 target") - start, isBaseline: side.isBaseline)
        }
        return samples
    }

    // MARK: What is affected

    mutating func measureAffected() throws {
        let low = edited.low
        defer { for side in sides { try? undo(low, on: side) } }
        for side in sides { try edit(low, on: side) }
        func ask(_ side: MonoSide) -> Program { side.command(["affected", "--since", "HEAD"]) }
        let calls = try GitCalls(of: ask(sides[0]), in: sides[0].folder, work: workspace.home)
        let plan = workspace.plan
        // Tests that nobody saw run count too, and here nobody did.
        let expected =
            plan.targets.indices.count { plan.targets[$0].kind == .tests }
            + plan.reached(from: low).count { plan.targets[$0].kind != .tests }
        var steps: [Step] = sides.map { side in
            { [self] _ in
                // A note on tests that nobody saw run names no target.
                var query = ask(side)
                query.leavesErrorsOut = true
                let run = try launcher.run(query, timeLimit: short)
                let named = run.output.split(separator: "\n").count
                guard named == expected else { throw RunError("mono names \(named) of \(expected) targets") }
                var samples = Samples()
                samples.add(.affectedWall, run.wall, isBaseline: side.isBaseline)
                samples.add(.affectedNamed, Double(named), isBaseline: side.isBaseline)
                return samples
            }
        }
        steps.append { [self] _ in
            let walls = try [calls.diff, calls.listing, calls.both].map { try launcher.run($0, timeLimit: short).wall }
            var samples = Samples()
            samples.add(.gitWall, walls[0] + walls[1])
            samples.add(.gitBothWall, walls[2])
            return samples
        }
        try rounds(options.runs, isWarm: true, "what is affected", steps)
    }
}
