import Foundation

/// The commands of the language, one case each; `Scripts/README.md` lists them for people.
extension ScriptWorld {
    func perform(_ line: Script.Line) throws {
        let command = line.words[0].text
        let arguments = line.words.dropFirst().map(expanded)
        switch command {
        case "mono": try finish(startMono(arguments), mustFail: line.isNegated)
        case "git": try finish(start("/usr/bin/env", ["git"] + arguments), mustFail: line.isNegated)
        case "run":
            let program = try one(arguments.prefix(1).map { $0 })
            try finish(start(url(program).path, Array(arguments.dropFirst())), mustFail: line.isNegated)
        case "follow": try follow(one(arguments))
        case "exit", "stdout", "stderr", "grep", "exists", "cmp", "built", "linked", "restored", "ran", "lines",
            "keeps", "sound",
            "asked":
            try expect(line, command, arguments)
        case "start", "until", "says", "signal", "wait": try control(command, arguments, line)
        default:
            if line.isNegated { throw ScriptFailure("'\(command)' cannot be negated") }
            try change(command, arguments)
        }
    }

    /// Does what a page says, and expects what it shows.
    private func follow(_ page: String) throws {
        let steps = Transcript(page: try read(url(page))).steps
        guard !steps.isEmpty else { throw ScriptFailure("\(page) shows no command") }
        let place = root.appendingPathComponent("runs/place")
        for step in steps {
            if let file = step.file {
                try write(step.output.joined(separator: "\n") + "\n", to: url(file))
                continue
            }
            do {
                // A page goes to other folders, too.
                let words = "exec 2>&1\n\(step.command)\nended=$?\npwd > '\(place.path)'\nexit $ended"
                try finish(start("/bin/sh", ["-c", words]), mustFail: false)
                folder = URL(fileURLWithPath: try read(place).trimmingCharacters(in: .newlines))
            } catch let failure as ScriptFailure {
                throw ScriptFailure("\(page):\(step.line): \(step.command)\n\(failure.message)")
            }
            let printed = last?.output ?? ""
            guard step.agrees(with: printed) else {
                throw ScriptFailure(
                    "\(page):\(step.line): \(step.command)\nshould print\n\(step.output.joined(separator: "\n"))\n-- and what is compared of what it printed is\n"
                        + Transcript.Step.comparable(printed).joined(separator: "\n"))
            }
        }
    }

    // MARK: Programs beside the script

    private func control(_ command: String, _ arguments: [String], _ line: Script.Line) throws {
        switch command {
        case "start":
            guard arguments.first == "mono" else { throw ScriptFailure("only mono can be started beside the script") }
            background = try startMono(Array(arguments.dropFirst()))
            heard = 0
        case "until":
            // Waits for a text in the event log of the program that was started; looks again rather than sleeping for a
            // assumption.
            let regex = try regex(one(arguments))
            let deadline = Date(timeIntervalSinceNow: limit)
            while true {
                let text = (try? String(contentsOfFile: eventFile, encoding: .utf8)) ?? ""
                if text.contains(regex) { return }
                if Date() > deadline { throw ScriptFailure("never seen in the event log:\n\(text)") }
                usleep(5000)
            }
        case "says": try waitFor(regex(one(arguments)), isNegated: line.isNegated)
        case "signal":
            guard let number = ["INT": SIGINT, "TERM": SIGTERM, "KILL": SIGKILL][try one(arguments)] else {
                throw ScriptFailure("INT, TERM or KILL")
            }
            background?.signal(number)
        default:
            guard let run = background else { throw ScriptFailure("nothing was started") }
            background = nil
            try finish(run, mustFail: line.isNegated)
        }
    }

    /// Waits for a text in what the program that was started prints, after the last that was waited for.
    private func waitFor(_ regex: Regex<AnyRegexOutput>, isNegated: Bool) throws {
        guard let run = background else { throw ScriptFailure("nothing was started") }
        let deadline = Date(timeIntervalSinceNow: limit)
        while true {
            let text = run.printed.dropFirst(heard)
            if let match = text.firstMatch(of: regex) {
                if isNegated { throw ScriptFailure("it was said:\n\(text)") }
                heard += text.distance(from: text.startIndex, to: match.range.upperBound)
                return
            }
            if isNegated { return }
            if Date() > deadline { throw ScriptFailure("never said:\n\(text)") }
            usleep(5000)
        }
    }

