import Foundation
import Measuring
import ProgramOptions

Options.syntax.run { options in
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder, subject: "swift-nio \(options.tag), debug")
    machine.lines.forEach(say)
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    var bench = Bench(options)
    try bench.prepare()
    let outcomes = try options.scenarios.map(bench.measure)
    let record = Record(outcomes, machine, note: options.note)
    say("\n" + record.text)
    if options.records {
        let page = Repository.folder + "/Benchmarks/README.md"
        try Folders.write(try record.entered(into: try Folders.text(page)), to: page)
        say("\nrecorded in \(page)")
    }
    if !options.keeps { try bench.tidy() }
    return true
}
