import Foundation

/// Leads to features by their routes.
public protocol RouterServiceProtocol: AnyObject {
    func navigate(toRoute route: any Route) throws

    /// The route that a text such as `profile|{"name": "Ada"}` stands for.
    func route(fromString text: String) throws -> any Route

    /// The route that a URL such as `app://profile?name=Ada` stands for.
    func route(fromURL url: URL) throws -> any Route
}

public enum RouterError: Error, Hashable {
    /// No handler is registered for routes with this identifier.
    case unknownRoute(String)
    /// Nothing is registered for this type.
    case unknownDependency(String)
    /// Neither `identifier|{parameters}` nor `scheme://identifier?parameters`.
    case unreadable(String)
}
