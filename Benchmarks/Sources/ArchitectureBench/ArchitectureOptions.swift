import Measuring
import ProgramOptions

/// What a person asked for.
struct ArchitectureOptions {
    var parts: [Part] = []
    var rounds = 3
    var features = 12
    var sources = "https://github.com/apple"
    var monorepo = "/tmp/affected-bench/10000/monorepo"
    var mono = MonoProgram.usual
    var work = "/tmp/architecture-bench"
    var note: String?
    var records = false

    static var syntax: ProgramSyntax<ArchitectureOptions> {
        ProgramSyntax(
            "architecture-bench",
            "holds what mono says of architectures against builds, against the compiler and against another reading.",
            defaults: ArchitectureOptions(),
            arguments: [
                .words(\.parts, .choice("PART", meaning: \.meaning), help: "all of them unless told"),
                .option("--rounds", \.rounds, .count, help: "how often builds are measured"),
                .option(
                    "--features", \.features, .count.only("at least 4: a smaller app has no middle") { $0 >= 4 },
                    help: "of the linear app"),
                .option(
                    "--sources", \.sources, .source("FOLDER"),
                    help: "where clones of the packages lie, called swift-nio and so on, or a URL in front of these "
                        + "names"),
                .option("--monorepo", \.monorepo, .folder, help: "for 'scale'"),
                MonoProgram.argument(\.mono),
                .option(
                    "--work", \.work, .folder,
                    help: "where everything is built; removed at the start of each "
                        + "part"),
                .option("--note", \.note, .text("TEXT"), help: "a remark to stand with the figures"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/Architecture.md"),
            ]
        ) { options, given in
            if options.parts.isEmpty { options.parts = Part.allCases }
            for (name, parts) in readers where given.contains(name) && Set(parts).isDisjoint(with: options.parts) {
                throw OptionError("\(name) is for \(parts.map(\.rawValue).joined(separator: ", ")) only")
            }
            try MonoProgram.check(options.mono)
        }
    }

    /// The parts that read an option, where not all do.
    private static let readers: [(name: String, parts: [Part])] = [
        ("--rounds", [.advice, .linear, .profile]), ("--features", [.linear]), ("--sources", [.imports, .profile]),
        ("--monorepo", [.scale]),
    ]

    /// An empty folder for a part.
    func place(of part: Part) throws -> String {
        let folder = "\(work)/\(part.rawValue)"
        try Folders.remove(folder)
        try Folders.make(folder)
        return folder
    }

    /// mono with a cache of its own.
    func mono(_ arguments: [String], in folder: String, cache: String) -> Program {
        var program = Program(mono, arguments + ["--cache-dir", cache], in: folder)
        program.leavesErrorsOut = true
        return program
    }
}
