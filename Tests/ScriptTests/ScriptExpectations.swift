import Foundation

/// The commands that look and change nothing.
extension ScriptWorld {
    func expect(_ line: Script.Line, _ command: String, _ arguments: [String]) throws {
        let isNegated = line.isNegated
        switch command {
        case "exit":
            guard let status = last?.status, "\(status)" == (try one(arguments)) else {
                throw ScriptFailure("another exit code")
            }
        case "stdout": try match(last?.output, arguments, isNegated)
        case "stderr": try match(last?.errors, arguments, isNegated)
        case "lines":
            let seen = (last?.output ?? "").split(separator: "\n").map(String.init).sorted()
            let wanted = arguments == ["none"] ? [] : arguments.sorted()
            guard (seen == wanted) != isNegated else {
                throw ScriptFailure("lines: \(seen.isEmpty ? "none" : seen.joined(separator: " "))")
            }
        case "grep":
            for file in try matches(arguments.first ?? "") {
                try match(try read(file), Array(arguments.dropFirst()), isNegated)
            }
        case "exists":
            for path in arguments where FileManager.default.fileExists(atPath: url(path).path) == isNegated {
                throw ScriptFailure(isNegated ? "\(path) exists" : "no \(path)")
            }
        case "cmp":
            let (a, b) = (arguments.first ?? "", try second(arguments))
            let equal = try bytes(a) == bytes(b)
            if equal == isNegated {
                throw ScriptFailure(isNegated ? "they are equal" : "they differ:\n\(try shown(a))\n--\n\(try shown(b))")
            }
        case "keeps", "asked":
            guard try (command == "keeps" ? servers.keeps(arguments) : servers.asked(arguments)) != isNegated else {
                throw ScriptFailure("it \(isNegated ? "does" : "does not")")
            }
        case "sound":
            guard try servers.isSound(arguments) != isNegated else {
                throw ScriptFailure(isNegated ? "all is what it should be" : "some blobs are not what they should be")
            }
        default: try expectActions(command, arguments, isNegated)
        }
    }

    /// `built A B`, `linked P`, `restored A`: exactly these, by their names, `none` for none. `ran KIND…`: these kinds
    /// of action and no others.
    private func expectActions(_ command: String, _ arguments: [String], _ isNegated: Bool) throws {
        let log = try EventLog(file: eventFile)
        let wanted = arguments == ["none"] ? [] : Set(arguments)
        let seen: Set<String> =
            switch command {
            case "built": log.subjects(EventLog.compiles, ["ran"])
            case "linked": log.subjects(EventLog.links, ["ran"])
            case "restored": log.subjects(EventLog.compiles, ["hit"])
            default: Set(log.actions.filter { $0.outcome == "ran" }.map(\.kind))
            }
        guard (seen == wanted) != isNegated else {
            throw ScriptFailure("\(command): \(seen.isEmpty ? "none" : seen.sorted().joined(separator: " "))")
        }
    }

    private func match(_ text: String?, _ arguments: [String], _ isNegated: Bool) throws {
        let regex = try regex(try one(arguments))
        guard let text else { throw ScriptFailure("no program ran yet") }
        if text.contains(regex) == isNegated { throw ScriptFailure(isNegated ? "it matches" : "no match") }
    }

    /// `stdout` and `stderr` stand for what the last program printed.
    private func bytes(_ name: String) throws -> Data {
        switch name {
        case "stdout": return Data((last?.output ?? "").utf8)
        case "stderr": return Data((last?.errors ?? "").utf8)
        default:
            guard let data = FileManager.default.contents(atPath: url(name).path) else {
                throw ScriptFailure("cannot read \(name)")
            }
            return data
        }
    }

    private func shown(_ name: String) throws -> String {
        let data = try bytes(name)
        return data.count < 4000 ? String(decoding: data, as: UTF8.self) : "\(name): \(data.count) bytes"
    }
}
