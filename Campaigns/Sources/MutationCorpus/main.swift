import DigestFacts
import Measuring
import ProgramOptions

Options.syntax.run { options in
    let run = try Run(options)
    if let modules = options.random { return try run.campaign(modules: modules) }
    let report = try run.report()
    say((report.lines + report.details).joined(separator: "\n"))
    if let place = options.list { try Folders.write(report.all.joined(separator: "\n") + "\n", to: place) }
    var isSound = report.isSound
    if options.asksUsed {
        let used = UsedReport(findings: report.findings)
        say(used.lines.joined(separator: "\n"))
        isSound = isSound && used.isSound
    }
    if options.records { try Page.record(report.lines + report.details, in: .figures) }
    return isSound
}
