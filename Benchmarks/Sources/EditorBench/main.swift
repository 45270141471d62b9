import Measuring
import ProgramOptions

EditorOptions.syntax.run { options in
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder, subject: "a clone of swift-nio 2.101.2, sourcekit-lsp")
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let page = EditorPage(machine: machine, runs: try EditorMeasurement(options).measure())
    say("\n" + page.text)
    if options.records {
        try PageSection("figures", by: "editor-bench").record(page.text, in: "Benchmarks/Editors.md")
    }
    return true
}
