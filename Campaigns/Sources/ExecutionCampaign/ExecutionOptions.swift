import Measuring
import ProgramOptions

/// What a person asked for.
struct ExecutionOptions {
    var packages: [String] = []
    var executor: NamedText?
    var workers = 2
    var configurations: [String] = ["debug", "release"]
    var mono = MonoProgram.usual
    var work = "/tmp/execution-campaign"
    var records = false

    static var syntax: ProgramSyntax<ExecutionOptions> {
        ProgramSyntax(
            "execution-campaign",
            "builds packages, in debug with their tests, on this machine, and on the workers of a server of the Remote "
                + "Execution API, and compares what was made, byte by byte. Then it verifies what the workers made.",
            defaults: ExecutionOptions(),
            arguments: [
                .words(\.packages, .folder("PACKAGE"), isNeeded: true, help: "a folder in a git repository"),
                .option(
                    "--executor", \.executor, .named("NAME=ADDRESS"),
                    help: "a server that runs already, and has nothing yet; unless told, buildbox-casd is started"),
                .option("--workers", \.workers, .count, help: "how many actions run there at once"),
                .option(
                    "--configurations", \.configurations, .list("debug,release", of: .text("NAME"), by: ","),
                    help: "which are built"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "for packages, caches and the server"),
                .flag("--record", \.records, help: "write the table into Campaigns/Remote.md"),
            ]
        ) { options, _ in
            try MonoProgram.check(options.mono)
            guard options.executor != nil || APIServer.isInstalled else {
                throw OptionError(
                    "buildbox-casd and mono-remote are not in PATH: say --executor, or see Docs/Remote.md")
            }
        }
    }
}