    // MARK: Changes

    private func change(_ command: String, _ arguments: [String]) throws {
        let files = FileManager.default
        switch command {
        case "cd":
            folder = url(try one(arguments)).standardizedFileURL
            guard files.fileExists(atPath: folder.path) else { throw ScriptFailure("no such folder") }
        case "env":
            for setting in arguments {
                let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                environment[parts[0]] = parts.count == 2 ? parts[1] : nil
            }
        case "set": environment[try one(arguments)] = (last?.output ?? "").trimmingCharacters(in: .newlines)
        case "input": input = arguments.joined(separator: "\n") + "\n"
        case "edit": try edit(arguments)
        case "append":
            let path = url(arguments.first ?? "")
            try write(try read(path) + arguments.dropFirst().joined(separator: "\n") + "\n", to: path)
        case "write": try write(arguments.dropFirst().joined(separator: "\n") + "\n", to: url(arguments.first ?? ""))
        case "touch":
            for path in arguments { try touch(url(path)) }
        case "cp" where arguments.first == "stdout" || arguments.first == "stderr":
            try write((arguments[0] == "stdout" ? last?.output : last?.errors) ?? "", to: url(try second(arguments)))
        case "cp", "clone":
            guard arguments.count == 2 else { throw ScriptFailure("\(command) FROM TO") }
            try copy(
                url(arguments[0]), to: url(arguments[1]), leavingOut: command == "clone" ? [".mono", ".build"] : [])
        case "mv": try files.moveItem(at: url(arguments[0]), to: url(try second(arguments)))
        case "rm":
            for path in arguments { for url in try matches(path) { try files.removeItem(at: url) } }
        case "mkdir":
            for path in arguments { try files.createDirectory(at: url(path), withIntermediateDirectories: true) }
        case "fresh": try startOver()
        case "symlink": symlink(arguments[0], url(try second(arguments)).path)
        case "chmod":
            guard let mode = mode_t(arguments.first ?? "", radix: 8) else { throw ScriptFailure("chmod MODE FILE…") }
            for path in arguments.dropFirst() { for url in try matches(path) { Foundation.chmod(url.path, mode) } }
        case "damage": try damage(arguments)
        case "falsify": try falsify(arguments)
        case "forge": try forge(arguments)
        case "serve": environment[try one(arguments)] = try servers.serve(try one(arguments))
        case "server": try servers.change(arguments)
        case "spoil": try servers.spoil(arguments)
        case "editor": try edit(inEditor: arguments)
        default: throw ScriptFailure("no command '\(command)'")
        }
    }

    /// The first time, keeps what is there; later, puts it back: several stories can then begin in one place, with one
    /// `HOME`.
    private func startOver() throws {
        let files = FileManager.default, work = root.appendingPathComponent("work"),
            kept = root.appendingPathComponent("kept")
        folder = work
        guard files.fileExists(atPath: kept.path) else { return try files.copyItem(at: work, to: kept) }
        try files.removeItem(at: work)
        try files.copyItem(at: kept, to: work)
    }

    /// `edit [--keep-mtime] FILE s/REGEX/TEXT/`: any character may stand for the slash. The expression must match.
    private func edit(_ arguments: [String]) throws {
        let keepsTime = arguments.first == "--keep-mtime"
        let rest = keepsTime ? Array(arguments.dropFirst()) : arguments
        let path = url(rest.first ?? ""), new = try changed(try read(path), by: try second(rest))
        var status = stat()
        stat(path.path, &status)
        try write(new, to: path)
        if keepsTime {
            var times = [status.st_atim, status.st_mtim]
            utimensat(AT_FDCWD, path.path, &times, 0)
        }
    }

