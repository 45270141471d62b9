import Foundation
import Measuring

/// One app twice: features that import each other in a row, and the same features with interfaces. Built with mono and
/// with SwiftPM.
struct LinearPart {
    private struct Side {
        let name: String
        let app: GeneratedApp
        let builder: any Builder
        var clean: [Built] = []
        /// By edit, then by round.
        var edits: [[Built]]
    }

    private struct Step {
        var feature: Int
        var edit: AppEdit
    }

    private let options: ArchitectureOptions
    private let steps: [Step]

    init(_ options: ArchitectureOptions) {
        self.options = options
        let (low, middle, top) = (1, options.features / 2, options.features)
        steps = [
            Step(feature: low, edit: .body), Step(feature: middle, edit: .body), Step(feature: top, edit: .body),
            Step(feature: low, edit: .privateFunction), Step(feature: low, edit: .publicFunction),
            Step(feature: middle, edit: .publicFunction),
            Step(feature: middle, edit: .storedProperty), Step(feature: middle, edit: .newFile),
            Step(feature: low, edit: .modelField),
            Step(feature: middle, edit: .modelField),
        ]
    }

    private func name(_ feature: Int) -> String { "Feature\(feature)" }

    func measure() throws -> Finding {
        let place = try options.place(of: .linear)
        func side(_ name: String, interfaces: Bool, _ builder: (String) -> any Builder) throws -> Side {
            let folder = "\(place)/\(name)/shop"
            let features = (1...options.features).map { index in
                GeneratedFeature(
                    name: self.name(index), next: index > 1 ? self.name(index - 1) : nil, files: 1,
                    hasInterface: interfaces)
            }
            return Side(
                name: name, app: GeneratedApp(folder: folder, features: features), builder: builder(folder),
                edits: steps.map { _ in [] })
        }
        func mono(_ folder: String) -> any Builder {
            MonoBuilder(folder: folder, program: options.mono, cache: folder + "-cache")
        }
        var sides = try [
            side("linear-mono", interfaces: false, mono), side("linear-swift", interfaces: false, SwiftBuilder.init),
            side("interfaces-mono", interfaces: true, mono),
            side("interfaces-swift", interfaces: true, SwiftBuilder.init),
        ]
        var shapes: [JSONAnswer] = []
        for round in 0..<options.rounds {
            for index in rotated(sides.indices, by: round) {
                try Folders.remove(sides[index].app.folder)
                try Folders.remove(sides[index].app.folder + "-cache")
                try sides[index].app.write()
                sides[index].clean.append(try sides[index].builder.build())
            }
            say(
                "  round \(round + 1), clean: " + sides.map { seconds($0.clean[round].seconds) }.joined(separator: ", ")
            )
            if round == options.rounds - 1 {
                shapes = try [0, 2].map { index in
                    let folder = sides[index].app.folder
                    return try JSONAnswer(
                        try options.mono(
                            ["graph", "--metrics", "--format", "json"], in: folder, cache: folder + "-cache"
                        ).run().output)
                }
            }
            for (number, step) in steps.enumerated() {
                for index in rotated(sides.indices, by: round + number) {
                    try step.edit.make(to: name(step.feature), in: sides[index].app, 100 * (round + 1) + number)
                    sides[index].edits[number].append(try sides[index].builder.build())
                }
                say(
                    "  round \(round + 1), \(step.edit.words) in \(name(step.feature)): "
                        + sides.map {
                            "\($0.edits[number][round].compiled.count) in \(seconds($0.edits[number][round].seconds))"
                        }.joined(separator: ", "))
            }
        }
        return finding(sides, shapes)
    }

    private func rotated(_ range: Range<Int>, by number: Int) -> [Int] { range.map { ($0 + number) % range.count } }

    private func finding(_ sides: [Side], _ shapes: [JSONAnswer]) -> Finding {
        func times(_ built: [Built]) -> String {
            "\(seconds(median(built.map(\.seconds)))) (\(seconds(median(built.map(\.spent)))))"
        }
        func count(_ built: [Built]) -> String {
            Set(built.map(\.compiled.count)).sorted().map(String.init).joined(separator: " or ")
        }
        var lines = [
            """
            \(options.features) features of equal code, each calling the one below it: imported itself (linear), or by \
            its interface, with the app bringing all together. `Feature1` is the lowest.
            """,
            """
            Four clones, built in turn, medians of \(options.rounds) rounds; an edit is made upon the one before. \
            Targets are those with Swift that was compiled; times are on the wall and, in brackets, of processors.
            """,
            "",
            "| | linear, `mono` | linear, `swift build` | interfaces, `mono` | interfaces, `swift build` |",
            "|---|---|---|---|---|",
            "| clean build | " + sides.map { times($0.clean) }.joined(separator: " | ") + " |",
        ]
        for (number, step) in steps.enumerated() {
            let cells = sides.map { "\(count($0.edits[number])) in \(times($0.edits[number]))" }
            lines.append("| \(step.edit.words) in \(name(step.feature)) | " + cells.joined(separator: " | ") + " |")
        }
        let sums = sides.map { side in
            "\(Int(median((0..<options.rounds).map { round in side.edits.reduce(0) { $0 + Double($1[round].compiled.count) } })))"
                + " in "
                + times(
                    (0..<options.rounds).map { round in
                        Built(
                            compiled: [], seconds: side.edits.reduce(0) { $0 + $1[round].seconds },
                            spent: side.edits.reduce(0) { $0 + $1[round].spent })
                    })
        }
        lines.append("| all ten | " + sums.joined(separator: " | ") + " |")
        lines += [
            "", "What `mono graph --metrics` says after the clean build:", "", "| | linear | interfaces |",
            "|---|---|---|",
        ]
        let rows: [(String, (JSONAnswer) -> String)] = [
            ("targets", { "\(Int($0["targets"].number))" }), ("levels", { "\(Int($0["depth"].number))" }),
            ("on the widest", { "\(Int($0["width"].number))" }),
            ("all work", { seconds($0["workMilliseconds"].number / 1000) }),
            ("longest way", { seconds($0["spanMilliseconds"].number / 1000) }),
            (
                "at once on average",
                { String(format: "%.1f", $0["workMilliseconds"].number / $0["spanMilliseconds"].number) }
            ),
        ]
        for (title, cell) in rows { lines.append("| \(title) | \(cell(shapes[0])) | \(cell(shapes[1])) |") }
        // Compiles are counted, and not timed: the claim does not hang on the machine.
        let compiled = [0, 2].map { index in
            sides[index].edits.reduce(0) { $0 + $1.reduce(0) { $0 + $1.compiled.count } }
        }
        return Finding(lines: lines, holds: compiled[1] <= compiled[0])
    }
}
