import ArtifactCache
import Disk

/// Reads `remoteCache` of `mono.json`: an address, or an object with more.
struct RemoteCacheReader {
    /// How a path of the file is read.
    let path: (ConfigurationValue) throws(ConfigurationError) -> AbsolutePath

    static let keys = [
        "address", "mode", "scope", "trustedKeys", "salt", "wait", "authorities", "certificate", "key",
        "credentialHelper",
    ]

    func read(_ value: ConfigurationValue) throws(ConfigurationError) -> RemoteCacheConfiguration {
        if let (place, mode) = value.placeAndMode {
            var remote = RemoteCacheConfiguration(address: try address(place))
            remote.mode = mode
            return remote
        }
        let object = try object(value)
        guard let place = object["address"] else {
            throw ConfigurationError(
                file: value.file, keyPath: value.keyPath + ".address", line: value.value.line, fact: .missing)
        }
        var remote = RemoteCacheConfiguration(address: try address(place))
        if let mode = object["mode"] { remote.mode = try mode.cacheMode() }
        if let salt = object["salt"] { remote.salt = try salt.text() }
        if let wait = object["wait"] {
            let seconds = try wait.integer()
            guard (0...3600).contains(seconds) else {
                throw wait.error(.badValue("\(seconds)", allowed: ["0 to 3600"]))
            }
            remote.wait = seconds
        }
        remote.authorities = try object["authorities"].map(path)
        remote.certificate = try object["certificate"].map(path)
        remote.key = try object["key"].map(path)
        if let helper = object["credentialHelper"] {
            let text = try helper.text()
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw helper.error(.badValue(text, allowed: ["a program: a path, or a name that PATH leads to"]))
            }
            remote.credentialHelper = text.contains("/") ? try path(helper).string : text
        }
        return remote
    }

    func object(_ value: ConfigurationValue) throws(ConfigurationError) -> ConfigurationObject {
        try ConfigurationObject(
            value.value, keyPath: value.keyPath, file: value.file, keys: RemoteCacheReader.keys, orText: true)
    }

    private func address(_ value: ConfigurationValue) throws(ConfigurationError) -> String {
        let text = try value.text()
        guard ServerAddress.flaw(of: text) == nil else {
            throw value.error(.badValue(text, allowed: ["an address as in https://cache.example.com/mono"]))
        }
        return text
    }
}

/// What may stand where a server's address is wanted.
public enum ServerAddress {
    public enum Flaw: Hashable, Sendable {
        /// It starts with something else than `https://`, `http://`, `grpcs://` or `grpc://`.
        case scheme
        /// Between the scheme and the path stands no name, something that is part of none, or no port behind it.
        case host
        /// A user or a password, which would be seen by all who see the address.
        case secret
        /// `?` and `#`: what follows would stand before names of entries.
        case query
        case characters
        /// It speaks HTTP, by which nothing is run.
        case runsNothing
    }

    /// Nil where it is the address of a server that may run actions.
    public static func flawOfExecutor(_ text: String) -> Flaw? {
        flaw(of: text) ?? (text.lowercased().hasPrefix("grpc") ? nil : .runsNothing)
    }

    /// Nil where it is an address.
    public static func flaw(of text: String) -> Flaw? {
        guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return .characters }
        guard
            let scheme = ["https://", "http://", "grpcs://", "grpc://"].first(where: { text.lowercased().hasPrefix($0) }
            )
        else {
            return .scheme
        }
        let rest = text.dropFirst(scheme.count), host = rest.prefix { !"/?#".contains($0) }
        if host.contains("@") { return .secret }
        if host.isEmpty || host.hasPrefix(":") || !hasPort(host) { return .host }
        return rest.contains("?") || rest.contains("#") ? .query : nil
    }

    /// What stands behind the name is a port, or nothing.
    private static func hasPort(_ host: Substring) -> Bool {
        let name = host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
        if name.isEmpty { return !host.hasPrefix("[") || host.hasSuffix("]") }
        return name.hasPrefix(":") && Int(name.dropFirst()).map { (1...65535).contains($0) } == true
    }

    /// What is sent there can be read on the way, but on this machine.
    public static func isOpen(_ text: String) -> Bool {
        guard let scheme = ["http://", "grpc://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            return false
        }
        let host = text.dropFirst(scheme.count).prefix { !"/".contains($0) }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        return !["localhost", "[::1]"].contains(name) && !name.hasPrefix("127.")
    }
}
