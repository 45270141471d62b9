import Measuring
import ProgramOptions
import TestOutcomes

TestSweepOptions.syntax.run { options in
    try Folders.make(options.work)
    let file = ResultLines<WatchedResult>(path: options.results)
    var isGood = true
    for package in options.packages.map({ SweptPackage($0, work: options.work) }) {
        if !options.redoes, try file.all().contains(where: { $0.package == package.name }) { continue }
        let result = try WatchedPackage(package: package, options: options).result()
        try file.append(result)
        for line in result.lines { say(line) }
        isGood = isGood && result.differences.isEmpty
    }
    if options.records {
        try PageSection("watched", by: "test-sweep").record(
            WatchedPage(options, try file.all()).text, in: "Campaigns/Tests.md")
    }
    return isGood
}
