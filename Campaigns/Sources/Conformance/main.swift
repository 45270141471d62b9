import Measuring
import ProgramOptions

Options.syntax.run { options in
    var hasUnintended = false
    if options.records {
        var page = try ConformancePage(options)
        for package in options.packages {
            do {
                let debug = try Comparison(of: package, options, isRelease: false),
                    release = try Comparison(of: package, options, isRelease: true)
                page.add(package, debug: debug, release: release)
                for comparison in [debug, release] {
                    for line in comparison.lines { say(line) }
                    hasUnintended = hasUnintended || !comparison.unintended.isEmpty
                }
            } catch {
                say("\(Comparison.name(of: package)): not compared")
                page.add(package, failure: "\(error)")
            }
        }
        try PageSection("command lines", by: "conformance").record(page.text, in: "Docs/Compatibility.md")
    } else {
        for package in options.packages {
            let comparison = try Comparison(of: package, options, isRelease: options.isRelease)
            for line in comparison.lines + (options.listsIntended ? comparison.intendedLines : []) { say(line) }
            hasUnintended = hasUnintended || !comparison.unintended.isEmpty
        }
    }
    return !hasUnintended
}
