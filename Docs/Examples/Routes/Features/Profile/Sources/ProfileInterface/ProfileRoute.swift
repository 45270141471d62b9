import RouterServiceInterface

/// Leads to Profile.
public struct ProfileRoute: Route {
    public static let identifier = "profile"

    public let name: String

    public init(name: String) { self.name = name }
}
