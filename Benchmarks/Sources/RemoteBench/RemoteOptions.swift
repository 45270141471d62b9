import Measuring
import ProgramOptions

/// What a person asked for.
struct RemoteOptions {
    var packages: [String] = []
    var rounds = 5
    var delay = 20
    /// Servers that run already, by their address.
    var servers: [NamedText] = []
    var records = false
    var mono = MonoProgram.usual
    var work = "/tmp/remote-bench"

    var name: String { packages[0].split(separator: "/").last.map(String.init) ?? packages[0] }

    static var syntax: ProgramSyntax<RemoteOptions> {
        ProgramSyntax(
            "remote-bench",
            "builds a fresh clone with an empty local cache from a full one: a shared folder, nginx in several ways, "
                + "and buildbox-casd where that and mono-remote are installed, in turn; "
                + "and compares what came of it with a build that compiled everything.",
            defaults: RemoteOptions(),
            arguments: [
                .words(\.packages, .folder("PACKAGE"), isNeeded: true, help: "a git clone of a package"),
                .option("--rounds", \.rounds, .count, help: "how often each way is run"),
                .option("--delay", \.delay, .count, help: "milliseconds of a round trip that is added"),
                .repeated(
                    "--server", \.servers, .named("NAME=ADDRESS"), help: "one more, which runs already and is empty"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/Remote.md"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "for clones, caches and servers"),
            ]
        ) { options, _ in
            guard options.packages.count == 1 else { throw OptionError("name one PACKAGE") }
            try MonoProgram.check(options.mono)
        }
    }
}
