import Foundation

/// One way to build, in a clone of its own.
public protocol Builder {
    var name: String { get }
    var folder: String { get }
    func build() throws -> Built
}

public struct Built: Sendable {
    /// Swift modules that were compiled.
    public var compiled: Set<String>
    public var seconds: Double
    /// Seconds of processor time of the whole build.
    public var spent: Double
    /// Seconds that emitting and compiling them took, on processors and on the wall, where the builder tells.
    public var processor = 0.0, work = 0.0

    public init(compiled: Set<String>, seconds: Double, spent: Double) {
        (self.compiled, self.seconds, self.spent) = (compiled, seconds, spent)
    }
}

public struct SwiftBuilder: Builder, Sendable {
    public let name = "swift build"
    public let folder: String

    public init(folder: String) { self.folder = folder }

    public func build() throws -> Built {
        let run = try Program("swift", ["build"], in: folder).run()
        var compiled: Set<String> = []
        for line in run.output.split(separator: "\n") {
            // "[12/60] Compiling NIOCore ByteBuffer-core.swift"
            let words = line.split(separator: " ")
            if words.count > 3, words[1] == "Compiling", words[3].hasSuffix(".swift") {
                compiled.insert(String(words[2]))
            }
        }
        return Built(compiled: compiled, seconds: run.wall, spent: run.processor)
    }
}

public struct MonoBuilder: Builder, Sendable {
    public let name: String
    public let folder: String
    public let program: String
    public let cache: String
    public let arguments: [String]

    public init(name: String = "mono build", folder: String, program: String, cache: String, arguments: [String] = []) {
        (self.name, self.folder, self.program, self.cache, self.arguments) = (name, folder, program, cache, arguments)
    }

    /// 4: everything is built but for what mono names as not buildable yet.
    public static let successes: Set<Int32> = [0, 4]

    public func build() throws -> Built {
        let events = cache + "-events.json"
        let run = try Program(
            program, ["build", "--no-keep-going", "--cache-dir", cache, "--events", events] + arguments, in: folder
        )
        .run(accepting: MonoBuilder.successes)
        var built = Built(compiled: [], seconds: run.wall, spent: run.processor)
        for line in try Folders.text(events).split(separator: "\n") {
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                event["outcome"] as? String == "ran", let kind = event["kind"] as? String,
                ["emit-module", "compile", "compile-module"].contains(kind),
                let subject = event["subject"] as? String
            else { continue }
            if kind != "emit-module" { built.compiled.insert(subject) }
            built.processor += (event["cpu"] as? Double ?? 0) / 1000
            built.work += (event["wall"] as? Double ?? 0) / 1000
        }
        return built
    }

    /// How what the compile of `subject`, a target's full name, left in both build folders compares: its objects and
    /// its module.
    public func likeness(to other: MonoBuilder, of subject: String) throws -> Likeness {
        let place =
            ".mono/build/debug/"
            + (subject.hasPrefix(".:")
                ? "root/" + subject.dropFirst(2) : subject.replacingOccurrences(of: ":", with: "/"))
        let files = other.results(in: place)
        guard !files.isEmpty, files == results(in: place) else { return .different }
        return try files.map { try Likeness("\(folder)/\(place)/\($0)", "\(other.folder)/\(place)/\($0)") }.max()!
    }

    private func results(in place: String) -> [String] {
        let objects = Folders.entries("\(folder)/\(place)/objects").filter { $0.hasSuffix(".o") }.map {
            "objects/\($0)"
        }
        return objects + Folders.entries("\(folder)/\(place)").filter { $0.hasSuffix(".swiftmodule") }
    }

    /// Compiles again what the last build skipped, and compares; an error where anything differs.
    public func verify() throws {
        _ = try Program(program, ["build", "--verify", "--cache-dir", cache] + arguments, in: folder)
            .run(accepting: MonoBuilder.successes)
    }
}
