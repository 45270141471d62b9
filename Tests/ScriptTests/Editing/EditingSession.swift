import Foundation
import TestKinds

/// An editor, a `mono build --watch` and a terminal at one workspace, and what they say after each edit.
final class EditingSession {
    private let world: ScriptWorld
    private(set) var state = EditedModules()
    private let watch: ProgramRun
    private let editor: LanguageClient
    private var open: [Int] = [5, 0, 3]
    /// Files that changed while something did not compile, or together with a manifest, and not since then. SourceKit-LSP
    /// indexes a file once after each change, with what it knows of flags and modules in that moment. It does not index it
    /// again when that is another.
    private var halfIndexed: Set<String> = []

    /// Seconds until an answer that does not fit yet counts as wrong.
    static let patience = 60.0

    /// Of the answers, in seconds.
    private(set) var terminal: [Double] = [], watched: [Double] = [], edited: [Double] = []
    private(set) var questions = 0, steps = 0
    /// In kilobytes, of each process of mono's that stays; at the first look and at the last one.
    private(set) var memory: [String: (first: Int, last: Int, most: Int)] = [:]

    init(program: String) throws {
        world = try ScriptWorld(try Script(parsing: ""), kind: .campaign, name: "editing", program: program)
        for (path, text) in state.files { try Self.write(text, to: world.folder.appendingPathComponent(path)) }
        try world.finish(try world.start("/usr/bin/env", ["mono", "editor", "--install"]), mustFail: false)
        for words in [["init", "-q", "."], ["add", "-A"], ["commit", "-qm", "one"], ["branch", "other"]] {
            try Self.git(words, world)
        }
        watch = try world.start("/usr/bin/env", ["mono", "build", "--watch"])
        editor = try LanguageClient(
            root: world.folder, environment: world.environment,
            log: world.root.appendingPathComponent("runs/editor.log"))
        for index in open { try editor.open(path(EditedModules.source(index)), language: "swift") }
        try editor.synchronize()
    }

    func stop() {
        editor.stop()
        watch.signal(SIGINT)
        _ = try? watch.wait(limit: 20)
        try? FileManager.default.removeItem(at: world.root)
    }

    private func path(_ file: String) -> String { world.folder.appendingPathComponent(file).path }

    private static func write(_ text: String, to url: URL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }

    private static func git(_ words: [String], _ world: ScriptWorld) throws {
        try world.finish(try world.start("/usr/bin/env", ["git"] + words), mustFail: false)
    }

    // MARK: Edits

    /// Saves what differs, as an editor does that reports it.
    func save(_ new: EditedModules) throws {
        let before = state.files, after = new.files
        state = new
        for (path, text) in after where before[path] != text {
            try Self.write(text, to: world.folder.appendingPathComponent(path))
        }
        for path in before.keys where after[path] == nil { try FileManager.default.removeItem(atPath: self.path(path)) }
        report(before, after)
    }

    private func report(_ before: [String: String], _ after: [String: String]) {
        for index in open where before[EditedModules.source(index)] != after[EditedModules.source(index)] {
            editor.type(after[EditedModules.source(index)] ?? "", in: path(EditedModules.source(index)))
        }
        let all = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        let isIndexedWhole = state.isGood && !all.contains { $0.hasSuffix("Package.swift") }
        if isIndexedWhole { halfIndexed.subtract(all) } else { halfIndexed.formUnion(all) }
        editor.changed(all.filter { before[$0] == nil }.map(path), 1)
        editor.changed(all.filter { before[$0] != nil && after[$0] != nil }.map(path), 2)
        editor.changed(all.filter { after[$0] == nil }.map(path), 3)
    }

    /// Commits everything here, and goes to another branch, whose state is `other`.
    func switchBranch(to other: EditedModules, named name: String) throws {
        let before = state.files
        for words in [["add", "-A"], ["commit", "-q", "--allow-empty", "-m", "more"], ["checkout", "-q", name]] {
            try Self.git(words, world)
        }
        state = other
        report(before, state.files)
    }

    // MARK: Questions

    /// Nil where every answer fits, else what does not. `builds`: a terminal builds too.
    func fault(builds: Bool) throws -> String? {
        steps += 1
        if builds, let fault = try terminalFault() { return fault }
        if let fault = try watchFault() { return fault }
        if let fault = try editorFault() { return fault }
        if steps == 10 || steps % 25 == 0 { lookAtMemory() }
        return nil
    }

    private func terminalFault() throws -> String? {
        let start = ContinuousClock.now
        let end = try world.start("/usr/bin/env", ["mono", "build"]).wait(limit: Self.patience)
        terminal.append((ContinuousClock.now - start).seconds)
        questions += 1
        if end.timedOut { return "a build in a terminal did not end" }
        if (end.status == 0) != state.isGood { return "a build in a terminal ended with \(end.status):\n\(end.errors)" }
        return state.isGood ? try programFault() : nil
    }

