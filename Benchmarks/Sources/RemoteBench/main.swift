import Measuring
import ProgramOptions

RemoteOptions.syntax.run { options in
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder, subject: "a clone of \(options.name), nginx on loopback")
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let page = RemotePage(machine: machine, results: try RemoteMeasurement(options).measure())
    say("\n" + page.text)
    if options.records {
        try PageSection(options.name, by: "remote-bench").record(page.text, in: "Benchmarks/Remote.md")
    }
    return page.isGood
}
