import ArtifactCache
import Configuration
import Disk
import RemoteCaches
import Signatures
import Subprocesses
import Workspaces

/// Where the caches lie, and which parts of them are used. Of the command line, the environment, `mono.json` and the
/// system's habit, the first that says something counts: what a checkout says never widens what the command line
/// allows.
struct CachePlaces: Hashable, Sendable {
    var local: AbsolutePath
    var shared: SharedTier?
    var remote: RemoteCacheConfiguration?
    /// `mono.json` alone names the server.
    let remoteIsOfCheckout: Bool
    /// What holds of this machine alone: digests of its toolchains, remembered by what a look at their files shows.
    var machine: AbsolutePath
    var scopes: ScopeChain
    /// Nil where no signature is asked for.
    var trustedKeys: [VerifyingKey]?
    private let signingKeyFile: AbsolutePath?

    init(_ choice: CacheOptions, _ configuration: WorkspaceConfiguration?, _ session: Session) throws {
        let habit = CachePlaces.userFolder(session)
        let named = choice.folder ?? session.environment["MONO_CACHE_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        local =
            named.map(session.path) ?? configuration?.cache ?? habit ?? (configuration?.root ?? session.folder)
            / ".mono/cache"
        shared =
            choice.shared.map {
                SharedTier(folder: session.path($0.folder), mode: $0.isReadOnly ? .readOnly : .readWrite)
            }
            ?? configuration?.sharedCache
        let server = try CachePlaces.remoteChoice(choice, session)
        remote = choice.usesRemote ? CachePlaces.remote(server, configuration) : nil
        remoteIsOfCheckout = server == nil
        machine = (habit ?? local) / "machine"
        scopes = choice.scopes ?? configuration?.scopes ?? .main
        signingKeyFile = choice.signingKeyFile.map(session.path)
        let signs = signingKeyFile != nil || session.environment.signingKey != nil
        trustedKeys =
            try choice.trustedKeys ?? CachePlaces.keys(session.environment["MONO_TRUSTED_KEYS"])
            ?? (signs ? [] : configuration?.trustedKeys)
    }

    /// The server that the command line or the environment names.
    private static func remoteChoice(_ choice: CacheOptions, _ session: Session) throws -> RemoteCacheChoice? {
        if let typed = choice.remote { return typed }
        guard let text = session.environment["MONO_REMOTE_CACHE"], !text.isEmpty else { return nil }
        let named = RemoteCacheChoice(text)
        if let flaw = ServerAddress.flaw(of: named.address) {
            throw ErrorReport(code: .usage, what: flaw.sentence(named.address, of: "MONO_REMOTE_CACHE"))
        }
        return named
    }

    /// How another server is asked than that of `mono.json` is what `mono.json` says.
    private static func remote(
        _ chosen: RemoteCacheChoice?, _ configuration: WorkspaceConfiguration?
    ) -> RemoteCacheConfiguration? {
        guard let chosen else { return configuration?.remoteCache }
        var remote = configuration?.remoteCache ?? RemoteCacheConfiguration(address: chosen.address)
        (remote.address, remote.mode) = (chosen.address, chosen.isReadOnly ? .readOnly : .readWrite)
        return remote
    }

    private static func keys(_ text: String?) throws -> [VerifyingKey]? {
        let words = (text ?? "").split(whereSeparator: \.isWhitespace)
        if words.isEmpty { return nil }
        return try words.map { word in
            guard let key = VerifyingKey(word) else {
                throw ErrorReport(
                    code: .usage, what: "MONO_TRUSTED_KEYS holds '\(word)', which is no key",
                    help: "keys look as 'mono cache keygen' prints them")
            }
            return key
        }
    }

    private static func userFolder(_ session: Session) -> AbsolutePath? {
        if let folder = session.environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
            return AbsolutePath(folder) / "mono"
        }
        if let home = session.environment["HOME"], home.hasPrefix("/") { return AbsolutePath(home) / ".cache/mono" }
        return nil
    }

