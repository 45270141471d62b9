/// Which server `mono-remote` calls, and how: what it reads from its standard input. There are no secrets in it; what
/// says who calls comes with each call.
public struct CallProgramSettings: Hashable, Sendable {
    /// Absolute, in a folder that only its owner may enter: `mono-remote` makes this socket, and removes both at its
    /// end.
    public var socket: String
    public var host: String
    public var port: Int
    /// By TLS.
    public var isSecure = false
    /// Files in PEM: authorities in place of the system's; a client's certificate and its key.
    public var authorities, certificate, key: String?

    public init(socket: String, host: String, port: Int) {
        (self.socket, self.host, self.port) = (socket, host, port)
    }

    private var fields: [(String, String?)] {
        [
            ("socket", socket), ("host", host), ("port", "\(port)"), ("tls", isSecure ? "yes" : nil),
            ("authorities", authorities), ("certificate", certificate), ("key", key),
        ]
    }

    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for case (let name, let value?) in fields {
            bytes.append(text: name)
            bytes.append(text: value)
        }
        return bytes
    }

    /// Nil for bytes that are no settings, those of another version of mono among them.
    public init?(decoding bytes: [UInt8]) {
        var reader = FieldReader(bytes), values: [String: String] = [:]
        while !reader.isAtEnd {
            guard let name = reader.text(), let value = reader.text() else { return nil }
            values[name] = value
        }
        guard let socket = values["socket"], let host = values["host"], let port = values["port"].flatMap({ Int($0) })
        else { return nil }
        self.init(socket: socket, host: host, port: port)
        isSecure = values["tls"] != nil
        (authorities, certificate, key) = (values["authorities"], values["certificate"], values["key"])
        if Set(values.keys) != Set(fields.filter { $0.1 != nil }.map(\.0)) { return nil }
    }
}
