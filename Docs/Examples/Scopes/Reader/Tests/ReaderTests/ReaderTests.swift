import ArticleInterface
import SessionInterface
import Testing

struct Guest: Account {
    let user = "a guest"
    func countArticle() -> Int { 1 }
}

/// The test program is linked with the mock of the network.
@Test func aSessionCountsItsOwnArticles() {
    let graph = ObjectGraph()
    let ann = graph.loggedIn(LoggedIn(user: "Ann")), bob = graph.loggedIn(LoggedIn(user: "Bob"))
    #expect(ann.onArticle(OnArticle(id: 1)).articleScreen.text == "Ann reads 'mock of /articles/1', article 1")
    #expect(ann.onArticle(OnArticle(id: 2)).articleScreen.text == "Ann reads 'mock of /articles/2', article 2")
    #expect(bob.onArticle(OnArticle(id: 2)).articleScreen.text == "Bob reads 'mock of /articles/2', article 1")
}

@Test func anotherAccountInEachSession() {
    let graph = ObjectGraph()
    graph.prepareLoggedIn = { $0.makeAccount = { _ in Guest() } }
    let session = graph.loggedIn(LoggedIn(user: "Ann"))
    #expect(session.onArticle(OnArticle(id: 1)).articleScreen.text == "a guest reads 'mock of /articles/1', article 1")
}
