import Foundation
import Measuring

/// One way to build, in a clone of its own.
protocol Builder {
    var name: String { get }
    var folder: String { get }
    func build() throws -> Built
}

struct Built {
    /// Swift modules that were compiled.
    var compiled: Set<String>
    var seconds: Double
}

struct SwiftBuilder: Builder {
    let name = "swift build"
    let folder: String

    func build() throws -> Built {
        let run = try Program("swift", ["build"], in: folder).run()
        var compiled: Set<String> = []
        for line in run.output.split(separator: "\n") {
            // "[12/60] Compiling NIOCore ByteBuffer-core.swift"
            let words = line.split(separator: " ")
            if words.count > 3, words[1] == "Compiling", words[3].hasSuffix(".swift") { compiled.insert(String(words[2])) }
        }
        return Built(compiled: compiled, seconds: run.wall)
    }
}

struct MonoBuilder: Builder {
    let name: String
    let folder: String
    let program: String
    let cache: String
    let arguments: [String]

    /// 4: everything is built but for what mono names as not buildable yet.
    private static let successes: Set<Int32> = [0, 4]

    func build() throws -> Built {
        let events = cache + "-events.json"
        let run = try Program(
            program, ["build", "--no-keep-going", "--cache-dir", cache, "--events", events] + arguments, in: folder)
            .run(accepting: MonoBuilder.successes)
        var compiled: Set<String> = []
        for line in try Folders.text(events).split(separator: "\n") {
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                event["outcome"] as? String == "ran", let kind = event["kind"] as? String, kind == "compile" || kind == "compile-module",
                let subject = event["subject"] as? String
            else { continue }
            compiled.insert(subject)
        }
        return Built(compiled: compiled, seconds: run.wall)
    }

    /// True where the compile of `subject`, a target's full name, left the same objects and the same module in both build folders.
    func left(theSameAs other: MonoBuilder, for subject: String) -> Bool {
        let place = ".mono/build/debug/" + (subject.hasPrefix(".:") ? "root/" + subject.dropFirst(2) : subject.replacingOccurrences(of: ":", with: "/"))
        let files = other.results(in: place)
        return !files.isEmpty && files == results(in: place) && files.allSatisfy {
            FileManager.default.contentsEqual(atPath: "\(folder)/\(place)/\($0)", andPath: "\(other.folder)/\(place)/\($0)")
        }
    }

    private func results(in place: String) -> [String] {
        let objects = Folders.entries("\(folder)/\(place)/objects").filter { $0.hasSuffix(".o") }.map { "objects/\($0)" }
        return objects + Folders.entries("\(folder)/\(place)").filter { $0.hasSuffix(".swiftmodule") }
    }

    /// Compiles again what the last build skipped, and compares; an error where anything differs.
    func verify() throws {
        _ = try Program(program, ["build", "--verify", "--cache-dir", cache] + arguments, in: folder)
            .run(accepting: MonoBuilder.successes)
    }
}
