import ArtifactCache
import Configuration
import Disk
import RemoteCaches
import RemoteCalls
import Subprocesses

extension RemoteCacheConfiguration {
    /// How the server is asked, and what says who asks. Asks nothing yet.
    func settings(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) throws -> RemoteCacheSettings {
        var settings = RemoteCacheSettings(server: try server(files, session, commands), mode: mode)
        if let wait { settings.wait = Double(wait) }
        return settings
    }

    /// The server alone.
    func server(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) throws -> RemoteServerSettings {
        var server = RemoteServerSettings(address: address)
        server.salt = salt
        server.userAgent = "mono/\(VersionCommand.version)"
        (server.authorities, server.certificate, server.key) =
            (authorities?.string, certificate?.string, key?.string)
        server.callChannel = callChannel(files, session, commands)
        server.credentials = try credentials(files, session, commands)
        if case .none = server.credentials {
        } else if ServerAddress.isOpen(address) {
            throw ErrorReport(
                code: .usage, what: "a password or token for '\(address)' could be read on the way",
                help: "ask it by https://, or without them")
        }
        return server
    }

    /// What is asked for comes first, then what lies beside mono, then what PATH leads to. Nil where there is none.
    private func callChannel(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) -> (@Sendable (CallProgram.Server) -> any CallChannel)? {
        let environment = session.environment
        let named = environment["MONO_REMOTE_PROGRAM"].flatMap { $0.isEmpty ? nil : session.path($0) }
        let beside = environment.executable.map { AbsolutePath($0).parent / "mono-remote" }
        let candidates = [named, beside, files.program("mono-remote", on: environment["PATH"])]
        guard let program = candidates.compactMap(\.self).first(where: files.isFile) else { return nil }
        let variables = environment.variables
        return { CallProgram(program.string, $0, environment: variables, commands: commands) }
    }

    /// The environment counts before the helper that `mono.json` names.
    private func credentials(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) throws -> RemoteCredentials {
        let environment = session.environment, user = environment["MONO_REMOTE_CACHE_USER"] ?? ""
        if let token = environment.remoteToken {
            try check(token, ProcessEnvironment.remoteTokenName)
            return .token(token)
        }
        if let password = environment.remotePassword {
            guard !user.isEmpty, !user.contains(":") else {
                throw ErrorReport(
                    code: .usage, what: "MONO_REMOTE_CACHE_PASSWORD is set, and MONO_REMOTE_CACHE_USER names no user")
            }
            try check(user + password, ProcessEnvironment.remotePasswordName)
            return .password(user: user, password: password)
        }
        guard let credentialHelper else { return .none }
        let program =
            credentialHelper.hasPrefix("/")
            ? AbsolutePath(credentialHelper) : files.program(credentialHelper, on: environment["PATH"])
        guard let program, files.isFile(program) else {
            throw ErrorReport(
                code: .usage, what: "there is no credential helper '\(credentialHelper)', which mono.json names",
                help: "install it, or set MONO_REMOTE_CACHE_TOKEN")
        }
        return .helper(
            CredentialHelper(
                program: program.string, folder: session.folder.string, environment: environment.variables,
                commands: commands))
    }

    /// A line feed in it would be another header.
    private func check(_ secret: String, _ name: String) throws {
        guard !secret.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
            throw ErrorReport(code: .usage, what: "\(name) holds a line feed or another control character")
        }
    }
}
