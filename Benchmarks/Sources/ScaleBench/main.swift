import Foundation
import Measuring
import ProgramOptions
import ScaleWorkspace

let words = Array(CommandLine.arguments.dropFirst())
let rest = Array(words.dropFirst())
switch words.first {
case "shape": ShapeOptions.syntax.run(words: rest, shape)
case "generate": GenerateOptions.syntax.run(words: rest, generate)
case "stand-in": StandInOptions.syntax.run(words: rest, standIn)
case "measure": MeasureOptions.syntax.run(words: rest, measure)
default:
    let asksForHelp = words.first == "--help" || words.first == "-h"
    say("scale-bench measures mono in generated monorepos.\n")
    for (name, meaning) in [
        ("shape", "what the libraries of real packages look like"),
        ("generate", "makes a monorepo of any size"),
        ("stand-in", "makes a toolchain that does next to nothing, to measure mono alone"),
        ("measure", "measures mono in such monorepos, and writes the page"),
    ] { say("scale-bench \(name): \(meaning); see scale-bench \(name) --help") }
    exit(asksForHelp ? 0 : 2)
}

func shape(_ options: ShapeOptions) throws -> Bool {
    say(try ShapeReading(of: options.packages).text)
    return true
}

func generate(_ options: GenerateOptions) throws -> Bool {
    let workspace = GeneratedWorkspace(options.size, in: options.folder)
    _ = try workspace.make()
    say(workspace.facts)
    return true
}

func standIn(_ options: StandInOptions) throws -> Bool {
    let folder = (options.folder as NSString).standardizingPath
    guard folder.hasPrefix("/") else { throw RunError("\(options.folder) is no absolute path") }
    try StandInToolchain(folder: folder).make()
    say("made: PATH=\(folder)/path:$PATH scale-bench measure --only nothing,fresh,comment,affected")
    return true
}

func measure(_ options: MeasureOptions) throws -> Bool {
    let machine = try Machine(
        mono: options.mono, repository: Repository.folder, subject: "generated monorepos, debug")
    machine.lines.forEach(say)
    if machine.load > 0.5 { say("the machine is busy (load average \(machine.load)): take the figures with care") }
    var page = try ScalePage(machine, page: options.page, options: options)
    let launcher = Launcher(folder: options.work + "/programs")
    try launcher.prepare()
    for size in options.sizes {
        var bench = SizeBench(targets: size, options, launcher)
        let load = Machine.load
        try bench.measure()
        page.enter(bench, load: load)
        // What was measured stays, whatever becomes of the next size.
        if let place = options.page { try page.record(in: place) }
        if !options.keeps { try bench.tidy() }
    }
    say("\n" + page.text)
    return true
}
