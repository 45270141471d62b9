import Foundation
import Measuring

/// One package of modules that are edited, and what mono makes of them.
struct EditedWorkspace {
    let folder: String
    let home: String
    let mono: String
    let modules: [EditedModule]

    /// What a build came to.
    struct Outcome {
        /// Targets that failed, or were not reached because of one that did.
        var failed: Set<String> = []
        /// Of each target: its objects and its module, by name.
        var made: [String: [String: Data]] = [:]
        /// Of each target: objects that were written.
        var written: [String: Int] = [:]
    }

    /// Makes the folder hold the modules as they are, and nothing else of them.
    func write() throws {
        let targets = modules.flatMap { module in
            [
                ".target(name: \"\(module.name)\")",
                ".target(name: \"\(module.clientName)\", dependencies: [\"\(module.name)\"])",
                ".target(name: \"\(module.upperName)\", dependencies: [\"\(module.clientName)\"])",
            ]
        }
        try put(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "edited", targets: [
            \(targets.joined(separator: ",\n"))
            ], swiftLanguageModes: [.v5])
            """, at: "Package.swift")
        for module in modules {
            for (file, text) in module.sources { try put(text, at: "Sources/\(module.name)/\(file)") }
            try put(module.client, at: "Sources/\(module.clientName)/client.swift")
            try put(module.upper, at: "Sources/\(module.upperName)/upper.swift")
        }
    }

    /// A file that stays as it is is not written.
    private func put(_ text: String, at path: String) throws {
        let place = "\(folder)/\(path)"
        if let old = try? Data(contentsOf: URL(fileURLWithPath: place)), old == Data(text.utf8) { return }
        try Folders.make(String(place[..<place.lastIndex(of: "/")!]))
        try Folders.write(text, to: place, atomically: false)
    }

    /// `isClean`: without anything of earlier builds.
    func build(isClean: Bool, _ words: [String]) throws -> Outcome {
        if isClean {
            try Folders.remove(folder + "/.mono")
            try Folders.remove(home)
        }
        try Folders.make(home)
        let before = times(), events = home + "/events.jsonl"
        let end = try Program(
            mono, ["build", "--keep-going", "--events", events] + words, in: folder,
            variables: ["HOME": home, "MONO_CACHE_DIR": home + "/cache"]
        ).finish(writing: home + "/log", timeLimit: 1200)
        if end.hasTimedOut || end.code > 1 {
            throw RunError("mono ended with \(end.code):\n\(try Folders.text(home + "/log").suffix(2000))")
        }
        var outcome = Outcome()
        for line in try Folders.text(events).split(separator: "\n") {
            if let target = failure(in: line) { outcome.failed.insert(target) }
        }
        let after = times()
        for target in modules.flatMap(\.targets) {
            outcome.made[target] = made(of: target)
            let own = after.filter { $0.key.hasPrefix(target + "/") }
            outcome.written[target] = own.count { before[$0.key] != $0.value }
        }
        return outcome
    }

    private struct Event: Decodable {
        var event: String
        var subject, outcome: String?
    }

    private func failure(in line: Substring) -> String? {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)),
            event.event == "actionFinished", ["failed", "skipped"].contains(event.outcome)
        else { return nil }
        return event.subject?.split(separator: ":").last.map(String.init)
    }

    private func place(of target: String) -> String { "\(folder)/.mono/build/debug/root/\(target)" }

    private func made(of target: String) -> [String: Data] {
        let place = place(of: target)
        let objects = Folders.entries(place + "/objects").filter { $0.hasSuffix(".o") }.map { "objects/\($0)" }
        let modules = ["\(target).swiftmodule", "\(target).swiftdoc"]
        return Dictionary(
            uniqueKeysWithValues: (objects + modules).compactMap { name in
                (try? Data(contentsOf: URL(fileURLWithPath: "\(place)/\(name)"))).map { (name, $0) }
            })
    }

    /// Of all objects.
    private func times() -> [String: Double] {
        var times: [String: Double] = [:]
        for target in modules.flatMap(\.targets) {
            for name in Folders.entries(place(of: target) + "/objects") where name.hasSuffix(".o") {
                times["\(target)/\(name)"] = Folders.modified("\(place(of: target))/objects/\(name)")
            }
        }
        return times
    }
}
