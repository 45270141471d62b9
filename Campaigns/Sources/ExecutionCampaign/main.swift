import Measuring
import ProgramOptions

ExecutionOptions.syntax.run { options in
    let name = options.executor?.name ?? "buildbox-casd"
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder,
        subject: "\(name) on this machine, which runs \(options.workers) actions at a time")
    let results = try ExecutionCampaign(options).run()
    let page = ExecutionPage(machine: machine, results: results)
    say("\n" + page.text)
    if options.records {
        try PageSection("actions on \(name)", by: "execution-campaign").record(page.text, in: "Campaigns/Remote.md")
    }
    return results.allSatisfy(\.isRight)
}
