import Measuring

runBenchmark("wiring-bench", help: BenchOptions.help) { arguments in
    let options = try BenchOptions(arguments: arguments)
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder,
        subject: "\(GeneratedApp.types) provided types in \(GeneratedApp.features) features of two modules each, \(GeneratedApp.levels) levels, one program; debug")
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let page = WiringPage(machine: machine, outcome: try Measurement(options).measure())
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/Wiring.md"
        try Folders.write(PageSection("figures", by: "wiring-bench").entered(page.text, into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
    return true
}
