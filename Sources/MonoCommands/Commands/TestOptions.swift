/// What `mono test` is asked.
struct TestOptions: Hashable, Sendable {
    var build = BuildOptions()
    /// Test targets and folders as they were typed; empty: all of the workspace's own.
    var requests: [String] = []
    var filters: [String] = []
    var skips: [String] = []
    var isParallel = false
    var isSerial = false
    var lists = false
    /// Everything else too, as `mono build` does.
    var buildsAll = false
    var usesCache = true
    var areHermetic = false
    var saysWhy = false
    var runs = 1
    /// In seconds; 0: none.
    var timeLimit: Int64 = 900
    var xunitFile: String?
    var showsCoveragePath = false

    static var arguments: [Argument<TestOptions>] {
        [
            .option(
                "--filter", reads: .text("REGEX"), isRepeatable: true,
                help: "run only tests whose 'Module.Class/test' matches"
            ) {
                $0.filters.append($1)
            },
            .option(
                "--skip", reads: .text("REGEX"), isRepeatable: true,
                help: "skip tests whose 'Module.Class/test' matches"
            ) {
                $0.skips.append($1)
            },
            .flag(
                "--build-all",
                help:
                    """
                    build everything else too, as 'mono build' does: one command for CI, which prints each error once
                    """
            ) { $0.buildsAll = true },
            .flag("-l", "--list", help: "print the names of the tests, and run none") { $0.lists = true },
            .flag(
                "--parallel", group: .how,
                help: "run several test programs at once, and print only the output of those that fail"
            ) {
                $0.isParallel = true
            },
            .flag(
                "--no-parallel", group: .how,
                help: "run one test after the other, also those of Swift Testing, which run side by side otherwise"
            ) {
                $0.isSerial = true
            },
            .option(
                "--runs", reads: .count, group: .how,
                help: "run everything N times, ignoring cached results, and print how often it passed"
            ) {
                $0.runs = $1
            },
            .flag("--no-cache-tests", group: .how, help: "run tests even if their results are in the cache") {
                $0.usesCache = false
            },
            .flag(
                "--hermetic", group: .how,
                help: "fail tests that read files that neither their target nor mono.json declares"
            ) {
                $0.areHermetic = true
            },
            .flag(
                "--why", group: .reports,
                help: "print for each target why its tests ran, and what their results depend on"
            ) {
                $0.saysWhy = true
            },
            .flag(
                "--enable-code-coverage", group: .how,
                help: "collect code coverage; all tests run again, in programs of their own"
            ) {
                $0.build.measuresCoverage = true
            },
            .flag(
                "--show-codecov-path", group: .reports,
                help: "print the path of the coverage report, and do nothing else"
            ) {
                $0.showsCoveragePath = true
            },
            .option(
                "--time-limit", reads: .duration, group: .how,
                help: "stop a target's tests after this time: 90s, 2h; 0s for no limit (default: 15m)"
            ) {
                $0.timeLimit = $1
            },
            .option(
                "--xunit-output", "--junit", reads: .file, group: .reports,
                help: "write the results as JUnit XML"
            ) {
                $0.xunitFile = $1
            },
        ]
            + (BuildOptions.affectedArguments + BuildOptions.watchArguments + [
                BuildOptions.allTests, BuildOptions.indexArgument,
            ] + BuildOptions.arguments).map {
                $0.within(\.build)
            }
    }
}
