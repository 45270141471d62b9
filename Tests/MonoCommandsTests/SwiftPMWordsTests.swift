import Disk
import Glibc
import Testing

@testable import MonoCommands

@Suite struct SwiftPMWordsTests {
    private func help(_ run: CommandLineRun) -> String? {
        #expect(run.exit == .usage && run.output.isEmpty)
        return run.errors.split(separator: "\n").last.map(String.init)
    }

    @Test(
        "an option of SwiftPM's that mono does not have is answered with what to do",
        arguments: [
            ("build", "--skip-build", "leave it out: what is built already is not built again"),
            (
                "build", "-q",
                "leave it out: what mono says of its work is little, and goes to the standard error output"
            ),
            ("test", "--num-workers", "use '-j N'"),
            ("test", "--list-tests", "use '--list'"),
            ("test", "-s", "use '--filter REGEX'"),
            ("test", "--show-coverage-path", "use '--show-codecov-path'"),
            ("build", "--only-use-versions-from-resolved-file", "use '--force-resolved-versions'"),
            ("build", "--triple=x", "use '--swift-sdk ID'"),
            (
                "run", "--build-path",
                "mono keeps its state and what it builds in '.mono' beside the package; '--cache-dir DIR' says where results are kept"
            ),
            ("run", "--show-bin-path", "'mono build --show-bin-path' prints it"),
            // Spelling alone would offer the opposite.
            ("build", "--no-static-swift-stdlib", "leave it out: that is the default of mono"),
        ])
    func options(_ command: String, _ option: String, _ wanted: String) {
        #expect(help(CommandLineRun(command, option)) == "help: \(wanted)")
    }

    @Test("mono's own words that an answer names are words of the command that was asked")
    func notEveryCommand() {
        #expect(help(CommandLineRun("clean", "--num-workers")) == "help: 'mono help clean' lists the options")
        #expect(help(CommandLineRun("build", "--list-tests"))?.contains("--list'") == false)
    }

    @Test(
        "'swift package' is answered by what mono has for it",
        arguments: [
            (
                ["package", "resolve"], "package resolve",
                "leave it out: mono fetches what Package.resolved says when it builds"
            ),
            (["package", "update", "x"], "package update", "'mono update' does that"),
            (["package", "clean"], "package clean", "'mono clean' does that"),
            (["package", "plugin", "lint"], "package plugin", "'mono plugin' does that"),
            (
                ["package", "show-dependencies", "--format", "json"], "package show-dependencies",
                "'mono graph' prints targets and what they depend on"
            ),
            (
                ["package", "edit"], "package",
                "'mono graph', 'mono update', 'mono clean' and 'mono plugin' do the like; what they do not do, 'swift package' does"
            ),
        ])
    func commands(_ words: [String], _ named: String, _ wanted: String) throws {
        var arguments = words[...]
        let error = #expect(throws: ArgumentError.self) { try CommandTable.command(&arguments) }
        let report = try #require(error).report
        #expect(report.what == "no command '\(named)'" && report.help == wanted)
    }

    @Test("commands that answers name exist")
    func answersAreTrue() throws {
        for words in [
            ["graph"], ["update"], ["clean"], ["plugin"], ["plan"], ["check"], ["cache", "gc"], ["completions"],
        ] {
            var arguments = words[...]
            #expect(try CommandTable.command(&arguments).description.words == words)
        }
        let (build, test) = (
            BuildCommand.description.options.flatMap(\.names), TestCommand.description.options.flatMap(\.names)
        )
        #expect(
            Set(["--build-tests", "--show-bin-path", "--cache-dir", "--force-resolved-versions", "--swift-sdk"])
                .isSubset(of: build))
        #expect(
            Set(["-j", "--list", "--filter", "--skip", "--show-codecov-path", "--enable-code-coverage"]).isSubset(
                of: test))
        #expect(CleanCommand.description.options.flatMap(\.names).contains("--all"))
        #expect(GraphCommand.description.options.flatMap(\.names).contains("--format"))
    }

    @Test("where the workspace cannot be written to, another cache is no answer")
    func readOnly() {
        func help(_ attempt: FileError.Attempt, _ path: String, _ code: Int32) -> String? {
            ErrorReport(FileError(attempt, AbsolutePath(path), code: code)).help
        }
        for code in [EACCES, EROFS] {
            #expect(
                help(.create, "/w/.mono", code)?.hasPrefix("mono keeps its state in '.mono' beside the package") == true
            )
            #expect(help(.create, "/w/.mono/lock", code)?.hasPrefix("mono keeps its state") == true)
            #expect(help(.create, "/home/me/.cache/mono", code)?.contains("--cache-dir") == true)
        }
        #expect(help(.create, "/w/.mono", ENOSPC)?.hasPrefix("free some space") == true)
    }
}
