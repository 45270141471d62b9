import BuildEngine
import Configuration
import Disk
import RemoteCaches
import Subprocesses

extension ElsewhereOptions {
    /// Nil where all runs here. How the server is trusted, and what says who asks, is as for a remote cache. Asks
    /// nothing yet.
    func elsewhere(
        _ configuration: WorkspaceConfiguration?, _ session: Session, _ commands: any CommandRunner
    ) throws -> Elsewhere? {
        guard let address = try address(session) else {
            if jobs != nil || !properties.isEmpty {
                throw ErrorReport(
                    code: .usage, what: "'--remote-jobs' and '--remote-property' say how '--remote-executor' is used",
                    help: "add '--remote-executor URL'")
            }
            return nil
        }
        var server = configuration?.remoteCache ?? RemoteCacheConfiguration(address: address)
        server.address = address
        let settings = try server.server(LocalFileSystem(), session, commands)
        guard let executor = RemoteExecutor(settings, properties: try pairs()) else { return nil }
        return Elsewhere(executor: executor, jobs: jobs ?? 8)
    }

    private func address(_ session: Session) throws -> String? {
        if let address { return address }
        let name = "MONO_REMOTE_EXECUTOR"
        guard let text = session.environment[name], !text.isEmpty else { return nil }
        if let flaw = ServerAddress.flawOfExecutor(text) {
            throw ErrorReport(code: .usage, what: flaw.sentence(text, of: name))
        }
        return text
    }

    private func pairs() throws -> [String: String] {
        var found: [String: String] = [:]
        for property in properties {
            let parts = property.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ErrorReport(
                    code: .usage, what: "--remote-property cannot be '\(property)'",
                    help: "it is as in --remote-property OSFamily=linux")
            }
            found[String(parts[0])] = String(parts[1])
        }
        return found
    }
}
