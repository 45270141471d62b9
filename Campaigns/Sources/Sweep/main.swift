import Measuring
import ProgramOptions
import TestOutcomes

SweepOptions.syntax.run { options in
    try Folders.make(options.work)
    let file = ResultFile(path: options.results)
    let mono = try MonoProgram.version(of: options.mono)
    var isGood = true
    for package in options.packages.map({ SweptPackage($0, work: options.work) }) {
        if !options.redoes, try file.results(options.round).contains(where: { $0.package == package.name }) { continue }
        let result = try PackageSweep(package: package, options: options, mono: mono).result()
        try file.append(result)
        for line in SweepLines(result).lines { say(line) }
        isGood = isGood && result.isGood
    }
    if options.records {
        try PageSection("packages", by: "sweep").record(SweepPage(options, file).text, in: "Docs/Compatibility.md")
    }
    return isGood
}
