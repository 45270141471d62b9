import InterfaceKitInterface
import Wiring

/// Knows the screens of a feature. Every one that an app is linked with is collected.
public protocol RouteHandler: Handler, Collected where Subject: Route {
    func screen(for route: Subject, router: any Router) -> any Screen
}

extension RouteHandler {
    /// The screen for a route whose type shows at run time alone; nil where it is for others to handle.
    public func screen(ifFor route: any Route, router: any Router) -> (any Screen)? {
        (route as? Subject).map { screen(for: $0, router: router) }
    }

    public var subject: ObjectIdentifier { ObjectIdentifier(Subject.self) }
}
