import Measuring
import ProgramOptions

/// What a person asked for.
struct FaultOptions {
    var cases = 300
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var mono = MonoProgram.usual
    var work = "/tmp/fault-campaign"
    var calls = false
    var records = false

    static var syntax: ProgramSyntax<FaultOptions> {
        ProgramSyntax(
            "fault-campaign",
            "builds with a cache on a server, behind a proxy that does to connections what networks and servers do, "
                + "and compares programs and times with those of a build without it.",
            defaults: FaultOptions(),
            arguments: [
                .option(
                    "--cases", \.cases, .count, help: "how many builds: half of them under faults, and one after each"),
                .option(
                    "--seed", \.seed, .count, showsUsual: false,
                    help: "of the random numbers; unless given, another one each time, and printed"),
                .flag(
                    "--grpc", \.calls,
                    help: "the server is buildbox-casd, which mono-remote calls; unless told, it is nginx"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where the workspace, the caches and the server's files go"),
                .flag("--record", \.records, help: "write the figures into Campaigns/Remote.md"),
            ]
        ) { options, _ in
            try MonoProgram.check(options.mono)
            guard !options.calls || APIServer.isInstalled else {
                throw OptionError("buildbox-casd and mono-remote are not in PATH: see Docs/Remote.md")
            }
        }
    }
}
