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

    /// `asked NAME REGEX`: whether a request matches that it was sent since it was started.
    func asked(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2, let server = servers[arguments[0]] else { throw ScriptFailure("asked NAME REGEX") }
        let regex = try Regex(arguments[1])
        return server.requests.contains { $0.contains(regex) }
    }
}
