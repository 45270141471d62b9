import Wiring

public protocol ArticleScreen: Provided {
    var text: String { get }
}
