import SessionInterface
import Wiring

/// A scope in a scope: an article is read by somebody who is logged in.
public struct OnArticle: Scope, Scoped {
    public typealias Home = LoggedIn

    public let id: Int
    public init(id: Int) { self.id = id }
}
