import Foundation
import Measuring
import MixedWorkspace

/// What came of all builds.
struct FaultTally {
    var cases = 0, wrong = 0
    /// Connections, by what happened to them.
    var mishaps: [Mishap: Int] = [:]
    /// Seconds: of a build without a server, and of all with one.
    var usual = 0.0
    var walls: [Double] = []

    var lines: [String] {
        [
            "\(cases) builds, \(wrong) of them failed, made other programs or took too long",
            "  "
                + mishaps.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)" }
                .joined(separator: "; "),
            "  without a server \(seconds(usual)); with it, median \(seconds(median(walls))), longest "
                + seconds(walls.max() ?? 0),
        ]
    }

    func page(_ options: FaultOptions, _ mono: String) -> String {
        (["Run on \(today()) with \(mono), seed \(options.seed).", "", "    " + lines[0]]
            + lines.dropFirst().map {
                "    " + $0
            }).joined(separator: "\n")
    }
}

struct FaultCampaign {
    private let options: FaultOptions
    private var workspace: MixedWorkspace { MixedWorkspace(folder: options.work + "/w") }

    /// Seconds that a build may take on top of what two take without a server: until a silent one is left alone, and
    /// until what is still to be sent is given up.
    private static let patience = 10.0, wait = 3

    init(_ options: FaultOptions) { self.options = options }

    func run() throws -> FaultTally {
        say("seed \(options.seed)")
        try Folders.remove(options.work)
        try workspace.write()
        var tally = FaultTally()
        tally.usual = try build(nil).wall
        let right = try workspace.programs()
        let server =
            try options.calls ? CalledServers(in: options.work) : WebServers(in: options.work) as any FaultyServers
        defer { server.stop() }
        let proxy = try FaultyProxy(to: server.port, seed: options.seed)
        let address = "\(options.calls ? "grpc" : "http")://127.0.0.1:\(proxy.port)"
        try Folders.write(
            "{\"remoteCache\": {\"address\": \"\(address)\", \"wait\": \(FaultCampaign.wait)}}",
            to: workspace.folder + "/mono.json")
        _ = try build(address)
        try server.keep()
        var numbers = SeededGenerator(seed: options.seed)
        for index in 1...max(1, options.cases / 2) {
            let weather = Weather.random(&numbers)
            proxy.change(weather, to: try server.begin(isFull: weather.isFull))
            let (wall, fault) = try self.case(address, right, tally.usual)
            // What was sent in this weather must be right in a better one.
            proxy.change(nil)
            let (_, later) = try self.case(address, right, tally.usual)
            tally.cases += 2
            tally.walls.append(wall)
            for fault in [fault, later.map { "afterwards: " + $0 }].compactMap(\.self) {
                tally.wrong += 1
                say("\(index). \(weather.words)\n   WRONG: \(fault)")
            }
            if index % 25 == 0 { say("\(index * 2) builds, \(tally.wrong) wrong") }
        }
        tally.mishaps = proxy.counts
        return tally
    }

    private func `case`(
        _ address: String, _ right: [String: Data], _ usual: Double
    ) throws -> (wall: Double, fault: String?) {
        let run: Program.End
        do { run = try build(address) } catch { return (0, "\(error)") }
        let limit = 2 * usual + FaultCampaign.patience + Double(FaultCampaign.wait) + 5
        if run.wall > limit { return (run.wall, "it took \(seconds(run.wall)), more than \(seconds(limit))") }
        return (run.wall, try workspace.programs() == right ? nil : "programs are others, or missing")
    }

    /// With an empty local cache.
    private func build(_ address: String?) throws -> Program.End {
        let log = options.work + "/log"
        for path in [workspace.folder + "/.mono", options.work + "/cache/v1"] { try Folders.remove(path) }
        let words = ["build", "--cache-dir", options.work + "/cache"] + (address == nil ? ["--no-remote-cache"] : [])
        let end = try Program(options.mono, words, in: workspace.folder).finish(writing: log, timeLimit: 180)
        if end.code != 0 { throw RunError("the build ended with \(end.code):\n\(try Folders.text(log))") }
        return end
    }
}