    /// `s/REGEX/TEXT/` done to a text.
    func changed(_ old: String, by change: String) throws -> String {
        guard change.first == "s", let mark = change.dropFirst().first else { throw ScriptFailure("s/REGEX/TEXT/") }
        let parts = change.dropFirst(2).split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { throw ScriptFailure("s/REGEX/TEXT/") }
        let new = old.replacing(try regex(parts[0]), with: parts[1].replacingOccurrences(of: "\\n", with: "\n"))
        guard new != old else { throw ScriptFailure("nothing to change in:\n\(old)") }
        return new
    }

    /// Now, for a file or everything in a folder.
    private func touch(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try write("", to: url) }
        utimensat(AT_FDCWD, url.path, nil, 0)
        let below = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
        while let next = below?.nextObject() as? URL { utimensat(AT_FDCWD, next.path, nil, AT_SYMLINK_NOFOLLOW) }
    }

    /// Every file anew, so with its own inode and times.
    private func copy(_ source: URL, to target: URL, leavingOut names: Set<String>) throws {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: source.path, isDirectory: &isFolder) else {
            throw ScriptFailure("no file \(source.path)")
        }
        guard isFolder.boolValue else {
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? files.removeItem(at: target)
            try Data(contentsOf: source).write(to: target)
            var status = stat()
            stat(source.path, &status)
            Foundation.chmod(target.path, status.st_mode & 0o7777)
            return
        }
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source.path).sorted() where !names.contains(name) {
            try copy(source.appendingPathComponent(name), to: target.appendingPathComponent(name), leavingOut: names)
        }
    }

    /// `damage flip|truncate|empty PATTERN…`: what a disk may do to files.
    private func damage(_ arguments: [String]) throws {
        for pattern in arguments.dropFirst() {
            for url in try matches(pattern) where !url.hasDirectoryPath {
                var bytes = [UInt8](try Data(contentsOf: url))
                switch arguments[0] {
                case "flip":
                    guard !bytes.isEmpty else { continue }
                    bytes[bytes.count / 2] ^= 0x40
                case "truncate": bytes.removeLast((bytes.count + 1) / 2)
                case "empty": bytes = []
                default: throw ScriptFailure("damage flip|truncate|empty PATTERN…")
                }
                Foundation.chmod(url.path, 0o644)
                try Data(bytes).write(to: url)
            }
        }
    }

    /// Files that a shell's pattern names; `**` stands for any folders. At least one.
    func matches(_ pattern: String) throws -> [URL] {
        guard pattern.contains("*") || pattern.contains("?") else { return [url(pattern)] }
        let full = url(pattern).path
        let fixed = full.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }.joined(separator: "/")
        let below = FileManager.default.enumerator(
            at: URL(fileURLWithPath: "/" + fixed), includingPropertiesForKeys: [.isRegularFileKey])
        let expression =
            "^"
            + full.reduce(into: "") { result, character in
                switch character {
                case "*": result += result.hasSuffix("[^/]*") ? ".*" : "[^/]*"
                case "?": result += "[^/]"
                default: result += NSRegularExpression.escapedPattern(for: String(character))
                }
            }.replacingOccurrences(of: "[^/]*.*", with: ".*") + "$"
        let regex = try regex(expression)
        var found: [URL] = []
        while let next = below?.nextObject() as? URL {
            if next.path.contains(regex) { found.append(next) }
        }
        guard !found.isEmpty else { throw ScriptFailure("nothing matches \(pattern)") }
        return found.sorted { $0.path < $1.path }
    }

    // MARK: Small things

    func one(_ arguments: [String]) throws -> String {
        guard arguments.count == 1 else { throw ScriptFailure("one argument, not \(arguments.count)") }
        return arguments[0]
    }

    func second(_ arguments: [String]) throws -> String {
        guard arguments.count == 2 else { throw ScriptFailure("two arguments, not \(arguments.count)") }
        return arguments[1]
    }

    func regex(_ text: String) throws -> Regex<AnyRegexOutput> {
        do { return try Regex(text).anchorsMatchLineEndings() } catch {
            throw ScriptFailure("bad expression '\(text)': \(error)")
        }
    }

    func read(_ url: URL) throws -> String {
        guard let data = FileManager.default.contents(atPath: url.path) else {
            throw ScriptFailure("cannot read \(url.path)")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private func write(_ text: String, to url: URL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
