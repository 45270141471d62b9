import Foundation
import Measuring

/// A package of targets that are edited, and what mono makes of them.
package struct EditedPackage {
    package struct Target {
        package var name: String
        package var dependencies: [String]
        /// By names of files.
        package var sources: [String: String]
        package var isProgram: Bool

        package init(
            _ name: String, dependencies: [String] = [], sources: [String: String], isProgram: Bool = false
        ) {
            (self.name, self.dependencies, self.sources, self.isProgram) = (name, dependencies, sources, isProgram)
        }
    }

    package let folder: String
    /// The cache lies in it, and what mono remembers of the machine.
    package let home: String
    private let mono: String
    private let targets: [Target]

    package init(folder: String, home: String, mono: String, targets: [Target]) {
        (self.folder, self.home, self.mono, self.targets) = (folder, home, mono, targets)
    }

    /// What a build came to.
    package struct Outcome {
        /// Targets that failed, or were not reached because of one that did.
        package fileprivate(set) var failed: Set<String> = []
        /// Of each kind of action: targets for which it ran.
        package fileprivate(set) var ran: [String: Set<String>] = [:]
        /// Targets of which no driver compiled all sources.
        package fileprivate(set) var compiledInParts: Set<String> = []
        /// Of each target: its objects and its module, by name.
        package fileprivate(set) var made: [String: [String: Data]] = [:]
        /// Of each target: objects that were written.
        package fileprivate(set) var written: [String: Int] = [:]

        fileprivate init() {}

        /// Where `right` is something else, of these targets: files, and those that fail in one of the two.
        ///
        /// `restores`: results of the cache count too, which mono puts in place where something that runs reads them.
        /// So of objects those count that were compiled or linked, and of modules those that were emitted.
        package func differences(from right: Outcome, of targets: [String], restores: Bool = false) -> [String] {
            let isLinked = ran["link"] != nil
            func counts(_ file: String, of target: String) -> Bool {
                if !restores { return true }
                return file.hasPrefix("objects/")
                    ? isLinked || ran["compile"]?.contains(target) == true
                    : ran["emit-module"]?.contains(target) == true
            }
            return files(from: right, of: targets) { counts($0, of: $1) }
        }

        private func files(
            from right: Outcome, of targets: [String], where counts: (_ file: String, _ target: String) -> Bool
        ) -> [String] {
            targets.flatMap { target -> [String] in
                let (fails, shouldFail) = (failed.contains(target), right.failed.contains(target))
                if fails != shouldFail { return ["\(target) \(fails ? "fails" : "is kept and would fail")"] }
                if fails { return [] }
                let (one, other) = (made[target] ?? [:], right.made[target] ?? [:])
                return Set(one.keys).union(other.keys).sorted().filter { one[$0] != other[$0] && counts($0, target) }
                    .map { "\(target)/\($0)" }
            }
        }
    }

    /// Makes the folder hold the targets as they are. A file that stays as it is is not written.
    package func write() throws {
        let manifest = targets.map { target in
            let names = target.dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
            let kind = target.isProgram ? "executableTarget" : "target"
            return ".\(kind)(name: \"\(target.name)\", dependencies: [\(names)])"
        }
        try put(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "edited", targets: [
            \(manifest.joined(separator: ",\n"))
            ], swiftLanguageModes: [.v5])
            """, at: "Package.swift")
        for target in targets {
            for (file, text) in target.sources { try put(text, at: "Sources/\(target.name)/\(file)") }
        }
    }

    private func put(_ text: String, at path: String) throws {
        let place = "\(folder)/\(path)"
        if let old = try? Data(contentsOf: URL(fileURLWithPath: place)), old == Data(text.utf8) { return }
        try Folders.make(String(place[..<place.lastIndex(of: "/")!]))
        try Folders.write(text, to: place, atomically: false)
    }

    /// As in a fresh clone.
    package func removeBuild() throws { try Folders.remove(folder + "/.mono") }
    package func removeCache() throws { try Folders.remove(home + "/cache") }

    /// `words`: more of mono's options.
    package func build(_ words: [String] = []) throws -> Outcome {
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
            guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)),
                let target = event.subject?.split(separator: ":").last.map(String.init)
            else { continue }
            if event.isFailure { outcome.failed.insert(target) }
            if event.outcome == "ran", let kind = event.kind { outcome.ran[kind, default: []].insert(target) }
            if event.kind == "compile", event.incremental == true { outcome.compiledInParts.insert(target) }
        }
        let after = times()
        for target in targets.map(\.name) {
            outcome.made[target] = made(of: target)
            let own = after.filter { $0.key.hasPrefix(target + "/") }
            outcome.written[target] = own.count { before[$0.key] != $0.value }
        }
        return outcome
    }

    private struct Event: Decodable {
        var event: String
        var subject, outcome, kind: String?
        var incremental: Bool?

        var isFailure: Bool { event == "actionFinished" && ["failed", "skipped"].contains(outcome) }
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
        for target in targets.map(\.name) {
            for name in Folders.entries(place(of: target) + "/objects") where name.hasSuffix(".o") {
                times["\(target)/\(name)"] = Folders.modified("\(place(of: target))/objects/\(name)")
            }
        }
        return times
    }
}
