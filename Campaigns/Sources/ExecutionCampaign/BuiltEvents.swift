import Foundation

/// What the log of a build says of where its actions ran.
struct BuiltEvents {
    /// Seconds.
    var wall = 0.0
    var ran = 0, ranElsewhere = 0
    /// Actions that could have left, by why they did not.
    var stayed: [String: Int] = [:]
    /// Results that were made again and are the same, and others.
    var verified = 0, differing = 0
    /// Seconds by which actions took longer here than on the worker: of each that ran there.
    var overheads: [Double] = []

    private struct Event: Decodable {
        var event: String
        var outcome: String?
        var elsewhere: Bool?
        var duration: Double?
        var wall: Double?
        var ran, ranElsewhere, verified, differing: Int?
        var stayedHere: [String: Int]?
    }

    init() {}

    init(in log: String, wall: Double) throws {
        self.wall = wall
        for line in log.split(separator: "\n") {
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            switch event.event {
            case "actionFinished" where event.outcome == "ran" && event.elsewhere == true:
                overheads.append(((event.duration ?? 0) - (event.wall ?? 0)) / 1000)
            case "buildFinished":
                ran = event.ran ?? 0
                ranElsewhere = event.ranElsewhere ?? 0
                stayed = event.stayedHere ?? [:]
                (verified, differing) = (event.verified ?? 0, event.differing ?? 0)
            default: break
            }
        }
    }
}
