import BuildEngine
import BuildPlanning
import PackagePlugins
import Targets

extension Action {
    /// What it is and for whom, in few words: `compile NIOCore`, `link NIOEchoServer`, `compile-clang CNIOSHA1
    /// c_nio_sha1.c`.
    var title: String {
        let name = sharesName ? subject.fullName : subject.name
        return switch kind {
        case .compileClang, .indexClang:
            """
            \(kind.rawValue) \(name) \
            \(sources.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "")
            """
        default: "\(kind.rawValue) \(name)"
        }
    }
}

extension Action.Subject {
    var fullName: String {
        switch self {
        case .target(let id): id.description
        case .product(let id): id.description
        }
    }
}

extension BuildSummary.Failure {
    /// What the diagnostics, which were shown before, do not say themselves.
    var report: ErrorReport {
        let subject = "'\(action.subject.name)'"
        switch failure {
        case .exit(let code):
            let verb =
                switch action.kind {
                case .emitModule, .compile, .compileModule, .compileClang, .checkTypes, .index,
                    .indexClang:
                    "did not compile"
                case .compileRunner: "has tests that do not compile as SwiftPM lists them"
                case .clangInterface, .wrapModule, .compileInterface, .autolink, .listTests:
                    "has a module that could not be read"
                case .link, .archive: "could not be linked"
                case .compilePlugin: "is a plugin that did not compile"
                case .askPlugin: "is built with a plugin that failed"
                case .generate: "has sources that a plugin's command could not make"
                // Starts no program, so there is no exit code.
                case .builtIn: "has sources that could not be made"
                }
            return ErrorReport(
                code: .buildFailed, what: "\(subject) \(verb)",
                place: code == 1 ? nil : "\(action.title), exit code \(code)")
        case .signal(let signal):
            return ErrorReport(
                code: .buildFailed,
                what: "\(action.tool?.rawValue ?? "the tool") crashed on \(subject) (signal \(signal))",
                place: action.title,
                help: "signal 9 often means that memory ran out: try fewer jobs with '-j'")
        case .timedOut(let seconds):
            return ErrorReport(
                code: .buildFailed, what: "\(action.title) did not end within \(Words.time(seconds: seconds))")
        case .cancelled: return ErrorReport(code: .buildFailed, what: "\(action.title) was stopped")
        default:
            var report = failure.report
            report.place = action.title
            return report
        }
    }
}

extension ActionFailure: Reportable {
    var report: ErrorReport {
        switch self {
        case .exit(let code): ErrorReport(code: .buildFailed, what: "a tool ended with exit code \(code)")
        case .signal(let signal): ErrorReport(code: .buildFailed, what: "a tool was ended by signal \(signal)")
        case .timedOut(let seconds):
            ErrorReport(code: .buildFailed, what: "a tool did not end within \(Words.time(seconds: seconds))")
        case .cancelled: ErrorReport(code: .buildFailed, what: "a tool was stopped")
        case .cannotStart(let tool, let code):
            ErrorReport(
                code: .toolchain, what: "cannot start '\(tool)': \(Words.systemError(code))",
                help: "see whether the toolchain is whole")
        case .missingOutput(let path):
            ErrorReport(
                code: .buildFailed, what: "a tool reported success and did not write '\(path)'",
                help: "see whether the disk is full, and whether a flag such as '-wmo' has the tool write other files")
        case .outputIsFolder(let path):
            ErrorReport(
                code: .buildFailed,
                what: "a plugin's command made a folder, or a link to one, at '\(path)', where it was to make a file",
                help: "let the plugin name the files in it as outputs")
        case .outputElsewhere(let path):
            ErrorReport(
                code: .buildFailed,
                what:
                    """
                    a plugin's command is to write '\(path)', and a link on the way leads to files that are not the \
                    build's
                    """,
                help: "let the plugin make no links in the folder that it is given")
        case .unreadable(let path, let code):
            ErrorReport(
                code: .storage, what: "cannot read '\(path)': \(Words.systemError(code))",
                help: Words.help(forErrorNumber: code))
        case .feature(.unreadableAnswer(let fault)):
            ErrorReport(
                code: .buildFailed, what: "a plugin gave an answer that mono does not understand: \(fault.sentence)")
        case .namesItsFolder:
            ErrorReport(code: .buildFailed, what: "what a tool makes names the folder that it runs in")
        case .feature(.unwired(let faults)):
            ErrorReport(code: .buildFailed, what: "\(Words.count(faults.count, "fault")) in the object graph")
        case .feature(.unrouted(let faults)):
            ErrorReport(code: .buildFailed, what: "\(Words.count(faults.count, "fault")) in the registry of routes")
        case .unwritable(let path, let code):
            ErrorReport(
                code: .storage, what: "cannot write '\(path)': \(Words.systemError(code))",
                help: Words.help(forErrorNumber: code))
        }
    }
}

extension PluginFault {
    var sentence: String {
        switch self {
        case .notFramed: "it ends in the middle"
        case .notJSON(let error): "it is no JSON (line \(error.line))"
        case .unknownMessage(let name): "'\(name)'"
        case .missing(let what): "\(what) is missing"
        }
    }
}

extension Unpublished {
    var sentence: String {
        switch self {
        case .changedMeanwhile(let path): "'\(path)' changed while it was read"
        case .clockWasSet: "the clock was set while it ran"
        case .undeclaredRead(let path): "'\(path)' was read, which no key can name"
        case .unknownReads(let path): "the tool left no account of what it read ('\(path)')"
        case .unkept(let path): "a plugin left '\(path)', which is no file that can be kept"
        case .namesFolder(let path): "its output holds the path '\(path)', which is another one for other people"
        case .cacheUnwritable: "the cache could not be written"
        }
    }
}
