import Foundation
import Glibc

/// buildbox-casd on loopback, a server of the Remote Execution API with a folder of its own. Its owner stops it.
public struct APIServer: Sendable {
    public let folder: String
    public let port: UInt16
    private let program: Background

    public var address: String { "grpc://127.0.0.1:\(port)" }

    /// False where the server or what calls it is not installed.
    public static var isInstalled: Bool { place(of: "buildbox-casd") != nil && place(of: "mono-remote") != nil }

    /// Starts it. `workers`: so many actions at a time it runs, in sandboxes that see the system and the toolchain.
    public init(in folder: String, workers: Int = 0) throws {
        self.folder = folder
        guard let server = APIServer.place(of: "buildbox-casd") else {
            throw RunError("buildbox-casd is not in PATH: Docs/Remote.md says where to get it")
        }
        try Folders.make(folder)
        let (socket, port) = try Sockets.listen()
        close(socket)
        self.port = port
        var words = [server, "--bind=127.0.0.1:\(port)", "--quota-high=20G", "--log-level=info"]
        if workers > 0 {
            let tools = try APIServer.toolchain()
            words += ["--buildbox-run=\((server as NSString).deletingLastPathComponent)/buildbox-run"]
            words += ["--jobs=\(workers)", "--cache-failures=false"]
            for path in ["/usr", "/bin", "/lib", "/lib64", "/etc", tools] where Folders.exists(path) {
                words.append("--runner-arg=--ro-bind-mount=\(try APIServer.real(path)):\(path)")
            }
        }
        let log = folder + "/log"
        program = try Background(words + [folder + "/cas"], in: folder, log: log)
        for _ in 0..<200 where program.isRunning {
            if (try? Folders.contains(log, "listening on")) == true { return }
            usleep(50_000)
        }
        program.stop()
        throw RunError("buildbox-casd did not start:\n\((try? Folders.text(log)) ?? "")")
    }

    public func stop() { program.stop() }

    /// The first of that name in `PATH`; of mono's own, what `MONO_REMOTE_PROGRAM` names.
    private static func place(of name: String) -> String? {
        let variables = ProcessInfo.processInfo.environment
        if name == "mono-remote", let named = variables["MONO_REMOTE_PROGRAM"], !named.isEmpty { return named }
        return (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
            access($0, X_OK) == 0
        }
    }

    /// The folder with `usr/bin/swiftc`, or the one with `bin/swiftc`.
    private static func toolchain() throws -> String {
        guard let compiler = place(of: "swiftc") else { throw RunError("swiftc is not in PATH") }
        var folder = try real(compiler) as NSString
        for _ in 0..<2 { folder = folder.deletingLastPathComponent as NSString }
        return folder as String
    }

    private static func real(_ path: String) throws -> String {
        guard let found = realpath(path, nil) else { throw RunError("there is no \(path)") }
        defer { free(found) }
        return String(cString: found)
    }
}
