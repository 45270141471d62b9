import Measuring

/// What look-ups cost, by accessors and by strings; starts of both programs take turns.
struct LookUpMeasurement {
    private struct Series {
        /// Nanoseconds of a look-up.
        var first: [Double] = [], later: [Double] = []
        /// Seconds of a process that asks for nothing.
        var start: [Double] = []
    }

    private var series: [LookUpProgram.Form: Series] = [:]
    private let starts: Int

    init(_ options: BenchOptions) throws {
        starts = options.starts
        let programs = LookUpProgram.Form.allCases.map { LookUpProgram($0, in: options.work) }
        for each in programs {
            say("building \(each.form.rawValue)")
            try each.make()
            _ = try Program(
                options.mono, ["build", "-c", "release", "--cache-dir", options.work + "/cache-look-ups"],
                in: each.folder
            ).run()
        }
        let sum = Double((0..<LookUpProgram.services).reduce(0, +))
        for round in 0..<options.starts {
            for each in round % 2 == 0 ? programs : programs.reversed() {
                series[each.form, default: .init()].start.append(try Program(each.program, [], in: "/").run().wall)
                let words = try Program(each.program, ["ask"], in: "/").run().output.split(separator: " ").compactMap {
                    Double($0.filter { !$0.isNewline })
                }
                guard words.count == 3, words[2] == 101 * sum else { throw RunError("the program says \(words)") }
                series[each.form]!.first.append(words[0])
                series[each.form]!.later.append(words[1])
            }
        }
    }

    /// The figures, as the page holds them.
    func text(on machine: Machine) -> String {
        var lines = [
            "Measured on \(today()), load average at the start \(machine.load); medians of \(starts) starts.", "",
        ]
        lines += machine.lines.map { "- \($0)" }
        lines += ["", "| release | accessor | `NSClassFromString` |", "|---|---|---|"]
        lines.append(row("first look-up of a service", \.first) { "\(Int($0)) ns" })
        lines.append(row("later look-up", \.later) { "\(Int($0)) ns" })
        lines.append(row("start and end of the program, which asks for nothing", \.start, seconds))
        return lines.joined(separator: "\n")
    }

    private func row(_ title: String, _ values: KeyPath<Series, [Double]>, _ spelled: (Double) -> String) -> String {
        let cells = LookUpProgram.Form.allCases.map { form in
            let all = series[form]?[keyPath: values] ?? []
            return "\(spelled(Outcome.median(all))) (\(spelled(all.min() ?? .nan)) to \(spelled(all.max() ?? .nan)))"
        }
        return "| \(title) | \(cells.joined(separator: " | ")) |"
    }
}
