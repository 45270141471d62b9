import Measuring
import ProgramOptions

Options.syntax.run { options in
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    let result = try AffectedReplay(options).run()
    let page = AffectedPage(options: options, machine: machine, result: result)
    say("\n" + page.text)
    if options.records {
        try PageSection(options.name, by: "affected-replay").record(page.text, in: "Campaigns/AffectedHistory.md")
    }
    return result.steps.allSatisfy(\.misses.isEmpty)
}
