import ArtifactCache
import BuildEngine
import PackageManifests
import Targets
import Toolchains

/// What to build and how: the options of `build`, which `run` takes too.
struct BuildOptions: Hashable, Sendable {
    /// Targets, products and paths as they were typed; empty: everything of the workspace's own packages.
    var requests: [String] = []
    var products: [String] = []
    /// With the programs of test targets.
    var buildsTests = false
    /// Where products are placed, instead of them.
    var showsProductsFolder = false
    /// What a change reaches, instead.
    var isAffectedOnly = false
    var comparison = AffectedOptions()
    var configuration = BuildConfiguration.debug
    /// Nil: as `mono.json` says, else one for each processor.
    var jobs: Int?
    var isDryRun = false
    var explains = false
    /// Nil: not said; then only a CI keeps going.
    var keepsGoing: Bool?
    var usesResolvedVersionsOnly = false
    /// Of the workspace's own packages; nil: as the next two say.
    var traits: [String]?
    var enablesAllTraits = false
    var disablesDefaultTraits = false
    var precision = ModulePrecision.usedParts
    var swiftFlags: [String] = []
    var clangFlags: [String] = []
    var cxxFlags: [String] = []
    var linkerFlags: [String] = []
    var linksSwiftStatically = false
    /// Builds for another platform.
    var swiftSDK: String?
    var swiftSDKFolder: String?
    var sanitizers: [BuildFlags.Sanitizer] = []
    /// Asked for with tests alone.
    var measuresCoverage = false
    /// Tests of packages that list theirs are found all the same.
    var findsAllTests = false
    /// For the editors of those who share the cache.
    var writesIndex = false
    /// For what tests are built with.
    var isTestable = false
    /// How many of a hundred cached results to make again and compare; nil: none.
    var verifiedPercent: Double?
    /// Chooses the sample; nil: any.
    var verificationSeed: Int?
    /// In seconds, for each action; 0: none.
    var timeLimit: Int64 = 0
    var watch = WatchOptions()
    /// Which of the compilers' warnings are shown; nil: all, and in later rounds of `--watch` those of what changed.
    var warnings: WarningsShown?
    var traceFile: String?
    var eventFile: String?
    var reportFile: String?
    var cache = CacheOptions()
    var elsewhere = ElsewhereOptions()

    /// How the workspace is read. Of several words on traits SwiftPM hears the same one.
    var loading: WorkspaceLoader.Options {
        let choice: WorkspaceLoader.TraitChoice =
            enablesAllTraits ? .all : traits.map { .named($0) } ?? (disablesDefaultTraits ? .named([]) : .defaults)
        return WorkspaceLoader.Options(forcesLockedVersions: usesResolvedVersionsOnly, traits: choice)
    }

    /// Those that say how something is built and told, and not what.
    static var argumentsAboutHow: [Argument<BuildOptions>] {
        arguments.filter { if case .option(let option) = $0.kind { option.group != .what } else { false } }
    }

    /// Of commands that can take their targets from a change.
    static var affectedArguments: [Argument<BuildOptions>] {
        [
            .flag("--affected", help: "only what a change affects: see 'mono help affected'") {
                $0.isAffectedOnly = true
            }
        ]
            + AffectedOptions.arguments.map { $0.within(\.comparison) }
    }

    /// Throws where what is said about a change makes no sense.
    func checkAffected() throws(ErrorReport) {
        if !isAffectedOnly, comparison != AffectedOptions() {
            throw ErrorReport(
                code: .usage, what: "'--since' and its like say what '--affected' means", help: "add '--affected'")
        }
        if isAffectedOnly, !requests.isEmpty || !products.isEmpty {
            throw ErrorReport(
                code: .usage, what: "'--affected' chooses the targets by itself", help: "leave the names away")
        }
    }

    /// Editors look for the data of a build as theirs is.
    func checkIndex() throws(ErrorReport) {
        guard writesIndex else { return }
        if configuration != .debug {
            throw ErrorReport(
                code: .usage, what: "'--index' is for debug builds: editors are served in debug",
                help: "leave '-c release' away")
        }
        if measuresCoverage {
            throw ErrorReport(
                code: .usage,
                what: "'--index' and '--enable-code-coverage' do not go together: editors are served without coverage",
                help: "leave one of them away")
        }
    }

    /// Of commands that can do the same again after each change.
    static var watchArguments: [Argument<BuildOptions>] { WatchOptions.arguments.map { $0.within(\.watch) } }

    /// Of `build` alone; SwiftPM has them too.
    static var productArguments: [Argument<BuildOptions>] {
        [
            .option(
                "--target", reads: .text("NAME", completion: .names(.targets)), isRepeatable: true,
                help: "build this target; the same as the name alone"
            ) {
                $0.requests.append($1)
            },
            .flag(
                "--build-tests",
                help: "build test targets too, without running tests; with names: those that are named"
            ) { $0.buildsTests = true },
            allTests,
            .option(
                "--time-limit", reads: .duration, group: .how,
                help: "stop an action that takes longer on this machine, which then fails: 90s, 10m (default: no limit)"
            ) { $0.timeLimit = $1 },
            .flag(
                "--show-bin-path", group: .reports,
                help: "print the folder of products, and do nothing else"
            ) { $0.showsProductsFolder = true },
        ]
    }

    /// Of `build` alone.
    static var verificationArguments: [Argument<BuildOptions>] {
        [
            .option(
                "--verify", reads: .percent("SAMPLE%"), implied: 100,
                help:
                    """
                    afterwards make the cached results again, all or a sample, and fail where a byte differs
                    """
            ) { $0.verifiedPercent = $1 },
            .option(
                "--verify-seed", reads: .count,
                help: "verify the sample of an earlier '--verify', which printed this seed"
            ) {
                $0.verificationSeed = $1
            },
        ]
    }

