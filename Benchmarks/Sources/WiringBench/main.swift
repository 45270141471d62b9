import Foundation
import Glibc
import Measuring

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    say(BenchOptions.help)
    exit(0)
}
do {
    let options = try BenchOptions(arguments: arguments)
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder,
        subject: "\(GeneratedApp.types) provided types in \(GeneratedApp.features) features of two modules each, \(GeneratedApp.levels) levels, one program; debug")
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    let outcome = try Measurement(options).measure()
    let page = WiringPage(machine: machine, outcome: outcome)
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/Wiring.md"
        try Folders.write(PageSection("figures", by: "wiring-bench").entered(page.text, into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
} catch {
    FileHandle.standardError.write(Data("wiring-bench: \(error)\n".utf8))
    exit(1)
}
