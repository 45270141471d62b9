/// What to do with mono instead of saying words of SwiftPM's command line that it does not have. Fingers and scripts
/// know them by heart.
enum SwiftPMWords {
    private enum Advice {
        /// The option of mono that does the same.
        case option(String)
        /// It needs no saying.
        case leaveOut(String)
        case other(String)
    }

    /// For an option that a command does not have, and that has `known`; nil where SwiftPM's words are no help.
    static func help(forOption option: String, known: [String]) -> String? {
        switch options[option] {
        case .option(let name)?:
            // Not every command has it.
            known.contains { name == $0 || name.hasPrefix($0 + " ") } ? "use '\(name)'" : nil
        case .leaveOut(let why)?: "leave it out: \(why)"
        case .other(let sentence)?: sentence
        case nil: nil
        }
    }

    /// The words at the start of a command line that are SwiftPM's, with what to do; nil where they are not.
    static func command(_ arguments: ArraySlice<String>) -> (words: String, help: String)? {
        guard arguments.first == "package" else { return nil }
        if let verb = arguments.dropFirst().first, let help = verbs[verb] { return ("package \(verb)", help) }
        return (
            "package",
            """
            'mono graph', 'mono update', 'mono clean' and 'mono plugin' do the like; what they do not do, 'swift \
            package' does
            """
        )
    }

    private static var options: [String: Advice] {
        let results = Advice.other(
            """
            mono keeps its state and what it builds in '.mono' beside the package; '--cache-dir DIR' says where \
            results are kept
            """
        )
        let platform = Advice.option("--swift-sdk ID")
        let unless = Advice.leaveOut("that is the default of mono")
        let index = Advice.option("--index")
        let bothKinds = Advice.other(
            "mono runs tests of XCTest and of Swift Testing; '--filter' and '--skip' choose among them")
        let coverage = Advice.option("--show-codecov-path")
        return [
            "--skip-build": .leaveOut("what is built already is not built again"),
            "--quiet": .leaveOut("what mono says of its work is little, and goes to the standard error output"),
            "-q": .leaveOut("what mono says of its work is little, and goes to the standard error output"),
            "--very-verbose": .option("--verbose"), "--vv": .option("--verbose"),
            "--color-diagnostics": .option("--color always"), "--no-color-diagnostics": .option("--color never"),
            "--num-workers": .option("-j N"),
            "--release": .option("-c release"), "--debug": .leaveOut("builds are debug builds without '-c release'"),
            "--list-tests": .option("--list"), "-s": .option("--filter REGEX"),
            "--specifier": .option("--filter REGEX"),
            "--show-code-coverage-path": coverage, "--show-coverage-path": coverage,
            "--enable-code-coverage": .other(
                "'mono test --enable-code-coverage' builds for it, runs the tests, and counts"),
            "--build-tests": .other("'mono build --build-tests' builds tests; 'mono test' does so by itself"),
            "--show-bin-path": .other("'mono build --show-bin-path' prints it"),
            "--disable-automatic-resolution": .option("--force-resolved-versions"),
            "--only-use-versions-from-resolved-file": .option("--force-resolved-versions"),
            "--skip-update": .leaveOut(
                "where there is a Package.resolved, only 'mono update' looks for newer versions"),
            "--scratch-path": results, "--build-path": results,
            "--disable-sandbox": .leaveOut("mono runs nothing in a sandbox"),
            "--disable-index-store": .leaveOut("mono writes an index only with '--index'"),
            "--auto-index-store": index, "--enable-index-store": index,
            "--no-static-swift-stdlib": unless, "--disable-code-coverage": unless,
            "--enable-xctest": .leaveOut("tests of XCTest and of Swift Testing are found and run"),
            "--enable-swift-testing": .leaveOut("tests of XCTest and of Swift Testing are found and run"),
            "--enable-test-discovery": .option("--all-tests"),
            "--disable-xctest": bothKinds, "--disable-swift-testing": bothKinds,
            "--build-system": .leaveOut("mono is the build system"),
            "--triple": platform, "--sdk": platform, "--destination": platform, "--toolset": platform,
            "--experimental-swift-sdk": platform,
            "--toolchain": .other(
                "mono works with the 'swiftc' that comes first in PATH: put the toolchain's 'bin' there"),
            "--explicit-target-dependency-import-check": .other(
                "'mono check' finds imports that the manifest does not declare"),
            "--print-manifest-job-graph": .other("'mono plan' prints what a build consists of"),
        ]
    }

    private static var verbs: [String: String] {
        [
            "resolve": "leave it out: mono fetches what Package.resolved says when it builds",
            "update": "'mono update' does that",
            "clean": "'mono clean' does that", "reset": "'mono clean --all' does that",
            "purge-cache": "'mono cache gc' makes the cache smaller",
            "plugin": "'mono plugin' does that",
            "show-dependencies": "'mono graph' prints targets and what they depend on",
            "describe": "'mono graph' prints targets and what they depend on; '--format json' for programs",
            "show-executables": "'mono graph' prints targets, with their kinds",
            "completion-tool": "'mono completions SHELL' does that",
        ]
    }
}
