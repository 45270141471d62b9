import Measuring
import ProgramOptions

BenchOptions.syntax.run { options in
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder,
        subject:
            """
            \(GeneratedApp.types) provided types in \(GeneratedApp.features) features of two modules each, \
            \(GeneratedApp.levels) levels, one program; debug
            """
    )
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let page = WiringPage(machine: machine, outcome: try Measurement(options).measure())
    say("\n" + page.text)
    if options.records { try PageSection("figures", by: "wiring-bench").record(page.text, in: "Benchmarks/Wiring.md") }
    return true
}
