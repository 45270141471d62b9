import InterfaceKitInterface
import RouterServiceInterface

/// Keeps the screens that were opened on a stack.
public final class NavigationRouter: Router {
    private let handlers: [ObjectIdentifier: any RouteHandler]
    private let presenter: any ScreenPresenter
    private var stack: [any Screen] = []

    public init(handlers: [any RouteHandler], presenter: any ScreenPresenter) {
        self.handlers = Dictionary(handlers.map { ($0.subject, $0) }) { first, _ in first }
        self.presenter = presenter
    }

    public func run(from route: any Route) {
        open(route)
        while let screen = stack.last, presenter.present(screen, standing: standing) {}
        presenter.finish()
        // Screens hold the router, and must not be held by it for longer than they are needed.
        stack = []
    }

    public func open(_ route: any Route) {
        guard let screen = handlers[ObjectIdentifier(type(of: route))]?.screen(ifFor: route, router: self) else {
            preconditionFailure("\(route) has no handler: with generated wiring, that is an error of the build")
        }
        stack.append(screen)
    }

    public func back() { _ = stack.popLast() }

    public func home() { stack.removeLast(max(0, stack.count - 1)) }

    private var standing: [Choice] {
        let quit = Choice("quit", key: "q") { self.stack = [] }
        return stack.count > 1 ? [Choice("back", key: "0", action: back), quit] : [quit]
    }
}
