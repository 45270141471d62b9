/// What a local cache keeps without being asked. A limit that is nil is none.
public struct CacheLimits: Hashable, Sendable {
    /// Results that nothing used for so many days go.
    public var days: Int?
    /// Then those used longest ago, until the rest takes at most so many gigabytes (of 1024 megabytes).
    public var gigabytes: Int?

    public init(days: Int? = nil, gigabytes: Int? = nil) { (self.days, self.gigabytes) = (days, gigabytes) }

    /// Where nobody says anything else.
    public static let usual = CacheLimits(days: 60)
}
