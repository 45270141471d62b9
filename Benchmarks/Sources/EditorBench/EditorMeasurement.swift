import Foundation
import Glibc
import Measuring

/// What one run in a fresh clone came to, in seconds from the start of the language server.
struct EditorRun {
    var jump = 0.0, documentation = 0.0, references = 0.0
    /// Seconds of processor time until all references were there, with all programs that the server started.
    var processor = 0.0
    /// SwiftPM's folder came to be.
    var leavesBuildFolder = false
}

struct EditorMeasurement {
    let options: EditorOptions

    init(_ options: EditorOptions) { self.options = options }

    /// In seconds: what does not come in this time is an error.
    private static let limit = 900.0
    private static let source = "Sources/NIOPosix/NIOThreadPool.swift"
    private static let used = "Sources/NIOCore/ByteBuffer-views.swift"

    func measure() throws -> [EditorWay: [EditorRun]] {
        try Folders.remove(options.work)
        try Folders.make(options.work)
        let revision = try Program("git", ["rev-parse", "HEAD"], in: options.packages[0]).run().output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        // The clone that is built fills the caches, and says how many references there are.
        let first = options.work + "/first"
        try Clone(of: options.packages[0], in: first).checkOut(revision)
        for (cache, more) in [("built", []), ("indexed", ["--index"])] {
            say("filling the cache '\(cache)'")
            let words = ["build", "--build-tests", "--warnings", "none", "--cache-dir", options.work + "/" + cache]
            _ = try Program(options.mono, words + more, in: first).run(timeLimit: 3600)
        }
        let whole = try references(in: first)
        say("\(whole.count) places refer to what is asked for")
        var found: [EditorWay: [EditorRun]] = [:]
        for round in 0..<options.rounds {
            for way in round % 2 == 0 ? options.ways : options.ways.reversed() {
                let clone = "\(options.work)/\(way.rawValue)-\(round)"
                try Clone(of: options.packages[0], in: clone).checkOut(revision)
                if let words = serving(way, round) {
                    _ = try Program(options.mono, ["editor", "--install"] + words, in: clone).run(timeLimit: 60)
                }
                sync()
                let run = try self.run(in: clone, until: whole)
                found[way, default: []].append(run)
                say(
                    "\(way.rawValue): jump \(seconds(run.jump)), documentation \(seconds(run.documentation)), "
                        + "references \(seconds(run.references)), \(seconds(run.processor)) of processor time")
            }
        }
        try Folders.remove(options.work)
        return found
    }

    /// Options of the server; nil where SwiftPM serves.
    private func serving(_ way: EditorWay, _ round: Int) -> [String]? {
        let cache: String
        switch way {
        case .swiftPM: return nil
        case .empty: cache = "empty-\(round)"
        case .built, .indexed: cache = way.rawValue
        }
        return ["--program", options.mono, "--cache-dir", options.work + "/" + cache]
    }

    /// Those that an index of everything has, as often as they are.
    private func references(in clone: String) throws -> [String] {
        let words = ["editor", "--install", "--program", options.mono, "--cache-dir", options.work + "/indexed"]
        _ = try Program(options.mono, words, in: clone).run(timeLimit: 60)
        let server = try LanguageServer(in: clone, log: options.work + "/server.log")
        defer { server.stop() }
        try server.start(within: Self.limit)
        try server.open(Self.used)
        _ = try server.request(
            "workspace/synchronize", ["buildServerUpdates": true, "index": true], within: Self.limit)
        let place = try TextPlace("var readableBytes|View:", in: Self.used, of: clone)
        let found = server.paths(in: try server.ask("references", place, within: Self.limit)).sorted()
        guard found.count > 10 else { throw RunError("there are only \(found.count) references: \(found)") }
        return found
    }

    private func run(in clone: String, until whole: [String]) throws -> EditorRun {
        let jumpFrom = try TextPlace("-> Event|LoopFuture<", in: Self.source, of: clone)
        let place = try TextPlace("var readableBytes|View:", in: Self.used, of: clone)
        var run = EditorRun()
        let before = spent(), started = now()
        let server = try LanguageServer(in: clone, log: options.work + "/server.log")
        defer { server.stop() }
        try server.start(within: Self.limit)
        for path in [Self.source, Self.used] { try server.open(path) }
        run.jump = try since(started) {
            server.paths(in: try server.ask("definition", jumpFrom, within: Self.limit)).contains {
                $0.hasSuffix("Sources/NIOCore/EventLoopFuture.swift")
            }
        }
        run.documentation = try since(started) {
            let answer = try server.ask("hover", jumpFrom, within: Self.limit) as? [String: Any]
            let text = (answer?["contents"] as? [String: Any])?["value"] as? String ?? ""
            return text.contains("Holder for a result that will be provided later")
        }
        run.references = try since(started) {
            server.paths(in: try server.ask("references", place, within: Self.limit)).sorted() == whole
        }
        server.stop()
        run.processor = spent() - before
        run.leavesBuildFolder = Folders.exists(clone + "/.build")
        return run
    }

    /// Seconds from `start` until the answer is the right one.
    private func since(_ start: Double, _ isRight: () throws -> Bool) throws -> Double {
        while try !isRight() {
            if now() - start > Self.limit { throw RunError("no right answer within \(seconds(Self.limit))") }
            usleep(50_000)
        }
        return now() - start
    }

    /// Of the programs that this one started and that have ended, in seconds.
    private func spent() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        func amount(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return amount(usage.ru_utime) + amount(usage.ru_stime)
    }
}
