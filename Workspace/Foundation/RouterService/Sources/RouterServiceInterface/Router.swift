import Wiring

/// Leads from screen to screen, by routes.
public protocol Router: Provided, Shared {
    /// Shows screens, beginning with the one for `route`, until there is none left or nothing more to read.
    func run(from route: any Route)

    /// The screen for `route`, on top of what there is.
    func open(_ route: any Route)

    /// One screen back.
    func back()

    /// Back to the first screen.
    func home()
}
