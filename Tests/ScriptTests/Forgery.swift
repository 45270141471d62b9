import Digests
import Foundation

/// What somebody who may write to a cache can put there: wrong results that no checksum tells from right ones.
extension ScriptWorld {
    /// `falsify CACHE OUTPUT s/TEXT/OTHER/`: in the content of an output of that name, in every result that has one.
    func falsify(_ arguments: [String]) throws {
        guard arguments.count == 3 else { throw ScriptFailure("falsify CACHE OUTPUT s/TEXT/OTHER/") }
        let parts = arguments[2].split(separator: "/", omittingEmptySubsequences: false).map { Data($0.utf8) }
        guard parts.count == 4 else { throw ScriptFailure("s/TEXT/OTHER/") }
        let line = " \(arguments[1])\n"
        try rewrite("actions", of: arguments[0]) { text in
            guard let name = text.range(of: line), let start = text[..<name.lowerBound].lastIndex(of: " ") else {
                return nil
            }
            let old = String(text[text.index(after: start)..<name.lowerBound])
            var content = try Data(contentsOf: blob(old, in: arguments[0]))
            guard let place = content.range(of: parts[1]) else { return nil }
            content.replaceSubrange(place, with: parts[2])
            return text.replacingOccurrences(of: old, with: try store(content, in: arguments[0]))
        }
    }

    /// `forge CACHE diagnostics FILE`: every result says that its tool printed what is in FILE. `forge CACHE reads
    /// NAME…`: every list of inputs names these too.
    func forge(_ arguments: [String]) throws {
        switch arguments.dropFirst().first {
        case "diagnostics" where arguments.count == 3:
            let digest = try store(try Data(contentsOf: url(arguments[2])), in: arguments[0])
            try rewrite("actions", of: arguments[0]) { text in
                var lines = text.split(separator: "\n").filter { !$0.hasPrefix("diagnostics ") }
                guard let cost = lines.firstIndex(where: { $0.hasPrefix("cost ") }) else { return nil }
                lines.insert("diagnostics \(digest)", at: cost)
                return lines.joined(separator: "\n") + "\n"
            }
        case "reads" where arguments.count > 2:
            try rewrite("inputs", of: arguments[0]) { text in
                var lines = text.split(separator: "\n").map(String.init)
                let names = Set(lines.dropFirst(2)).union(arguments.dropFirst(2).map { "name \($0)" })
                lines[2...] = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }[...]
                return lines.joined(separator: "\n") + "\n"
            }
        default: throw ScriptFailure("forge CACHE diagnostics FILE, forge CACHE reads NAME…")
        }
    }

    /// Puts what `change` makes of the text above the checksum in the place of each entry, with a right checksum; nil
    /// leaves an entry alone.
    private func rewrite(_ section: String, of cache: String, _ change: (String) throws -> String?) throws {
        var count = 0
        let places = ["v1/\(section)", "v1/scopes/*/\(section)"].flatMap { (try? matches("\(cache)/\($0)/*/*")) ?? [] }
        for entry in places {
            let text = try read(entry)
            guard
                let body = try change(
                    String(text[..<(text.range(of: "check ", options: .backwards)?.lowerBound ?? text.endIndex)]))
            else { continue }
            Foundation.chmod(entry.path, 0o644)
            try Data("\(body)check \(ContentDigest(of: Array(body.utf8)).hex)\n".utf8).write(to: entry)
            count += 1
        }
        guard count > 0 else { throw ScriptFailure("there is nothing of that kind to change") }
    }

    private func blob(_ digest: String, in cache: String) -> URL {
        let hex = digest.prefix(64)
        return url(cache).appendingPathComponent("v1/blobs/\(hex.prefix(2))/\(hex)")
    }

    private func store(_ content: Data, in cache: String) throws -> String {
        let digest = ContentDigest(of: [UInt8](content)).description, place = blob(digest, in: cache)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: place.path) { try content.write(to: place) }
        return digest
    }
}
