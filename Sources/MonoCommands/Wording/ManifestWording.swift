import Disk
import PackageManifests
import PackageResolution
import Targets

extension ManifestError: Reportable {
    var report: ErrorReport {
        switch self {
        case .noWorkspace(let folder):
            error(
                "there is no Swift package here", at: folder.string,
                details: ["neither this folder nor one above it holds a mono.json or a Package.swift"],
                help: #"go to a package, or put a mono.json above your packages: { "packages": ["Packages/*"] }"#)
        case .configuration(let fault): fault.report
        case .file(let fault): fault.report
        case .noManifest(let folder, let source):
            error(
                "'\(folder)' holds no Package.swift", at: source.place, details: [source.sentence],
                help: "correct the path, or run 'swift package init' there")
        case .brokenManifest(let package, let manifest, let diagnostics):
            error(
                "the manifest of '\(package)' cannot be evaluated", at: manifest.string,
                details: Words.lines(of: diagnostics))
        case .swiftPM(let failure): failure.report
        case .notUnderstood(let package, let manifest, let fault):
            error(
                "SwiftPM describes '\(package)' in a way that mono does not know", at: manifest.string,
                details: [fault.sentence],
                help: "this mono may be older than the toolchain")
        case .layout(_, let target, let manifest, let problem):
            {
                let words = problem.words(for: target)
                return error(words.what, at: manifest.string, details: words.details, help: words.help)
            }()
        case .unknownProduct(let product): product.report
        case .conflictingAliases(let module, let product, let aliases):
            error(
                """
                module '\(module)' of product '\(product.name)' is to have two names: \
                \(Words.alternatives(aliases, joint: "and"))
                """,
                at: Words.manifest(of: product.package), help: "let every 'moduleAliases' give it the same one")
        case .emptyProduct(let product, let target):
            error(
                "product '\(product.name)' names target '\(target)', which does not exist or has no files",
                at: Words.manifest(of: product.package), help: "see the spelling, and the target's folder")
        case .ambiguousIdentity(let identity, let packages):
            error(
                "more than one package answers to '\(identity)'", details: packages.map { "\(Words.manifest(of: $0))" },
                help: "a package is known by the name of its folder: rename all but one of these folders")
        case .outsideWorkspace(let folder, let package):
            error(
                "'\(package)' depends on '\(folder)', which lies outside the workspace",
                at: Words.manifest(of: package),
                details: [
                    """
                    keys and paths in results are relative to the workspace's root, so that every machine can share \
                    them
                    """
                ],
                help: "put a mono.json in a folder above both, with both in its 'packages'")
        case .irreconcilable(let wishes): wishes.report
        case .resolutionFailed(let diagnostics):
            error(
                "no versions of the external packages could be chosen or fetched", details: Words.lines(of: diagnostics)
            )
        case .artifactsNotFetched(let targets, let diagnostics):
            error(
                """
                \(targets.count == 1 ? "the prebuilt artifact" : "one of the prebuilt artifacts") of \
                \(Words.alternatives(targets.map(\.name), joint: "and")) could not be fetched or unpacked
                """,
                at: targets.count == 1 ? Words.manifest(of: targets[0].package) : nil,
                details: Words.lines(of: diagnostics))
        case .lockOutOfDate(let file, let changes):
            error(
                "the lock file does not fit the manifests, and '--force-resolved-versions' keeps it as it is",
                at: file.string,
                details: changes.map(\.sentence),
                help: "run 'mono build' without the option once, and commit the lock file")
        case .malformedLock(let file):
            error(
                "the lock file is none that SwiftPM would write", at: file.string,
                help: "take an older one from git, or remove it and let 'mono build' write it anew")
        case .unknownTrait(let package, let trait, let wanter, let declared):
            error(
                trait.map { "package '\(package)' has no trait '\($0)'" }
                    ?? "package '\(package)' has no traits that could be turned off",
                at: wanter.map(Words.manifest),
                details: declared.isEmpty ? [] : ["it has \(Words.alternatives(declared, joint: "and"))"],
                help: trait.flatMap { Words.suggestion(for: $0, among: declared) })
        case .unsafeFlags(let target, let package):
            error(
                "target '\(target.name)' of \(target.package) uses unsafe flags", at: Words.manifest(of: package),
                details: ["SwiftPM allows them in a dependency only where it is wanted by branch or revision"],
                help: "ask for a branch or a revision of it")
        case .registryDependency(let identity, let package):
            error(
                "'\(package)' wants '\(identity)' from a registry", at: Words.manifest(of: package),
                help: "mono fetches from git alone: name it by URL")
        case .graph(let fault): fault.report
        case .cancelled: ErrorReport(code: .interrupted(signal: 2), what: "stopped while the workspace was loaded")
        }
    }

    private func error(_ what: String, at place: String? = nil, details: [String] = [], help: String? = nil)
        -> ErrorReport
    {
        ErrorReport(code: .workspace, what: what, place: place, details: details, help: help)
    }
}

extension Words {
    /// The lines of what another tool said, without empty ones at the ends.
    static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return Array(lines)
    }
}

