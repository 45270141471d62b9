import ArtifactCache
import Configuration
import Disk
import PackageManifests

/// The cache folder that a `mono cache …` command is about.
struct CacheChoice {
    let places: CachePlaces
    let files = LocalFileSystem()
    /// Nil outside any workspace.
    let configuration: WorkspaceConfiguration?

    /// Outside any workspace it is the user's own.
    init(_ options: CacheOptions, in session: Session) throws {
        var configuration: WorkspaceConfiguration?
        do {
            configuration = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home)
        } catch ManifestError.noWorkspace {}
        places = try CachePlaces(options, configuration, session)
        self.configuration = configuration
    }

    var maintenance: CacheMaintenance {
        CacheMaintenance(root: places.local, behind: places.shared?.folder, files: files)
    }
}

/// `mono cache path`.
enum CachePathCommand: Subcommand {
    static let syntax = CommandSyntax<CacheOptions>(
        "cache path", "prints where the cache is", defaults: CacheOptions(),
        arguments: [CacheOptions.folderArgument])

    static func run(_ options: CacheOptions, in session: Session) throws -> ExitCode {
        session.terminal.output.print(try CacheChoice(options, in: session).places.local.string)
        return .success
    }
}

/// `mono cache stats`.
enum CacheStatsCommand: Subcommand {
    static let syntax = CommandSyntax<CacheOptions>(
        "cache stats", "counts what the cache holds", defaults: CacheOptions(),
        arguments: CacheOptions.namedPlaceArguments)

    static func run(_ options: CacheOptions, in session: Session) throws -> ExitCode {
        let choice = try CacheChoice(options, in: session)
        let statistics = choice.maintenance.statistics()
        let output = session.terminal.output
        func row(_ name: String, _ count: CacheStatistics.Count) {
            output.print(
                "  \(TextLayout.padded(name, to: 18))\(TextLayout.padded("\(count.files)", to: 10))\(Words.size(count.bytes))"
            )
        }
        output.print("\(choice.places.local): \(Words.size(statistics.bytes))")
        row("results", statistics.results)
        for (scope, count) in statistics.resultsByScope.sorted(by: { $0.key < $1.key })
        where statistics.resultsByScope.count > 1 || scope != .main {
            row("  of '\(scope)'", count)
        }
        row("files they name", statistics.blobs)
        row("names of inputs", statistics.inputNames)
        if statistics.temporaries.files > 0 { row("being written", statistics.temporaries) }
        if statistics.foreign.files > 0 { row("foreign", statistics.foreign) }
        if statistics.quarantined.files > 0 { row("quarantined", statistics.quarantined) }
        let ages = zip(["within a day", "within a week", "within 30 days", "longer ago"], statistics.resultsByAge)
        output.print("results last used: " + ages.map { "\($1) \($0)" }.joined(separator: ", "))
        if let shared = choice.places.shared {
            output.print("behind it: \(shared.folder)\(shared.mode == .readOnly ? ", only read" : "")")
        }
        if let remote = choice.places.remote {
            output.print("behind it: \(remote.address)\(remote.mode == .readOnly ? ", only asked" : "")")
        }
        return .success
    }
}

/// `mono cache verify`.
enum CacheVerifyCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var cache = CacheOptions()
        var removesBad = false
    }

    static let syntax = CommandSyntax<Options>(
        "cache verify", "checks every blob and entry of the cache against its digest",
        discussion: [
            """
            Builds do not need this command: they check each entry that they use. The exit code is 5 if a damaged file \
            remains.
            """
        ],
        defaults: Options(),
        arguments: [.flag("--remove", help: "remove damaged files") { $0.removesBad = true }]
            + [CacheOptions.folderArgument, CacheOptions.sharedBehindArgument].map { $0.within(\.cache) })

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let choice = try CacheChoice(options.cache, in: session)
        let verification = choice.maintenance.verify(removingBad: options.removesBad)
        let output = session.terminal.output
        for finding in verification.findings {
            output.print("\(finding.path): \(finding.fact.words)\(finding.isRemoved ? "; removed" : "")")
        }
        let looked =
            """
            \(Words.count(verification.entries, "entry", "entries")) and \(Words.count(verification.blobs, "file")) \
            (\(Words.size(verification.bytes)))
            """
        let damaged = verification.findings.filter { $0.fact != .foreign }
        output.print(
            damaged.isEmpty ? "\(looked) are what they should be" : "\(looked) looked at, \(damaged.count) damaged")
        return damaged.allSatisfy(\.isRemoved) ? .success : .storage
    }
}

extension CacheFinding.Fact {
    fileprivate var words: String {
        switch self {
        case .foreign: "nothing of mono's"
        case .malformed(let fault): fault
        case .blobsMissing(let digests):
            "names \(Words.count(digests.count, "file")) that \(digests.count == 1 ? "is" : "are") not there"
        case .unreadable(let code): Words.systemError(code)
        }
    }
}

/// `mono cache gc`.
enum CacheGCCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var cache = CacheOptions()
        /// In bytes.
        var maxSize: Int64?
        /// In seconds.
        var maxAge: Int64?
        /// In seconds.
        var grace: Int64?
    }

    static let syntax = CommandSyntax<Options>(
        "cache gc", "removes the least recently used results from a cache folder",
        discussion: [
            """
            Without a limit, mono removes only what no result refers to. Files younger than an hour stay, so that it is \
            safe while builds run.
            """
        ],
        defaults: Options(),
        arguments: [
            .option("--max-size", reads: .size, help: "the size that the cache may have afterwards: 500M, 5G") {
                $0.maxSize = $1
            },
            .option("--max-age", reads: .age, help: "remove results that nothing used for this time: 12h, 30d") {
                $0.maxAge = $1
            },
            .option(
                "--grace", reads: .age,
                help: "keep what is younger (default: 1h); less than that only where no build uses the cache"
            ) { $0.grace = $1 },
            CacheOptions.folderArgument.within(\.cache),
        ],
        examples: [
            .init(line: "mono cache gc --max-size 5G --max-age 30d", meaning: "the user's cache, or the workspace's"),
            .init(
                line: "mono cache gc --max-age 14d --cache-dir /mnt/ci", meaning: "a shared folder, from a nightly job"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let choice = try CacheChoice(options.cache, in: session)
        func nanoseconds(_ seconds: Int64) -> Int64 {
            let product = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return product.overflow ? .max : product.partialValue
        }
        let eviction = choice.maintenance.evict(
            maxSize: options.maxSize, maxAge: options.maxAge.map(nanoseconds),
            grace: options.grace.map(nanoseconds) ?? CacheMaintenance.grace)
        let output = session.terminal.output
        let removed =
            eviction.removedResults + eviction.removedInputNames + eviction.removedBlobs + eviction.removedTemporaries
        output.print(
            """
            removed \(Words.count(removed, "file")) (\(Words.size(eviction.freedBytes))), \
            \(Words.count(eviction.removedResults, "result")) among them; 
            """
                + "\(Words.size(eviction.keptBytes)) left")
        let age = options.grace.map { Words.time(seconds: Double($0)) } ?? "an hour"
        if eviction.excessBytes > 0 {
            output.print(
                "this is \(Words.size(eviction.excessBytes)) above the limit: results stay until they are \(age) old")
        }
        if eviction.pendingBytes > 0 {
            output.print(
                "\(Words.size(eviction.pendingBytes)) that nothing names any more will go when they are \(age) old")
        }
        for failure in eviction.failures {
            session.terminal.errors.print(failure.report.rendered(session.terminal.errors.style))
        }
        return eviction.failures.isEmpty ? .success : .storage
    }
}