    private func programFault() throws -> String? {
        let end = try world.start(path(".mono/debug/App"), []).wait(limit: 20)
        let printed = end.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return printed == state.output ? nil : "the program prints \(printed), and not \(state.output)"
    }

    private func watchFault() throws -> String? {
        questions += 1
        return try soon(&watched) {
            guard let last = verdicts.last else { return "the watch said nothing" }
            if last != state.isGood { return "the watch's last word is \(last ? "good" : "bad")" }
            return state.isGood ? try programFault() : nil
        }.map { $0 + "\n" + watch.printed.suffix(2000) }
    }

    /// What the watch said of its rounds: whether all was built.
    private var verdicts: [Bool] {
        watch.printed.split(separator: "\n").compactMap { line in
            if line.contains("failed in ") { return false }
            return ["built ", "linked ", "nothing to build", "done in"].contains(where: line.hasPrefix) ? true : nil
        }
    }

    private func editorFault() throws -> String? {
        try soon(&edited) {
            try editor.synchronize()
            for index in open {
                questions += 1
                let shown = try errors(in: index)
                if let expected = state.hasError(index), expected != !shown.isEmpty {
                    return "the editor shows \(shown) in M\(index)"
                }
            }
            guard state.isGood else { return nil }
            for index in open {
                questions += 1
                let found = try references(index).filter(isIndexed)
                let expected = state.references(index).filter(isIndexed)
                if found != expected { return "references of M\(index) are \(found), and not \(expected)" }
            }
            return nil
        }.map { "\($0)\n\(shortLog)" }
    }

    /// What the server said of its last work, without command lines.
    private var shortLog: String {
        editor.log.split(separator: "\n").filter { !$0.contains(" -module-name ") }.suffix(60).joined(separator: "\n")
    }

    private func isIndexed(_ place: String) -> Bool {
        !halfIndexed.contains(String(place.prefix { $0 != ":" }))
    }

    private func errors(in index: Int) throws -> [String] {
        let found =
            try editor.ask("textDocument/diagnostic", path(EditedModules.source(index))) as? [String: Any]
        return (found?["items"] as? [[String: Any]] ?? []).filter { $0["severity"] as? Int == 1 }.map {
            $0["message"] as? String ?? ""
        }
    }

    private func references(_ index: Int) throws -> [String] {
        let line = state.lineOfFunction(index) - 1
        let found = try editor.ask(
            "textDocument/references", path(EditedModules.source(index)), line: line, column: 13,
            ["context": ["includeDeclaration": true]])
        return Set((found as? [[String: Any]] ?? []).map(editor.place)).sorted()
    }

    /// Text that is typed and not saved: the editor alone sees it.
    func typeAndTakeBack(in index: Int) throws -> String? {
        let file = path(EditedModules.source(index)), saved = state.files[EditedModules.source(index)] ?? ""
        guard state.hasError(index) == false else { return nil }
        editor.type(saved + "let odd: Int = \"text\"\n", in: file)
        let first = try soon(&edited) {
            try errors(in: index).isEmpty ? "an error that was typed into M\(index) is not shown" : nil
        }
        editor.type(saved, in: file)
        questions += 2
        return try first ?? soon(&edited) { try errors(in: index).first.map { "'\($0)' is still shown in M\(index)" } }
    }

    /// Asks until the answer fits, and notes how long that took.
    private func soon(_ times: inout [Double], _ question: () throws -> String?) rethrows -> String? {
        let start = ContinuousClock.now
        while true {
            guard let fault = try question() else {
                times.append((ContinuousClock.now - start).seconds)
                return nil
            }
            if (ContinuousClock.now - start).seconds > Self.patience { return fault }
            usleep(100_000)
        }
    }

    // MARK: Memory

    private func lookAtMemory() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(entry) != nil {
            let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/cwd")) ?? ""
            guard folder == world.folder.path,
                let words = try? String(contentsOfFile: "/proc/\(entry)/cmdline", encoding: .utf8),
                let status = try? String(contentsOfFile: "/proc/\(entry)/status", encoding: .utf8)
            else { continue }
            let parts = words.split(separator: "\0")
            guard let name = ["editor", "--watch"].first(where: { parts.contains(Substring($0)) }) else { continue }
            let (now, most) = (Self.kilobytes("VmRSS", status), Self.kilobytes("VmHWM", status))
            memory[name] = (memory[name]?.first ?? now, now, most)
        }
    }

    private static func kilobytes(_ field: String, _ status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
