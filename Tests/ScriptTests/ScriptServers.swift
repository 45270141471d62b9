import Digests
import Foundation
import HTTPServing

/// The servers of a script, by the variables that hold their addresses.
final class ScriptServers {
    private var servers: [String: KeepingServer] = [:]

    /// `serve NAME`: returns its address.
    func serve(_ name: String) throws -> String {
        let server = try KeepingServer()
        servers[name] = server
        return server.url
    }

    /// `server NAME stop|start|well|TROUBLE`.
    func change(_ arguments: [String]) throws {
        guard arguments.count == 2, let server = servers[arguments[0]] else {
            throw ScriptFailure("server NAME stop|start|well|TROUBLE, and 'serve NAME' before")
        }
        switch arguments[1] {
        case "stop": server.stop()
        case "start": try server.start()
        case "well": server.fail(nil)
        case "empty": server.kept = [:]
        case let text:
            guard let trouble = ServerTrouble(text) else { throw ScriptFailure("no trouble is called '\(text)'") }
            server.fail(trouble.trouble)
        }
    }

    /// `keeps NAME REGEX`: whether it keeps something at a path that matches.
    func keeps(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2, let server = servers[arguments[0]] else { throw ScriptFailure("keeps NAME REGEX") }
        let regex = try Regex(arguments[1])
        return server.kept.keys.contains { $0.contains(regex) }
    }

    /// `spoil NAME flip|truncate|remove REGEX`: what a server's disk may do to what lies at paths that match.
    func spoil(_ arguments: [String]) throws {
        guard arguments.count == 3, let server = servers[arguments[0]] else {
            throw ScriptFailure("spoil NAME flip|truncate|remove REGEX")
        }
        let regex = try Regex(arguments[2])
        var kept = server.kept
        let paths = kept.keys.filter { $0.contains(regex) && kept[$0]?.isEmpty == false }
        if paths.isEmpty { throw ScriptFailure("it keeps nothing at such a path") }
        for path in paths {
            let size = kept[path]?.count ?? 0
            switch arguments[1] {
            case "flip": kept[path]?[0] ^= 1
            case "truncate": kept[path]?.removeLast(size / 2 + 1)
            case "remove": kept[path] = nil
            case let other: throw ScriptFailure("flip, truncate or remove, not '\(other)'")
            }
        }
        server.kept = kept
    }

    /// `sound NAME`: whether each blob that it keeps is what its name says.
    func isSound(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 1, let server = servers[arguments[0]] else { throw ScriptFailure("sound NAME") }
        let blobs = server.kept.filter { $0.key.contains("/cas/") }
        if blobs.isEmpty { throw ScriptFailure("it keeps no blobs") }
        return blobs.allSatisfy { path, content in path.hasSuffix(ContentDigest(of: content).hex) }
    }

    /// `asked NAME REGEX`: whether a request matches that it was sent since it was started.
    func asked(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2, let server = servers[arguments[0]] else { throw ScriptFailure("asked NAME REGEX") }
        let regex = try Regex(arguments[1])
        return server.requests.contains { $0.contains(regex) }
    }
}
