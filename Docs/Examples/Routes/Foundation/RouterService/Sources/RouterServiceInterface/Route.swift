/// A place in the app, as a value: one feature leads to another by its route, and sees nothing else of it.
public protocol Route: Codable, Sendable {
    /// What texts and URLs call it; no other route may have it.
    static var identifier: String { get }
}
