import Foundation
import Measuring

/// The server of one case after the other: it has all results, or none.
protocol FaultyServers: AnyObject {
    /// Where the first build puts all results.
    var port: UInt16 { get }
    /// What it has now is what a full server has.
    func keep() throws
    /// Makes ready for a case, and returns the port.
    func begin(isFull: Bool) throws -> UInt16
    func stop()
}

/// nginx, whose files are put in place for each case.
final class WebServers: FaultyServers {
    private let server: WebServer
    private let full: String

    init(in folder: String) throws {
        server = try WebServer(in: folder + "/server")
        full = folder + "/full"
    }

    var port: UInt16 { server.port }

    func keep() throws { try FileManager.default.copyItem(atPath: server.data, toPath: full) }

    func begin(isFull: Bool) throws -> UInt16 {
        try Folders.remove(server.data)
        if isFull { try FileManager.default.copyItem(atPath: full, toPath: server.data) }
        try Folders.make(server.data + "/.tmp")
        return server.port
    }

    func stop() { server.stop() }
}

/// buildbox-casd: one that has everything, and a fresh one for each case without anything. It checks what it gets, so
/// that no case spoils the first.
final class CalledServers: FaultyServers {
    private let full: APIServer
    private let place: String
    private var empty: APIServer?

    init(in folder: String) throws {
        full = try APIServer(in: folder + "/server")
        place = folder + "/empty"
    }

    var port: UInt16 { full.port }

    func keep() {}

    func begin(isFull: Bool) throws -> UInt16 {
        empty?.stop()
        empty = nil
        if isFull { return full.port }
        try Folders.remove(place)
        let server = try APIServer(in: place)
        empty = server
        return server.port
    }

    func stop() {
        empty?.stop()
        full.stop()
    }
}
