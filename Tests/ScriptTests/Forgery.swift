import Digests
import Foundation

/// Wrong results that no checksum tells from right ones.
extension ScriptWorld {
    /// `falsify CACHE OUTPUT s/TEXT/OTHER/`: in the content of an output of that name, in every result that has one.
    func falsify(_ arguments: [String]) throws {
        guard arguments.count == 3 else { throw ScriptFailure("falsify CACHE OUTPUT s/TEXT/OTHER/") }
        let parts = arguments[2].split(separator: "/", omittingEmptySubsequences: false).map { Data($0.utf8) }
        guard parts.count == 4, parts[1].count == parts[2].count else { throw ScriptFailure("two texts of one length") }
        let cache = url(arguments[0]).appendingPathComponent("v1"), line = " \(arguments[1])\n"
        var count = 0
        for entry in try matches("\(arguments[0])/v1/actions/*/*") {
            var text = try read(entry)
            guard let name = text.range(of: line), let start = text[..<name.lowerBound].lastIndex(of: " ") else { continue }
            let old = String(text[text.index(after: start)..<name.lowerBound])
            func blob(_ digest: String) -> URL {
                let hex = digest.prefix(64)
                return cache.appendingPathComponent("blobs/\(hex.prefix(2))/\(hex)")
            }
            var content = try Data(contentsOf: blob(old))
            guard let place = content.range(of: parts[1]) else { continue }
            content.replaceSubrange(place, with: parts[2])
            let new = ContentDigest(of: [UInt8](content)).description
            try FileManager.default.createDirectory(at: blob(new).deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: blob(new))
            text = text.replacingOccurrences(of: old, with: new)
            let body = String(text[..<(text.range(of: "check ", options: .backwards)?.lowerBound ?? text.endIndex)])
            Foundation.chmod(entry.path, 0o644)
            try Data("\(body)check \(ContentDigest(of: Array(body.utf8)).hex)\n".utf8).write(to: entry)
            count += 1
        }
        guard count > 0 else { throw ScriptFailure("no such text in such an output") }
    }
}
