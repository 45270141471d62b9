import Foundation
import Measuring
import ProgramOptions

BenchOptions.syntax.run { options in
    let version = try Program("git", ["--version"], in: "/").run().output.trimmingCharacters(
        in: .whitespacesAndNewlines)
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: version)
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    var outcomes: [Outcome] = [], cold: [Int: Double] = [:]
    for size in options.sizes {
        let measurement = try Measurement(targets: size, options)
        for edit in options.edits {
            let outcome = try measurement.outcome(of: edit)
            say("  \(edit.title): git \(seconds(outcome.sum)), mono \(seconds(median(outcome.mono)))")
            outcomes.append(outcome)
        }
        if options.isCold { cold[size] = try measurement.withNothingRemembered() }
    }
    let page = AffectedPage(machine: machine, outcomes: outcomes, cold: cold, options: options)
    say("\n" + page.text)
    if options.records {
        try PageSection("figures", by: "affected-bench").record(page.text, in: "Benchmarks/Affected.md")
    }
    return true
}
