import Measuring

runBenchmark("history-replay", help: ReplayOptions.help) { arguments in
    let options = try ReplayOptions(arguments: arguments)
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    let replay = try Replay(options)
    let page = HistoryPage(options: options, machine: machine, builders: replay.builders.map(\.name), steps: try replay.steps())
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/History.md"
        try Folders.write(page.entered(into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
    return true
}
