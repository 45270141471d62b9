import BuildEngine
import Configuration
import Disk
import RemoteCaches
import Subprocesses

extension ElsewhereOptions {
    /// Nil where all runs here. How the server is trusted, and what says who asks, is as for a remote cache. `signs`:
    /// others will believe what comes back. Asks nothing yet.
    func elsewhere(
        _ configuration: WorkspaceConfiguration?, _ session: Session, _ commands: any CommandRunner, signs: Bool = false
    ) throws -> Elsewhere? {
        guard isUsed else {
            if address == nil, jobs == nil, properties.isEmpty { return nil }
            throw ErrorReport(
                code: .usage, what: "'--no-remote-executor' leaves nothing to other options about it",
                help: "leave one of them away")
        }
        let given = configuration?.remoteExecutor, chosen = try address(session)
        guard let address = chosen ?? given?.address else {
            if jobs == nil, properties.isEmpty { return nil }
            throw ErrorReport(
                code: .usage, what: "'--remote-jobs' and '--remote-property' say how '--remote-executor' is used",
                help: "add '--remote-executor URL'")
        }
        // Who may change mono.json could have it sent anywhere.
        if chosen == nil, let name = session.environment.remoteSecretName {
            throw ErrorReport(
                code: .usage, what: "\(name) is set, and mono.json alone says which server would get it",
                help: "MONO_REMOTE_EXECUTOR=\(address) names the server beside it")
        }
        var server = configuration?.remoteCache ?? RemoteCacheConfiguration(address: address)
        server.address = address
        let settings = try server.server(LocalFileSystem(), session, commands)
        let properties = (given?.properties ?? [:]).merging(try pairs()) { $1 }
        // Neither scopes nor signatures cover the server's own cache of results.
        guard let executor = RemoteExecutor(settings, properties: properties, takesEarlierResults: !signs) else {
            return nil
        }
        return Elsewhere(executor: executor, jobs: jobs ?? given?.jobs ?? 8)
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
