import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.wantsHelp {
        print(Options.help)
        exit(0)
    }
    let run = try Run(options)
    if let modules = options.random { exit(try run.campaign(modules: modules) ? 0 : 1) }
    let report = try run.report()
    print((report.lines + report.details).joined(separator: "\n"))
    if let place = options.list { try (report.all.joined(separator: "\n") + "\n").write(toFile: place, atomically: true, encoding: .utf8) }
    if options.records { try Page.record(report.lines + report.details, in: .figures) }
    exit(report.isSound ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("mutation-corpus: \(error)\n".utf8))
    exit(2)
}
