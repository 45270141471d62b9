/// What a server of the Remote Execution API says that it can do.
public struct APICapabilities: Hashable, Sendable {
    /// It keeps blobs under their SHA-256.
    public var knowsSHA256 = true
    /// It takes results of ours.
    public var takesResults = true
    /// It runs actions.
    public var executes = false
    /// Bytes of all blobs of one request.
    var batchLimit: Int64 = APICapabilities.ourLimit

    /// Servers take messages of 4 MiB unless they say more; names and lengths need some of it.
    private static let ourLimit: Int64 = 4 << 20 - 64 << 10

    /// Numbers of the API's enumerations.
    private static let sha256: Int64 = 1

    init() {}

    /// `GetCapabilities`' answer. What it leaves open is as most servers have it.
    init(_ answer: [UInt8]) throws(ProtobufReader.Malformed) {
        let fields = try ProtobufFields(answer[...])
        if let cache = try fields.message(1) {
            let functions = try cache.list(1)
            knowsSHA256 = functions.isEmpty || functions.contains(APICapabilities.sha256)
            takesResults = try cache.message(2)?.number(1) == 1
            let limit = cache.number(4)
            if limit > 0 { batchLimit = min(batchLimit, limit) }
        }
        executes = try fields.message(2)?.number(2) == 1
    }
}
