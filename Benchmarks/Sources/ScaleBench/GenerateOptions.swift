import ProgramOptions
import ScaleWorkspace

/// What is asked of `scale-bench shape`.
struct ShapeOptions {
    var packages: [String] = []

    static var syntax: ProgramSyntax<ShapeOptions> {
        ProgramSyntax(
            "scale-bench shape", "tells what the Swift libraries of packages look like.", defaults: ShapeOptions(),
            arguments: [.words(\.packages, .folder("PACKAGE"), isNeeded: true, help: "folders of packages")])
    }
}

/// What is asked of `scale-bench generate`.
struct GenerateOptions {
    var folder = ""
    var targets = 300
    var seed = 1
    var percent = 10
    var sources = 10

    var size: WorkspaceSize {
        WorkspaceSize(targets: targets, seed: seed, linesPercent: percent, meanSources: sources)
    }

    static var syntax: ProgramSyntax<GenerateOptions> {
        ProgramSyntax(
            "scale-bench generate",
            "makes a monorepo in FOLDER/workspace, with a commit of all files, and the same graph for Ninja in "
                + "FOLDER/ninja.",
            discussion: ["What is there already is left as it is where it is the same."], defaults: GenerateOptions(),
            arguments: [
                .word(\.folder, .folder, help: "where it goes"),
                .option("--targets", \.targets, targetCount, help: "how many targets, tests among them"),
                .option("--seed", \.seed, .count, help: "another seed makes another monorepo"),
                .option("--factor", \.percent, .count, help: "lines of a file, in percent of what real ones have"),
                .option("--sources", \.sources, .count, help: "sources a target, on average"),
            ])
    }

    static var targetCount: ValueReader<Int> {
        let possible = WorkspaceSize.possible
        return .count.only("numbers from \(possible.lowerBound) to \(possible.upperBound)", where: possible.contains)
    }
}
