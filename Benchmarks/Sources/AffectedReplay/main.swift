import Foundation
import Glibc
import Measuring

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    say(Options.help)
    exit(0)
}
do {
    let options = try Options(arguments: arguments)
    let machine = try Machine(mono: options.mono, repository: Repository.folder, subject: "debug")
    let result = try AffectedReplay(options).run()
    let page = AffectedPage(options: options, machine: machine, result: result)
    say("\n" + page.text)
    if options.records {
        let path = Repository.folder + "/Benchmarks/AffectedHistory.md"
        let section = PageSection(options.name, by: "affected-replay")
        try Folders.write(section.entered(page.text, into: try Folders.text(path)), to: path)
        say("\nrecorded in \(path)")
    }
    exit(result.steps.allSatisfy(\.misses.isEmpty) ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("affected-replay: \(error)\n".utf8))
    exit(1)
}