extension PackageSource {
    fileprivate var place: String? {
        switch self {
        case .configuration(let file, let line): "\(file):\(line)"
        case .package(let package): Words.manifest(of: package)
        case .dependency: nil
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .configuration: "mono.json names it"
        case .package(let package): "package '\(package)' depends on it"
        case .dependency(let identity): "it is what was fetched for '\(identity)'"
        }
    }
}

extension SwiftPMFailure: Reportable {
    var report: ErrorReport {
        switch self {
        case .notStarted(let error): error.report
        case .tookTooLong(let arguments, let limit):
            ErrorReport(
                code: .toolchain, what: "SwiftPM did not end within \(Words.time(seconds: limit))",
                details: [call(arguments)],
                help: "see whether another SwiftPM holds a lock, and whether the network answers")
        case .died(let arguments, let signal, let diagnostics):
            ErrorReport(
                code: .toolchain, what: "SwiftPM was ended by signal \(signal)",
                details: [call(arguments)] + Words.lines(of: diagnostics))
        }
    }

    private func call(_ arguments: [String]) -> String {
        "it ran as: swift " + arguments.map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ManifestDumpError {
    fileprivate var sentence: String {
        switch self {
        case .notJSON(let error): "line \(error.line), column \(error.column): \(error.expected.words)"
        case .missing(let path): "nothing of the right kind at '\(path)'"
        case .unknown(let path, let value): "at '\(path)': '\(value)'"
        }
    }
}

extension UnknownProduct {
    fileprivate var report: ErrorReport {
        let of = package.map { " of package '\($0)'" } ?? ""
        return ErrorReport(
            code: .workspace, what: "there is no product '\(name)'\(of), needed by target '\(neededBy.name)'",
            place: manifest.string, help: help)
    }

    private var help: String {
        guard let package else {
            return Words.suggestion(for: name, among: candidates)
                ?? (candidates.isEmpty
                    ? "add the package that offers it to 'dependencies:'"
                    : "it could be \(Words.alternatives(Array(candidates.sorted().prefix(8))))")
        }
        guard let offered else { return "add package '\(package)' to 'dependencies:' of the manifest" }
        if offered.isEmpty {
            return "package '\(package)' declares no products: add the product, such as .library(name: \"\(name)\", …)"
        }
        return Words.suggestion(for: name, among: offered)
            ?? "package '\(package)' offers \(Words.alternatives(Array(offered.prefix(8)), joint: "and"))"
    }
}

extension Irreconcilable {
    fileprivate var report: ErrorReport {
        func wish(_ wish: Wish) -> String { "'\(wish.package)' wants \(wish.requirement.words) (\(wish.manifest))" }
        var details = [wish(first), wish(second)]
        if first.location != second.location { details += ["from \(first.location)", "and from \(second.location)"] }
        return ErrorReport(
            code: .workspace, what: "no version of '\(identity)' suits everybody", details: details,
            help: "let both manifests ask for versions that overlap")
    }
}

extension Requirement {
    var words: String {
        switch self {
        case .exact(let version): "exactly \(version)"
        case .range(let low, let high): "\(low) up to but not \(high)"
        case .branch(let name): "branch '\(name)'"
        case .revision(let revision): "revision \(revision)"
        }
    }
}

extension PinChange {
    var sentence: String {
        switch (before, after) {
        case (nil, let after?): "\(identity) \(after) is new"
        case (let before?, nil): "\(identity) \(before) is no longer needed"
        case (let before?, let after?): "\(identity) \(before) -> \(after)"
        case (nil, nil): identity
        }
    }
}

extension WorkspaceNote {
    /// Nil for what is only told to those who asked to be told more. `isIgnored`: by git.
    func report(isVerbose: Bool, isIgnored: (AbsolutePath) -> Bool) -> ErrorReport? {
        switch self {
        case .lockWritten(let file, let changes):
            lockReport(file, changes, isIgnored: isIgnored(file))
        case .rememberedVersions(let file):
            isVerbose ? note("versions that were chosen before were taken", at: file.string) : nil
        case .manifestNotRemembered(let package, let manifest):
            isVerbose
                ? note(
                    "the manifest of '\(package)' is evaluated in each build: it looks at what no key can hold",
                    at: manifest.string) : nil
        case .emptyTarget(let target, let manifest):
            warning("target '\(target.name)' has no files", at: manifest.string)
        case .unhandledFiles(let target, let paths):
            // SwiftPM warns too: what was meant as a resource is missed only when the program runs.
            warning(
                "files of target '\(target.name)' that no rule fits", at: Words.manifest(of: target.package),
                details: paths.prefix(10) + (paths.count > 10 ? ["and \(paths.count - 10) more"] : []),
                help: "name them in its 'resources', or in 'exclude'")
        case .systemLibrary(let target, let problem, let providers):
            switch problem {
            case .unknown(let name):
                warning(
                    "pkg-config does not know '\(name)', which '\(target.name)' stands for",
                    at: Words.manifest(of: target.package),
                    help: MissingLibraries.installation(providers))
            case .malformed(let file, let line): warning("cannot make sense of '\(line)'", at: file.string)
            case .unusedFlags(let name, let flags):
                isVerbose
                    ? note(
                        "flags of '\(name)' that no tool is handed: \(flags.joined(separator: " "))",
                        at: Words.manifest(of: target.package)) : nil
            }
        case .patternWithoutPackages(let pattern, let file, let line):
            warning("no package matches '\(pattern)'", at: "\(file):\(line)")
        }
    }

    private func lockReport(_ file: AbsolutePath, _ changes: [PinChange], isIgnored: Bool) -> ErrorReport {
        guard isIgnored else {
            return note("the lock file has changed; commit it", at: file.string, details: changes.map(\.sentence))
        }
        // Each clone makes a file that git ignores: in a new one, its versions are no news.
        let news = changes.filter { $0.before != nil }
        return note(
            news.isEmpty
                ? "git ignores the lock file: the versions are those that the cache knows, or the newest that fit"
                : "the lock file has changed; git ignores it",
            at: news.isEmpty ? nil : file.string, details: news.map(\.sentence),
            help: "'mono update' looks for newer versions")
    }

    private func note(_ what: String, at place: String?, details: [String] = [], help: String? = nil) -> ErrorReport {
        ErrorReport(severity: .note, code: .success, what: what, place: place, details: details, help: help)
    }

    private func warning(_ what: String, at place: String, details: [String] = [], help: String? = nil) -> ErrorReport {
        ErrorReport(severity: .warning, code: .success, what: what, place: place, details: details, help: help)
    }
}
