/// One of the things that can be done on a screen, chosen by its key, its number or its title.
public struct Choice {
    public let title: String
    /// Stands at the end of the line, such as a price.
    public let detail: String
    /// What to type; nil for the next number.
    public let key: String?
    public let action: () -> Void

    public init(_ title: String, detail: String = "", key: String? = nil, action: @escaping () -> Void) {
        (self.title, self.detail, self.key, self.action) = (title, detail, key, action)
    }
}
