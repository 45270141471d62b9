import Measuring

runBenchmark("affected-replay", help: Options.help) { arguments in
    let options = try Options(arguments: arguments)
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    let result = try AffectedReplay(options).run()
    let page = AffectedPage(options: options, machine: machine, result: result)
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/AffectedHistory.md"
        let section = PageSection(options.name, by: "affected-replay")
        try Folders.write(section.entered(page.text, into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
    return result.steps.allSatisfy(\.misses.isEmpty)
}
