/// Why a program's registry of routes cannot be written. Names are `Module.Name`.
public enum RouteFault: Error, Hashable, Sendable {
    public enum Role: String, Hashable, Sendable { case route, handler, feature, service }

    /// What keeps a router from making a feature's `Dependencies`.
    public enum Obstacle: Hashable, Sendable {
        /// It has none that the module itself can call.
        case noInitialiser
        case several([String])
        /// It is no `any P` with a protocol of the workspace.
        case value(parameter: String, type: String)
    }

    /// `mono.json` names it, or mono does where that says nothing, and no linked module declares it.
    case unknownDeclaration(Role, String)
    /// `hidden`: handlers of it that the program cannot see.
    case noHandler(String, hidden: [String])
    case severalHandlers(String, handlers: [String])
    /// The handler's list is empty.
    case handlesNothing(String)
    case unreadList(String, RouteLists.Obstacle)
    /// The handler lists what is no route that the program is linked with. `known`: those there are.
    case unknownRoute(handler: String, written: String, known: [String])
    case ambiguousRoute(handler: String, written: String, candidates: [String])
    case sameIdentifier(String, routes: [String])
    case dependencies(feature: String, Obstacle)
    /// What the dependencies or handlers are made of.
    case wiring(WiringFault)
    /// No text of the program names what registers its handlers.
    case neverRegisters(handlers: Int)
    /// What a module says of itself is not to be read.
    case unreadable(module: String)

    /// Settings come first, for the rest may follow from them.
    var rank: Int {
        switch self {
        case .unreadable: 0
        case .unknownDeclaration: 1
        case .unreadList, .unknownRoute, .ambiguousRoute, .handlesNothing: 2
        case .noHandler, .severalHandlers, .sameIdentifier: 3
        case .dependencies: 4
        case .wiring: 5
        case .neverRegisters: 6
        }
    }

    var subject: String {
        switch self {
        case .unknownDeclaration(_, let name), .noHandler(let name, _), .severalHandlers(let name, _),
            .handlesNothing(let name), .unreadList(let name, _), .unknownRoute(let name, _, _),
            .ambiguousRoute(let name, _, _), .sameIdentifier(let name, _), .dependencies(let name, _),
            .unreadable(let name):
            name
        // These are sorted already, or alone.
        case .wiring, .neverRegisters: ""
        }
    }
}