    /// Who may be believed is found out too: the secret key is read, and the library for signatures is opened where any
    /// is asked for.
    func settings(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) throws -> CacheSettings {
        var settings = CacheSettings(
            local: local, shared: shared, remote: try remoteSettings(files, session, commands), machine: machine,
            scopes: scopes, writer: VersionCommand.version)
        try settings.checkOverlap(files)
        settings.trust = try trust(files, session)
        warnOfEmptyKeys(session)
        return settings
    }

    /// A variable that a CI system has no value for: the job means to trust some, and trusts everybody.
    private func warnOfEmptyKeys(_ session: Session) {
        guard trustedKeys == nil, shared != nil || remote != nil, let text = session.environment["MONO_TRUSTED_KEYS"],
            text.allSatisfy(\.isWhitespace)
        else { return }
        let report = ErrorReport(
            severity: .warning, code: .success,
            what: "MONO_TRUSTED_KEYS is empty: results of anybody who can write to the cache count",
            help: "give this job the public keys, or unset the variable")
        session.terminal.errors.print(report.rendered(session.terminal.errors.style))
    }

    private func remoteSettings(
        _ files: any FileSystem, _ session: Session, _ commands: any CommandRunner
    ) throws -> RemoteCacheSettings? {
        guard let remote else { return nil }
        // Who may change mono.json could have them sent anywhere.
        if remoteIsOfCheckout, let name = session.environment.remoteSecretName {
            throw ErrorReport(
                code: .usage, what: "\(name) is set, and mono.json alone says which server would get it",
                help: "MONO_REMOTE_CACHE=\(remote.address) names the server beside it")
        }
        return try remote.settings(files, session, commands)
    }

    private func trust(_ files: any FileSystem, _ session: Session) throws -> CacheTrust {
        let seed = try seed(files, session)
        if seed == nil, trustedKeys == nil { return .everybody }
        return try CacheTrust(
            signer: try seed.map { seed throws(SignatureError) in try Signer(seed) }, keys: trustedKeys ?? [])
    }

    private func seed(_ files: any FileSystem, _ session: Session) throws -> SigningSeed? {
        guard let file = signingKeyFile else {
            guard let text = session.environment.signingKey, !text.isEmpty else { return nil }
            guard let seed = SigningSeed(text) else {
                throw ErrorReport(
                    code: .usage, what: "MONO_SIGNING_KEY holds no secret key", help: "'mono cache keygen' makes one")
            }
            return seed
        }
        let found = try files.readRegularFile(file, atMost: 4096)
        guard let seed = SigningSeed(String(decoding: found.content, as: UTF8.self)) else {
            throw ErrorReport(
                code: .usage, what: "'\(file)' holds no secret key", help: "'mono cache keygen' makes one")
        }
        guard found.status.permissions & 0o077 == 0 else {
            throw ErrorReport(
                code: .usage, what: "the secret key in '\(file)' can be read by others",
                help: "chmod 600 '\(file)'; if others may have read it, make a new one")
        }
        return seed
    }
}

extension SignatureError: Reportable {
    var report: ErrorReport {
        switch self {
        case .noLibrary(let complaint):
            ErrorReport(
                code: .storage, what: "signatures need OpenSSL's libcrypto, which cannot be opened",
                details: [complaint],
                help: "install it (Debian, Ubuntu: libssl3; Fedora: openssl-libs)")
        case .noFunction(let name):
            ErrorReport(
                code: .storage, what: "this machine's libcrypto knows no Ed25519: '\(name)' is missing",
                help: "OpenSSL 1.1.1 and later do")
        case .refused(let what):
            ErrorReport(
                code: .usage, what: "libcrypto refuses to make a \(what)",
                help: "is it a key that 'mono cache keygen' printed?")
        }
    }
}
