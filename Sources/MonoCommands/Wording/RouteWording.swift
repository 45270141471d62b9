import BuildEngine
import BuildPlanning
import Configuration
import Disk
import Targets
import Wiring

/// Says why a registry of routes cannot be written: route, handlers and program, where they stand, and a fix.
struct RouteWording {
    let wiring: WiringWording
    private var app: String { wiring.app.name }

    private static let form = "write it as 'public var routes: [any Route.Type] { [MenuRoute.self, DishRoute.self] }'"

    func report(_ fault: RouteFault) -> ErrorReport {
        switch fault {
        case .wiring(let fault): wiring.report(fault)
        case .unreadable(let output): wiring.report(.unreadable(module: output))
        case .unknownDeclaration(let role, let name): unknownDeclaration(role, name)
        case .noHandler(let route, let hidden): noHandler(route, hidden)
        case .severalHandlers(let route, let handlers):
            report(
                "'\(route)' is handled in '\(app)' by \(Words.count(handlers.count, "handler"))", at: place(route),
                details: handlers.map(described),
                help:
                    """
                    remove '\(last(route)).self' from the lists of all but one, or choose in mono.json: \
                    \(wiring.setting("\"bind\": {\"\(route)\": \"\(handlers[0])\"}"))
                    """)
        case .handlesNothing(let handler):
            report(
                "'\(handler)' handles no route, and '\(app)' is linked with it", at: list(handler),
                help: "name its routes in 'routes', or remove it")
        case .unreadList(let handler, let obstacle): unreadList(handler, obstacle)
        case .unknownRoute(let handler, let written, let known):
            report(
                "'\(handler)' handles '\(written)', which is no route that '\(app)' is linked with", at: list(handler),
                details: known.isEmpty ? ["'\(app)' is linked with no route"] : known.map { "there is \($0)" },
                help: Words.suggestion(for: written, among: known.map(last))
                    ?? "let '\(written)' conform to the protocol of routes, or remove it from 'routes'")
        case .ambiguousRoute(let handler, let written, let candidates):
            report(
                "'\(handler)' handles '\(written)', and \(Words.count(candidates.count, "route")) of '\(app)' have that name",
                at: list(handler), details: candidates.map { "\($0)\(wiring.places.behind($0))" },
                help: "write '\(candidates[0]).self'")
        case .sameIdentifier(let text, let routes):
            report(
                "\(Words.count(routes.count, "route")) of '\(app)' have the identifier '\(text)'", at: place(routes[0]),
                details: routes.map { "\($0)\(wiring.places.behind($0))" },
                help: "give each an identifier of its own")
        case .dependencies(let feature, let obstacle): dependencies(feature, obstacle)
        case .neverRegisters(let handlers): neverRegisters(handlers)
        }
    }

    private func report(_ what: String, at place: String?, details: [String] = [], help: String) -> ErrorReport {
        ErrorReport(code: .buildFailed, what: what, place: place, details: details, help: help)
    }

    private func place(_ name: String) -> String? { wiring.places.place(of: name) }
    private func list(_ handler: String) -> String? { wiring.places.routes(of: handler) ?? place(handler) }
    private func described(_ handler: String) -> String { handler + (list(handler).map { " (\($0))" } ?? "") }
    private func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    private func unknownDeclaration(_ role: RouteFault.Role, _ name: String) -> ErrorReport {
        let kind = role == .service ? "class" : "protocol"
        let router = wiring.configuration.wiring?.router
        let line: Int? =
            switch role {
            case .route: router?.route.line
            case .handler: router?.handler.line
            case .feature: router?.feature.line
            case .service: router?.service.line
            }
        let file = wiring.configuration.file.map {
            $0.isInside(wiring.configuration.root) ? $0.relative(to: wiring.configuration.root) : $0.string
        }
        return report(
            "the router's \(role.rawValue) '\(name)' is no public \(kind) that '\(app)' is linked with",
            at: file.map { file in line.map { $0 > 0 ? "\(file):\($0)" : file } ?? file },
            help: place(name) == nil
                ? "name it in mono.json: \"wiring\": {\"router\": {\"\(role.rawValue)\": \"MODULE.NAME\"}}"
                : "make it public, and let it conform to a protocol if it is a class")
    }

