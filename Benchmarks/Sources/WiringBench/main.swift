import Measuring
import ProgramOptions

/// Of accessors, beside strings.
func measureLookUps(_ options: BenchOptions) throws {
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder, subject: "\(LookUpProgram.services) services, release")
    let text = try LookUpMeasurement(options).text(on: machine)
    say("\n" + text)
    if options.records { try PageSection("accessors", by: "wiring-bench").record(text, in: "Benchmarks/Wiring.md") }
}

BenchOptions.syntax.run { options in
    if options.areLookUps {
        try measureLookUps(options)
        return true
    }
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder,
        subject: "\(options.shape.description), one program; debug"
    )
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let measurement = try Measurement(options)
    let outcome = try options.isGraphAlone ? measurement.measureGraph() : measurement.measure()
    let page = WiringPage(machine: machine, outcome: outcome, shape: options.shape, edits: options.edits)
    say("\n" + page.text)
    if options.records {
        try PageSection(options.hasScopes ? "scopes" : "figures", by: "wiring-bench").record(
            page.text, in: "Benchmarks/Wiring.md")
    }
    return true
}