    /// Of commands that build test programs.
    static var allTests: Argument<BuildOptions> {
        .flag(
            "--all-tests",
            help: "find all tests, also in a package with a LinuxMain.swift, which lists the tests to run"
        ) { $0.findsAllTests = true }
    }

    static var indexArgument: Argument<BuildOptions> {
        .flag(
            "--index",
            help:
                """
                write index data into the cache too: 'mono editor' then finds references at once in every clone; see \
                Docs/Editors.md
                """
        ) { $0.writesIndex = true }
    }

    static var arguments: [Argument<BuildOptions>] {
        [
            .option(
                "--product", reads: .text("NAME", completion: .names(.targets)), isRepeatable: true,
                help: "build this product; for a name that a target has as well"
            ) { $0.products.append($1) },
            .flag("--dry-run", help: "print what would run, and run nothing") { $0.isDryRun = true },
            .flag("--explain", help: "print for each action that runs which component of its key changed") {
                $0.explains = true
            },
            .option("-c", "--configuration", reads: .choice(), group: .how, help: "the configuration (default: debug)")
            {
                $0.configuration = $1
            },
            .option(
                "-j", "--jobs", reads: .count, group: .how,
                help: "processes that may run at once (default: one for each processor)"
            ) { $0.jobs = $1 },
            .flag(
                "-k", "--keep-going", group: .how,
                help:
                    """
                    after a failure, go on with what does not depend on it; the default where CI is set in the \
                    environment
                    """
            ) { $0.keepsGoing = true },
            .flag("--no-keep-going", group: .how, help: "after a failure, start nothing new") { $0.keepsGoing = false },
            .flag(
                "--force-resolved-versions", group: .how,
                help:

                    """
                    use external packages exactly as the lock file names them, and fail where it does not fit the \
                    manifests
                    """
            ) { $0.usesResolvedVersionsOnly = true },
            .option(
                "--traits", reads: .list("TRAITS"), group: .how,
                help:
                    """
                    turn on exactly these traits of the workspace's own packages that declare them, separated by \
                    commas; 'default' means the default ones
                    """
            ) { $0.traits = $1 },
            .flag("--enable-all-traits", group: .how, help: "turn on all traits of the workspace's own packages") {
                $0.enablesAllTraits = true
            },
            .flag(
                "--disable-default-traits", group: .how,
                help: "turn off the traits of the workspace's own packages that are on by default"
            ) {
                $0.disablesDefaultTraits = true
            },
            .flag(
                "--module-bytes", group: .how,
                help:
                    """
                    build dependents again whenever a module's bytes change, not only when its interface does; for \
                    comparison
                    """
            ) { $0.precision = .bytes },
            .flag(
                "--whole-interfaces", group: .how,
                help:
                    """
                    build dependents again whenever a module's interface changes, not only when the part that they use \
                    does; for comparison
                    """
            ) { $0.precision = .interfaces },
            .option(
                "-Xswiftc", reads: .verbatim, group: .tools, isRepeatable: true, help: "pass ARG to every Swift compile"
            ) {
                $0.swiftFlags.append($1)
            },
            .option(
                "-Xcc", reads: .verbatim, group: .tools, isRepeatable: true,
                help: "pass ARG to every compile of C, C++ and Objective-C"
            ) {
                $0.clangFlags.append($1)
            },
            .option("-Xcxx", reads: .verbatim, group: .tools, isRepeatable: true, help: "pass ARG to every C++ compile")
            {
                $0.cxxFlags.append($1)
            },
            .option("-Xlinker", reads: .verbatim, group: .tools, isRepeatable: true, help: "pass ARG to every link") {
                $0.linkerFlags.append($1)
            },
            .flag("--static-swift-stdlib", group: .tools, help: "link the Swift libraries into the executables") {
                $0.linksSwiftStatically = true
            },
            .option(
                "--swift-sdk", reads: .text("ID"), group: .tools,
                help:
                    """
                    build for another platform with this SDK: its name in 'swift sdk list', its platform \
                    (x86_64-swift-linux-musl), or NAME:PLATFORM
                    """
            ) { $0.swiftSDK = $1 },
            .option(
                "--swift-sdks-path", reads: .folder, group: .tools,
                help: "where SDKs are (default: swiftpm/swift-sdks in XDG_CONFIG_HOME, or ~/.swiftpm/swift-sdks)"
            ) {
                $0.swiftSDKFolder = $1
            },
            .option(
                "--sanitize", reads: .choice(name: "CHECKER"), group: .tools, isRepeatable: true,
                help: "compile with a sanitizer: address, thread, undefined, scudo or fuzzer"
            ) { $0.sanitizers.append($1) },
            .option(
                "--warnings", reads: .choice(), group: .reports,
                help:
                    """
                    which warnings to show: all, with those of cached results; changed, those of what is compiled now; \
                    or none (default: changed)
                    """
            ) { $0.warnings = $1 },
            .option(
                "--trace", reads: .file, group: .reports,
                help: "write a trace of the build, which Perfetto and chrome://tracing open"
            ) {
                $0.traceFile = $1
            },
            .option(
                "--events", reads: .file, group: .reports,
                help: "write the events of the build as JSON lines; Docs/Events.md describes them"
            ) {
                $0.eventFile = $1
            },
            .option(
                "--report", reads: .file, group: .reports,
                help: "write a page for browsers: a timeline, why actions ran, tests; Docs/Report.md describes it"
            ) {
                $0.reportFile = $1
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) }
            + ElsewhereOptions.arguments.map { $0.within(\.elsewhere) }
    }
}
