/// `grpc://HOST:PORT/INSTANCE`, or `grpcs://` for TLS: a server of the Remote Execution API.
struct APIAddress: Hashable, Sendable {
    var host: String
    var port: Int
    var isSecure: Bool
    /// Which of the server's caches; often empty.
    var instance: String

    /// Nil where it is another kind of address, or none.
    init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["grpc://", "grpcs://"].first(where: { lower.hasPrefix($0) }) else { return nil }
        isSecure = scheme == "grpcs://"
        let rest = text.dropFirst(scheme.count)
        let place = rest.prefix { $0 != "/" }
        instance = rest.dropFirst(place.count).split(separator: "/").joined(separator: "/")
        let end =
            place.hasPrefix("[") ? place.firstIndex(of: "]").map { place.index(after: $0) } : place.firstIndex(of: ":")
        let name = place[..<(end ?? place.endIndex)], behind = place[(end ?? place.endIndex)...]
        host = name.filter { !"[]".contains($0) }
        if behind.isEmpty {
            port = isSecure ? 443 : 80
        } else {
            guard behind.hasPrefix(":"), let number = Int(behind.dropFirst()), (1...65535).contains(number) else {
                return nil
            }
            port = number
        }
        if host.isEmpty { return nil }
    }
}
