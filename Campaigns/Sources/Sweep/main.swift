import Measuring
import ProgramOptions

SweepOptions.syntax.run { options in
    try Folders.make(options.work)
    let file = ResultFile(path: options.results)
    let mono =
        try Program(options.mono, ["version"], in: "/").run().output.split(separator: "\n").first.map(String.init)
        ?? "mono"
    var isGood = true
    for package in options.packages {
        let name = PackageSweep.name(of: package)
        if !options.redoes, try file.results(options.round).contains(where: { $0.package == name }) { continue }
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
