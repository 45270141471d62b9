import Synchronization
import Testing

@testable import MonoCommands

/// Keeps what is printed.
final class TextRecorder: TextSink {
    let failure: Int32?
    private let written = Mutex("")
    let width: Int?
    var height: Int? { width == nil ? nil : 24 }

    /// `failure`: what writes fail with.
    init(width: Int? = nil, failure: Int32? = nil) { (self.width, self.failure) = (width, failure) }

    func write(_ text: String) { written.withLock { $0 += text } }
    var text: String { written.withLock { $0 } }
}

/// One run of mono in this process, with everything from outside made up.
struct CommandLineRun {
    let exit: ExitCode
    let output, errors: String

    init(
        _ arguments: String..., environment: [String: String] = [:], folder: String? = "/nowhere", width: Int? = nil,
        outputFailure: Int32? = nil
    ) {
        let (output, errors) = (TextRecorder(width: width, failure: outputFailure), TextRecorder(width: width))
        exit = Mono.run(
            arguments: arguments, ProcessEnvironment(variables: environment, folder: folder, executable: nil)
        ) { color in
            let style = Style(isColored: color == .always)
            return Terminal(output: Channel(sink: output, style: style), errors: Channel(sink: errors, style: style))
        }
        (self.output, self.errors) = (output.text, errors.text)
    }
}

@Suite struct CommandLineTests {
    /// What a full disk has swallowed, a script must not take for an empty answer.
    @Test func aLostAnswerIsAFailure() {
        let run = CommandLineRun("version", outputFailure: 28)
        #expect(run.exit == .storage)
        #expect(run.errors.contains("no space left on device"), "\(run.errors)")
        #expect(CommandLineRun("nonsense", outputFailure: 28).exit == .usage)
    }

    @Test("help is printed whichever way it is asked for")
    func help() {
        let byWord = CommandLineRun("help", "completions")
        #expect(byWord.exit == .success && byWord.errors.isEmpty)
        #expect(
            byWord.output.hasPrefix(
                "mono completions: prints a completion script for a shell\n\nusage: mono completions SHELL\n"))
        #expect(CommandLineRun("completions", "--help").output == byWord.output)
        #expect(CommandLineRun("--help", "completions").output == byWord.output)
        #expect(CommandLineRun("-h").output == CommandLineRun("help").output)
    }

    @Test("no command is no success, and says where help is")
    func nothing() {
        let run = CommandLineRun()
        #expect(run.exit == .usage && run.output.isEmpty)
        #expect(run.errors == "error: no command given\nhelp: 'mono help' lists the commands\n")
    }

    @Test("a slip of the finger is answered with what was meant")
    func slips() {
        #expect(CommandLineRun("verison").errors == "error: no command 'verison'\nhelp: did you mean 'version'?\n")
        #expect(CommandLineRun("help", "--colour").errors.hasSuffix("help: did you mean '--color'?\n"))
        #expect(CommandLineRun("help", "-color").errors.hasSuffix("help: did you mean '--color'?\n"))
        #expect(CommandLineRun("help", "-x").errors.hasSuffix("help: 'mono help help' lists the options\n"))
        #expect(CommandLineRun("completions", "fisch").errors.hasSuffix("help: did you mean 'fish'?\n"))
    }

    @Test("the version has two spellings, and help stands above it")
    func version() {
        #expect(CommandLineRun("version").output == "mono \(VersionCommand.version)\n")
        #expect(CommandLineRun("--version").output == CommandLineRun("version").output)
        #expect(CommandLineRun("--version", "--help").output == CommandLineRun("help").output)
    }

    @Test("every command's help keeps to the terminal's width and says what each option does")
    func everyHelp() {
        for description in CommandTable.descriptions {
            let text = HelpText(style: Style(isColored: false), width: 60).command(description)
            for line in text.split(separator: "\n") where !line.hasPrefix("usage:") && !line.hasPrefix("  mono ") {
                #expect(TextLayout.columns(line) <= 60, "\(line)")
            }
            for option in description.options {
                #expect(!option.help.isEmpty, "\(description.name) \(option.displayName)")
                #expect(option.names.allSatisfy { $0.hasPrefix("-") })
            }
        }
    }

    @Test("no two options of a command share a name")
    func names() {
        let global = GlobalOptions.syntax.description.options.flatMap(\.names)
        for description in CommandTable.descriptions {
            let names = description.options.flatMap(\.names) + global
            #expect(Set(names).count == names.count, "\(description.name)")
        }
    }

    @Test("a folder that is gone is an error of its own")
    func noFolder() {
        let run = CommandLineRun("version", folder: nil)
        #expect(run.exit == .workspace)
        #expect(run.errors.hasPrefix("error: the folder that mono was started in is gone\n"))
        #expect(CommandLineRun("-C", "/", "version", folder: nil).exit == .success)
    }

    @Test(
        "colour is asked for by option first, by environment next",
        arguments: [
            (GlobalOptions.Color.auto, true, [:], true), (.auto, false, [:], false),
            (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, false, ["CLICOLOR_FORCE": "1"], true),
            (.auto, false, ["CLICOLOR_FORCE": "0"], false),
            (.auto, true, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
            (.auto, true, ["TERM": "dumb"], false), (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, ["CLICOLOR_FORCE": "1"], false),
        ] as [(GlobalOptions.Color, Bool, [String: String], Bool)])
    func color(_ choice: GlobalOptions.Color, _ isTerminal: Bool, _ variables: [String: String], _ expected: Bool) {
        let environment = ProcessEnvironment(variables: variables, folder: nil, executable: nil)
        #expect(Style.isColored(choice, isTerminal: isTerminal, environment) == expected)
    }

    @Test("exit codes differ")
    func codes() {
        let codes: [ExitCode] = [
            .success, .buildFailed, .usage, .workspace, .leftOut, .storage, .toolchain, .wrongResult,
            .interrupted(signal: 2),
        ]
        #expect(codes.map(\.status) == [0, 1, 2, 3, 4, 5, 6, 7, 130])
        #expect(ExitCode.program(42).status == 42)
    }
}
