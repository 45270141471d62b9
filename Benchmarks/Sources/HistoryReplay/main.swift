import Measuring
import ProgramOptions

ReplayOptions.syntax.run { options in
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    if options.isAsCI {
        let text = CIPage(options: options, machine: machine, steps: try CIReplay(options).steps()).text
        say("\n" + text)
        if options.records {
            try PageSection("\(options.name) in CI", by: "history-replay").record(text, in: "Benchmarks/History.md")
        }
        return true
    }
    let replay = try Replay(options)
    let page = HistoryPage(
        options: options, machine: machine, builders: replay.builders.map(\.name), steps: try replay.steps())
    say("\n" + page.text)
    if options.records {
        try PageSection(options.name, by: "history-replay").record(page.text, in: "Benchmarks/History.md")
    }
    return true
}
