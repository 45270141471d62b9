import RouterServiceInterface

/// Leads to Home.
public struct HomeRoute: Route {
    public static let identifier = "home"

    public init() {}
}
