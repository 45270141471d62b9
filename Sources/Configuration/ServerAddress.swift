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
