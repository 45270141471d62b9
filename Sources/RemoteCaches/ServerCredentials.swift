import FoundationEssentials
import Synchronization

/// What each request says of who asks. May be used from any thread.
final class ServerCredentials: Sendable {
    private let credentials: RemoteCredentials
    private let address: String
    /// What the credential helper said; nil while nothing asked it, or what it said is refused.
    private let said = Mutex<[String]?>(nil)

    init(_ credentials: RemoteCredentials, for address: String) {
        (self.credentials, self.address) = (credentials, address)
    }

    /// Lines such as `Authorization: Bearer …`. Blocks while a helper is asked.
    func headers() throws(CredentialHelper.Fault) -> [String] {
        switch credentials {
        case .none: return []
        case .token(let token): return ["Authorization: Bearer \(token)"]
        case .password(let user, let password):
            return ["Authorization: Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"]
        case .helper(let helper):
            return try said.withLock { said throws(CredentialHelper.Fault) in
                if let said { return said }
                let headers = try helper.headers(for: address)
                said = headers
                return headers
            }
        }
    }

    /// The server refuses what the helper said, which may have something newer. False where there is no helper.
    func forget(_ headers: [String]) -> Bool {
        guard case .helper = credentials else { return false }
        said.withLock { if $0 == headers { $0 = nil } }
        return true
    }
}
