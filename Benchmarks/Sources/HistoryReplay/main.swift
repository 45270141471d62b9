import Foundation
import Glibc
import Measuring

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    say(ReplayOptions.help)
    exit(0)
}
do {
    let options = try ReplayOptions(arguments: arguments)
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    let replay = try Replay(options)
    let page = HistoryPage(options: options, machine: machine, builders: replay.builders.map(\.name), steps: try replay.steps())
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/History.md"
        try Folders.write(page.entered(into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
} catch {
    FileHandle.standardError.write(Data("history-replay: \(error)\n".utf8))
    exit(1)
}
