import Foundation
import Measuring
import ProgramOptions

ArchitectureOptions.syntax.run { options in
    var holds = true
    for part in options.parts {
        // The load is that before each part.
        let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
        if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take times with care") }
        let finding = try part.measure(options)
        holds = holds && finding.holds
        let text =
            ([
                "## \(part.title)", "",
                "Measured on \(today()), load average at the start \(String(format: "%.1f", machine.load))."
                    + (options.note.map { " " + $0 } ?? ""), "",
            ] + machine.lines.dropLast().map { "- \($0)" } + [""] + finding.lines).joined(separator: "\n")
        say("\n" + text)
        guard options.records else { continue }
        try PageSection(part.rawValue, by: "architecture-bench").record(text, in: "Benchmarks/Architecture.md")
    }
    return holds
}
