import Wiring

/// The account of who is logged in.
public protocol Account: Provided {
    var user: String { get }
    /// Counts one more article, and says how many there were.
    func countArticle() -> Int
}