    private func noHandler(_ route: String, _ hidden: [String]) -> ErrorReport {
        let unlinked = wiring.places.listing(last(route), outside: wiring.linked)
        var details = unlinked.map { "not linked: \($0.type) in target '\($0.target.id.name)' (\($0.text))" }
        details += hidden.map { "not visible: \(described($0))" }
        let nearest = wiring.configuration.wiring.flatMap { settings in
            unlinked.first { !settings.isTesting($0.target.id.name) }
        }
        let help: String
        if let target = nearest?.target {
            help = wiring.adding(target)
        } else if let handler = hidden.first {
            help = "make '\(handler)' public"
        } else if wiring.takesMocks, let target = unlinked.first?.target {
            help = wiring.adding(target)
        } else {
            help =
                """
                add '\(last(route)).self' to the 'routes' of a handler that '\(app)' is linked with, or list it in \
                mono.json: \(wiring.setting("\"ignored\": [\"\(route)\"]"))
                """
        }
        return report("no handler in '\(app)' handles '\(route)'", at: place(route), details: details, help: help)
    }

    private func unreadList(_ handler: String, _ obstacle: RouteLists.Obstacle) -> ErrorReport {
        let why =
            switch obstacle {
            case .form: "the routes of '\(handler)' are no list of types that mono can read"
            case .conditional: "the routes of '\(handler)' stand in an '#if'"
            case .several: "'\(handler)' has several properties 'routes'"
            case .absent: "'\(handler)' declares no property 'routes' itself"
            case .file: "mono does not understand the text of the module of '\(handler)', and finds no 'routes' in it"
            }
        return report(why, at: list(handler), details: ["'\(app)' is linked with it"], help: RouteWording.form)
    }

    private func neverRegisters(_ handlers: Int) -> ErrorReport {
        let service = last(wiring.configuration.wiring?.router?.service.name ?? RouterSettings().service.name)
        let program = wiring.graph.targets[wiring.app]
        let sources = program.map(wiring.places.sources) ?? []
        return report(
            "'\(app)' never calls 'registerRoutes()'",
            at: program.flatMap { wiring.places.line(naming: service, in: $0) } ?? sources.first,
            details: [
                """
                nothing would register its \(Words.count(handlers, "handler")), and each navigation would fail when \
                the program runs
                """
            ],
            help: "call 'registerRoutes()' on the '\(service)' before the program navigates")
    }

    private func dependencies(_ feature: String, _ obstacle: RouteFault.Obstacle) -> ErrorReport {
        let why: String
        switch obstacle {
        case .noInitialiser: why = "it has no initialiser that its module can call, and that neither throws nor waits"
        case .several(let names): why = "it has several initialisers: \(Words.alternatives(names, joint: "and"))"
        case .value(let parameter, let type): why = "'\(parameter)' has the type '\(type)'"
        }
        return report(
            "the 'Dependencies' of '\(feature)' cannot be made for '\(app)'", at: place(feature), details: [why],
            help: "let it hold 'any P' alone, where P is a public protocol of the workspace, and have one initialiser")
    }
}

/// Reports registries that cannot be written.
struct RouteReport: BuildObserver {
    let console: BuildConsole
    let graph: TargetGraph
    let configuration: WorkspaceConfiguration
    let files: any FileSystem

    func buildFinished(_ summary: BuildSummary) {
        for failure in summary.failures {
            guard case .feature(.unrouted(let faults)) = failure.failure, case .target(let app) = failure.action.subject
            else { continue }
            let wording = RouteWording(
                wiring: WiringWording(app: app, graph: graph, configuration: configuration, files: files))
            for fault in faults { console.say(wording.report(fault)) }
        }
    }
}
