/// What `mono test` is asked.
struct TestOptions: Hashable, Sendable {
    var build = BuildOptions()
    /// Test targets and folders as they were typed; empty: all of the workspace's own.
    var requests: [String] = []
    var filters: [String] = []
    var skips: [String] = []
    var isParallel = false
    var lists = false
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
                help: "run the tests whose 'Module.Class/test' this is found in"
            ) {
                $0.filters.append($1)
            },
            .option(
                "--skip", reads: .text("REGEX"), isRepeatable: true,
                help: "leave out the tests whose 'Module.Class/test' this is found in"
            ) {
                $0.skips.append($1)
            },
            .flag("-l", "--list", help: "print the names of the tests, and run none") { $0.lists = true },
            .flag(
                "--parallel", group: .how,
                help: "run the programs of several test targets at a time, and print only what those that fail print"
            ) {
                $0.isParallel = true
            },
            .option(
                "--runs", reads: .count, group: .how,
                help: "run everything N times, whatever the cache holds, and say how often it passed"
            ) {
                $0.runs = $1
            },
            .flag("--no-cache-tests", group: .how, help: "run tests again whose results are in the cache") {
                $0.usesCache = false
            },
            .flag(
                "--hermetic", group: .how, help: "fail tests that read what neither their target nor mono.json declares"
            ) {
                $0.areHermetic = true
            },
            .flag("--why", group: .telling, help: "say of each target why it ran, and what its results rest on") {
                $0.saysWhy = true
            },
            .flag(
                "--enable-code-coverage", group: .how,
                help: "count which lines run; all tests run again, in programs of their own"
            ) {
                $0.build.measuresCoverage = true
            },
            .flag(
                "--show-codecov-path", group: .telling,
                help: "print where '--enable-code-coverage' writes what it counted, and do nothing else"
            ) {
                $0.showsCoveragePath = true
            },
            .option(
                "--time-limit", reads: .age, group: .how,
                help: "end a target's tests after that long: 90s, 15m (the default), 2h; 0s for no limit"
            ) {
                $0.timeLimit = $1
            },
            .option(
                "--xunit-output", "--junit", reads: .file, group: .telling,
                help: "write the results as JUnit's XML, as CI systems read it"
            ) {
                $0.xunitFile = $1
            },
        ] + (BuildOptions.affectedArguments + BuildOptions.arguments).map { $0.within(\.build) }
    }
}
