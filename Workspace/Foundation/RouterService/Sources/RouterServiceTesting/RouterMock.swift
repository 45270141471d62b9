import RouterServiceInterface

/// Goes nowhere, and keeps where it was told to go.
public final class RouterMock: Router {
    public private(set) var opened: [AnyHashable] = []
    public private(set) var stepsBack = 0
    public private(set) var stepsHome = 0

    public init() {}

    public func run(from route: any Route) { open(route) }
    public func open(_ route: any Route) { opened.append(AnyHashable(route)) }
    public func back() { stepsBack += 1 }
    public func home() { stepsHome += 1 }
}
