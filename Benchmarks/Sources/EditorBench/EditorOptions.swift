import Measuring
import ProgramOptions

/// What a person asked for.
struct EditorOptions {
    var packages: [String] = []
    var ways: [EditorWay] = []
    var rounds = 3
    var records = false
    var mono = MonoProgram.usual
    var work = "/tmp/editor-bench"

    static var syntax: ProgramSyntax<EditorOptions> {
        ProgramSyntax(
            "editor-bench",
            "opens fresh clones of swift-nio in the toolchain's language server, with SwiftPM and with mono in turn, "
                + "and measures when it knows what.",
            defaults: EditorOptions(),
            arguments: [
                .words(\.packages, .folder("PACKAGE"), isNeeded: true, help: "a git clone of swift-nio 2.101.2"),
                .repeated("--way", \.ways, .choice("NAME"), help: "only this way"),
                .option("--rounds", \.rounds, .count, help: "how often each way is run"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/Editors.md"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "for clones and caches; what is there is removed"),
            ]
        ) { options, _ in
            guard options.packages.count == 1 else { throw OptionError("name one PACKAGE") }
            if options.ways.isEmpty { options.ways = EditorWay.allCases }
            try MonoProgram.check(options.mono)
        }
    }
}

/// Who serves the language server in a fresh clone.
enum EditorWay: String, CaseIterable {
    case swiftPM = "swiftpm"
    case empty
    case built
    case indexed

    var title: String {
        switch self {
        case .swiftPM: "SwiftPM"
        case .empty: "mono, empty cache"
        case .built: "mono, cache of a build"
        case .indexed: "mono, cache of a build with `--index`"
        }
    }
}
