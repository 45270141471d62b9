import Foundation
import Measuring

runBenchmark("architecture-bench", help: ArchitectureOptions.help) { arguments in
    let options = try ArchitectureOptions(arguments: arguments)
    var holds = true
    for part in options.parts {
        // The load is that before each part.
        let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
        if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take times with care") }
        let finding = try part.measure(options)
        holds = holds && finding.holds
        let text = (["## \(part.title)", "", "Measured on \(today()), load average at the start \(String(format: "%.1f", machine.load))."
            + (options.note.map { " " + $0 } ?? ""), ""] + machine.lines.dropLast().map { "- \($0)" } + [""] + finding.lines).joined(separator: "\n")
        say("\n" + text)
        guard options.records else { continue }
        let page = Repository.folder + "/Benchmarks/Architecture.md"
        try Folders.write(PageSection(part.rawValue, by: "architecture-bench").entered(text, into: try Folders.text(page)), to: page)
        say("\nrecorded in \(page)")
    }
    return holds
}
