import Foundation
import Measuring

/// What was measured: a run after the other, both forms in turn.
struct Outcome {
    struct Series {
        var wall: [Double] = [], processor: [Double] = []
    }

    var clean: [GeneratedApp.Form: Series] = [:]
    var edited: [GeneratedApp.Form: Series] = [:]
    /// Seconds that the action which writes the graph took, of clean builds.
    var wire: [Double] = []
    /// Actions of that kind that ran after body edits.
    var wiresAfterEdits = 0
    /// Nanoseconds.
    var registered: [Double] = [], first: [Double] = [], later: [Double] = []

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        if sorted.isEmpty { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// Builds the generated program with and without a generated object graph.
struct Measurement {
    let options: BenchOptions
    private let apps: [GeneratedApp.Form: GeneratedApp]

    init(_ options: BenchOptions) throws {
        self.options = options
        apps = Dictionary(
            uniqueKeysWithValues: GeneratedApp.Form.allCases.map {
                ($0, GeneratedApp(options.shape, $0, in: options.work))
            })
        say("making \(options.shape.description)")
        try apps[.wired]!.make(graph: nil)
        if options.isGraphAlone {
            // The cache of an earlier start may know these graphs.
            try forget(.wired)
            _ = try mono(.wired, ["wiring", "App", "--format", "source"])
            return
        }
        let source = try mono(.wired, ["wiring", "App", "--format", "source"], leavesErrorsOut: true).output
        try apps[.plain]!.make(graph: source)
        // What is remembered of the toolchain and of manifests is no part of it.
        for form in GeneratedApp.Form.allCases { _ = try mono(form, ["build", "--dry-run"]) }
    }

    private func mono(_ form: GeneratedApp.Form, _ words: [String], leavesErrorsOut: Bool = false) throws -> Run {
        let app = apps[form]!
        var program = Program(
            options.mono, words + ["--cache-dir", options.work + "/cache-\(form.rawValue)"], in: app.folder,
            variables: ["XDG_CACHE_HOME": options.work + "/machine"])
        program.leavesErrorsOut = leavesErrorsOut
        return try program.run()
    }

    /// The action that writes the graph, and nothing that is compiled.
    func measureGraph() throws -> Outcome {
        var outcome = Outcome()
        let path = apps[.wired]!.edited
        func writeGraph() throws -> [Double] {
            _ = try mono(.wired, ["wiring", "App", "--format", "source", "--events", options.work + "/events"])
            return try ran("wire")
        }
        for round in 0..<options.edits {
            let text = try Folders.text(path)
            try Folders.write(text.replacing(/asked \+= \d+/, with: "asked += \(round + 2)"), to: path)
            outcome.wiresAfterEdits += try writeGraph().count
            // Another initialiser is another graph.
            try Folders.write(
                try Folders.text(path).replacing(/public init\([^)]*\)/, with: "public init(round\(round): Int = 1)"),
                to: path)
            let times = try writeGraph()
            guard times.count == 1 else { throw RunError("a new initialiser wrote \(times.count) graphs") }
            outcome.wire += times
        }
        return outcome
    }

    func measure() throws -> Outcome {
        var outcome = Outcome()
        for round in 0..<options.rounds {
            for form in round % 2 == 0 ? GeneratedApp.Form.allCases : GeneratedApp.Form.allCases.reversed() {
                try forget(form)
                let run = try mono(form, ["build", "App", "--events", options.work + "/events"])
                outcome.clean[form, default: .init()].wall.append(run.wall)
                outcome.clean[form, default: .init()].processor.append(run.processor)
                if form == .wired { outcome.wire += try ran("wire") }
                say("  clean, \(form.rawValue): \(seconds(run.wall)), processors \(seconds(run.processor))")
            }
        }
        for _ in 0..<options.starts {
            let words = try Program(apps[.wired]!.folder + "/.mono/debug/App", [], in: "/").run().output.split(
                separator: " "
            ).compactMap { Double($0.trimmingCharacters(in: .newlines)) }
            guard words.count == 4, words[3] == Double(apps[.wired]!.depth) else {
                throw RunError("the program says \(words)")
            }
            outcome.registered.append(words[0])
            outcome.first.append(words[1])
            outcome.later.append(words[2])
        }
        for round in 0..<options.edits {
            for form in round % 2 == 0 ? GeneratedApp.Form.allCases : GeneratedApp.Form.allCases.reversed() {
                let path = apps[form]!.edited
                let text = try Folders.text(path).replacing(/asked \+= \d+/, with: "asked += \(round + 2)")
                try Folders.write(text, to: path)
                let run = try mono(form, ["build", "App", "--events", options.work + "/events"])
                outcome.edited[form, default: .init()].wall.append(run.wall)
                outcome.edited[form, default: .init()].processor.append(run.processor)
                if form == .wired { outcome.wiresAfterEdits += try ran("wire").count }
            }
        }
        return outcome
    }

    /// Everything but the evaluated manifests, which a dry run brings back.
    private func forget(_ form: GeneratedApp.Form) throws {
        try Folders.remove(options.work + "/cache-\(form.rawValue)")
        try Folders.remove(apps[form]!.folder + "/.mono")
        _ = try mono(form, ["build", "App", "--dry-run"])
        _ = try Program("sync", [], in: "/").run()
    }

    /// Of the last build's events, the seconds that actions of a kind took that ran.
    private func ran(_ kind: String) throws -> [Double] {
        try Folders.text(options.work + "/events").split(separator: "\n").compactMap { line in
            guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                event["event"] as? String == "actionFinished",
                event["kind"] as? String == kind, event["outcome"] as? String == "ran"
            else { return nil }
            return ((event["wall"] as? NSNumber)?.doubleValue ?? 0) / 1000
        }
    }
}
