import ArticleInterface
import SessionInterface

let graph = ObjectGraph()
for user in ["Ann", "Bob"] {
    let session = graph.loggedIn(LoggedIn(user: user))
    for id in 1...2 { print(session.onArticle(OnArticle(id: id)).articleScreen.text) }
}
