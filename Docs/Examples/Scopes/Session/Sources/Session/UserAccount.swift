import SessionInterface
import Wiring

/// One for each session, which it gets as a value.
public final class UserAccount: Account, Shared, Scoped {
    public typealias Home = LoggedIn

    public let user: String
    private var articles = 0

    public init(session: LoggedIn) { user = session.user }

    public func countArticle() -> Int {
        articles += 1
        return articles
    }
}
