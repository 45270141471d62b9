import Measuring
import ProgramOptions

TestReplayOptions.syntax.run { options in
    try Folders.make(options.work)
    let replay = TestReplay(options: options)
    try replay.run()
    let page = try TestReplayPage(options, replay.lines.all())
    say("\n" + page.text)
    if options.records {
        try PageSection("replay of \(options.name)", by: "test-replay").record(page.text, in: "Campaigns/Tests.md")
    }
    return true
}
