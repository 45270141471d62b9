import ArticleInterface
import NetworkInterface
import SessionInterface
import Wiring

/// Takes a value of its own scope, a part of the scope around it, and a part of the whole graph.
public final class DefaultArticleScreen: ArticleScreen, Scoped {
    public typealias Home = OnArticle

    public let text: String

    public init(article: OnArticle, account: any Account, network: any Network) {
        text = "\(account.user) reads '\(network.get("/articles/\(article.id)"))', article \(account.countArticle())"
    }
}
