import Foundation
import Measuring

/// What one way to a full cache came to, in one configuration.
struct RemoteResult {
    /// Its name.
    var way: String
    var configuration: String
    var walls: [Double] = []
    /// Actions that ran, over all rounds.
    var ran = 0
    var hits = 0
    var requests = 0
    var megabytes = 0.0
    /// Of the first round: files that are not what a build makes that compiles everything.
    var others: [String] = []
}

/// A way to a full cache.
struct RemoteWay {
    var name: String
    /// Nil: a shared folder.
    var address: String?
    var variables: [String: String] = [:]
}

struct RemoteMeasurement {
    /// What the others are compared with.
    static let folder = "a shared folder"

    let options: RemoteOptions

    init(_ options: RemoteOptions) { self.options = options }

    private var clone: String { options.work + "/clone" }

    func measure() throws -> [RemoteResult] {
        try Folders.remove(options.work)
        try Folders.make(options.work)
        let revision = try Program("git", ["rev-parse", "HEAD"], in: options.packages[0]).run().output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try Clone(of: options.packages[0], in: clone).checkOut(revision)
        let plain = try WebServer(in: options.work + "/plain")
        defer { plain.stop() }
        let secure = try WebServer(in: options.work + "/secure", isSecure: true)
        defer { secure.stop() }
        let called = APIServer.isInstalled ? try APIServer(in: options.work + "/api") : nil
        defer { called?.stop() }
        // Certificates are named in mono.json, which is a clone's own.
        try Folders.write(
            "{\"remoteCache\": {\"address\": \"\(secure.address)\", \"authorities\": \"\(secure.authority)\"}}",
            to: clone + "/mono.json")
        let ways = try self.ways(plain, secure, called)
        return try ["debug", "release"].flatMap { try measure(ways, $0) }
    }

    private func ways(_ plain: WebServer, _ secure: WebServer, _ called: APIServer?) throws -> [RemoteWay] {
        var ways = [
            RemoteWay(name: RemoteMeasurement.folder),
            RemoteWay(name: "nginx", address: plain.address),
            RemoteWay(
                name: "nginx with TLS and a password", address: secure.address,
                variables: ["MONO_REMOTE_CACHE_USER": "ci", "MONO_REMOTE_CACHE_PASSWORD": "secret"]),
            RemoteWay(name: "nginx, \(options.delay) ms away", address: "http://127.0.0.1:\(try away(plain.port))"),
        ]
        if let called {
            ways += [
                RemoteWay(name: "buildbox-casd", address: called.address),
                RemoteWay(
                    name: "buildbox-casd, \(options.delay) ms away",
                    address: "grpc://127.0.0.1:\(try away(called.port))"),
            ]
        }
        return ways + options.servers.map { RemoteWay(name: $0.name, address: $0.text) }
    }

    /// The port of a proxy in front of a server, which adds the round trip that was asked for.
    private func away(_ port: UInt16) throws -> UInt16 {
        try DelayingProxy(to: port, roundTrip: Double(options.delay)).port
    }

    private func measure(_ ways: [RemoteWay], _ configuration: String) throws -> [RemoteResult] {
        // What every server gets is made anew: only so do its own results stand in it. Those that are reached in two
        // ways have everything after the first.
        for way in ways where !way.name.hasSuffix(" away") {
            try startOver()
            _ = try build(way, configuration)
        }
        let right = try products(configuration)
        var found = ways.map { RemoteResult(way: $0.name, configuration: configuration) }
        for round in 0..<options.rounds {
            for index in found.indices {
                let at = round % 2 == 0 ? index : found.count - 1 - index
                try startOver()
                let (run, finished) = try build(ways[at], configuration)
                found[at].walls.append(run.wall)
                found[at].ran += finished.ran
                (found[at].hits, found[at].requests) = (finished.hits, finished.requests)
                found[at].megabytes = Double(finished.bytesDown) / 1e6
                if round > 0 { continue }
                let made = try products(configuration)
                found[at].others = Set(made.keys).union(right.keys).filter { made[$0] != right[$0] }.sorted()
            }
        }
        return found
    }

    /// As on a machine that has only seen the toolchain.
    private func startOver() throws {
        try Folders.remove(clone + "/.mono")
        try Folders.remove(options.work + "/cache/v1")
    }

    private struct Finished: Decodable {
        var ran, hits: Int
        var remoteRequests, bytesDown: Int?
    }

    private func build(
        _ way: RemoteWay, _ configuration: String
    ) throws -> (Run, (ran: Int, hits: Int, requests: Int, bytesDown: Int)) {
        let events = options.work + "/events.jsonl"
        var words = ["build", "-c", configuration, "--events", events, "--cache-dir", options.work + "/cache"]
        words +=
            way.address.map { ["--remote-cache", $0] }
            ?? ["--no-remote-cache", "--shared-cache", options.work + "/shared"]
        let run = try Program(options.mono, words, in: clone, variables: way.variables).run(timeLimit: 3600)
        let last = try Folders.text(events).split(separator: "\n").last { $0.contains("\"buildFinished\"") } ?? "{}"
        let finished = try JSONDecoder().decode(Finished.self, from: Data(last.utf8))
        return (run, (finished.ran, finished.hits, finished.remoteRequests ?? 0, finished.bytesDown ?? 0))
    }

    /// What is placed: by its path, the content.
    private func products(_ configuration: String) throws -> [String: Data] {
        let folder = clone + "/.mono/" + configuration
        var found: [String: Data] = [:]
        for name in Folders.entries(folder) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            found[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
        return found
    }
}
