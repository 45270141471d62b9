import BuildEngine
import BuildPlanning
import Configuration
import Disk
import Targets
import Wiring

/// Says why an object graph cannot be built: who needs what, where that stands, and what would fix it.
struct WiringWording {
    let app: TargetID
    let graph: TargetGraph
    let configuration: WorkspaceConfiguration
    let places: DeclarationPlaces
    /// It is about accessors: nobody hands them a value.
    var isAboutAccessors = false

    init(app: TargetID, graph: TargetGraph, configuration: WorkspaceConfiguration, files: any FileSystem) {
        (self.app, self.graph, self.configuration) = (app, graph, configuration)
        places = DeclarationPlaces(graph: graph, root: configuration.root, files: files)
    }

    func report(_ fault: WiringFault) -> ErrorReport {
        switch fault {
        case .nothingProvides(let name, let uses, let hidden): nothingProvides(name, uses, hidden)
        case .severalProvide(let name, let candidates):
            several(
                "'\(name)' is provided to '\(app.name)' by \(Words.count(candidates.count, "type"))", name, candidates)
        case .cannotMake(let type, let purpose, let obstacles): cannotMake(type, purpose, obstacles)
        case .cycle(let uses): cycle(uses)
        case .notOnPath(let name, let uses, let elsewhere): notOnPath(name, uses, elsewhere)
        case .unnamed(let name, let uses, let names):
            report(
                "'\(name)' is provided to '\(app.name)' under \(Words.count(names.count, "name")), and is asked for otherwise",
                at: name, details: uses.map(needed),
                help:
                    "call the parameter \(Words.alternatives(names)), as mono.json does under \"bind\""
            )
        case .unknownHome(let type):
            report(
                "'\(type)' lives in a scope, and does not say in which", at: type,
                help:
                    """
                    declare it in the type itself: 'public typealias Home = …', a public type that conforms to 'Scope' \
                    and that '\(app.name)' is linked with
                    """)
        case .scopeCycle(let scopes):
            report(
                "\(Words.count(scopes.count, "scope")) of '\(app.name)' live in each other", at: scopes.first ?? "",
                details: scopes.enumerated().map { index, scope in
                    "\(scope) lives in \(scopes[(index + 1) % scopes.count])\(places.behind(scope))"
                }, help: "let one of them live in the whole graph: remove its 'Scoped' and 'Home'")
        case .narrowClosure(let use, let made, let lacking):
            report(
                """
                '\(use.type)' asks late for '\(made)', which \
                \(lacking == .async ? "is made asynchronously" : lacking == .throws ? "may throw" : "is made asynchronously and may throw")
                """, at: use.type, details: [needed(use)],
                help:
                    """
                    let the closure '\(use.parameter)' be \
                    '\(lacking.words.joined(separator: " "))': '@escaping () \(lacking.words.joined(separator: " ")) -> …'
                    """)
        case .nothingHandles(let name, let hidden): nothingHandles(name, hidden)
        case .severalHandle(let name, let candidates):
            several(
                "'\(name)' is handled in '\(app.name)' by \(Words.count(candidates.count, "type"))", name, candidates)
        case .unknownSubject(let handler):
            report(
                "'\(handler)' handles something, and does not say what", at: handler,
                help: "declare it in the type itself: 'public typealias Subject = …'")
        case .unknownName(let name, let known):
            settingsReport(
                "mono.json names '\(name)' for '\(app.name)', which is nothing that the app sees provided or handled",
                name,
                help: Words.suggestion(for: name, among: known)
                    ?? (places.place(of: name).map { "let it refine 'Provided' (\($0))" }
                        ?? "it is written MODULE.PROTOCOL"))
        case .noCandidate(let type, let name, let candidates):
            settingsReport(
                """
                mono.json wants '\(type)' for '\(name)' in '\(app.name)', and nothing of that name that '\(app.name)' \
                is linked with does that and is visible
                """,
                name,
                details: candidates.map { "there is \($0)\(places.behind($0))" },
                help: Words.suggestion(for: type, among: candidates) ?? instead(of: type, for: name, candidates))
        case .misplacedChoice(let name, .collected):
            settingsReport(
                "mono.json binds a type to '\(name)', of which '\(app.name)' has every implementation", name,
                help: "remove the line")
        case .misplacedChoice(let name, .byParameter(let types)):
            settingsReport(
                "mono.json binds types to '\(name)' by parameter, and no parameter of '\(app.name)' chooses one of them",
                name, help: "bind one type: \(setting("\"bind\": {\"\(name)\": \"\(types[0])\"}"))")
        case .providedAndCollected(let name):
            report(
                "'\(name)' is marked both as provided by one type and as collected of all", at: name,
                help: "refine 'Provided' or 'Collected', not both")
        case .unreadable(let output):
            ErrorReport(
                code: .buildFailed, what: "'\(output)' does not say what the module provides",
                help: "another version of mono may have written it; 'mono clean' and build again")
        }
    }

    /// What mono.json says of wiring that nothing comes of.
    static func notes(on configuration: WorkspaceConfiguration, asking: [TargetID], in graph: TargetGraph)
        -> [ErrorReport]
    {
        guard let wiring = configuration.wiring else { return [] }
        let file = configuration.file.map { $0.relative(to: configuration.root) }
        let own = Set(graph.targets.values.filter { !$0.id.package.isExternal }.map(\.moduleName))
        if let router = wiring.router, !own.contains(router.serviceModule) {
            return [
                ErrorReport(
                    severity: .warning, code: .success,
                    what: "a router is named, and no target of the workspace has the module '\(router.serviceModule)'",
                    place: file, help: "name another one: \"wiring\": {\"router\": {\"service\": \"MODULE.CLASS\"}}")
            ]
        }
        // The registry needs no markers.
        if wiring.router != nil, !own.contains(wiring.module) { return [] }
        if !graph.targets.values.contains(where: { $0.moduleName == wiring.module && !$0.id.package.isExternal }) {
            return [
                ErrorReport(
                    severity: .warning, code: .success,
                    what: "wiring is switched on, and no target of the workspace has the module '\(wiring.module)'",
                    place: file, help: "'mono new wiring' writes it; \"wiring\": {\"module\": \"…\"} names another one")
            ]
        }
        let names = Set(asking.map(\.name))
        return wiring.apps.keys.filter { !names.contains($0) }.sorted().map { name in
            let exists = graph.targets.keys.contains { $0.name == name }
            return ErrorReport(
                severity: .warning, code: .success,
                what:
                    """
                    what mono.json says of wiring '\(name)' counts for nothing: \
                    \(exists ? "it has no object graph" : "there is no such target")
                    """,
                place: file,
                help: exists
                    ? noGraph(of: name, wiring)
                    : Words.suggestion(for: name, among: names.sorted()))
        }
    }

    /// What to do for a target with settings and without an object graph.
    private static func noGraph(of name: String, _ wiring: WiringSettings) -> String {
        if wiring.apps[name]?.graph != nil {
            return "let it depend on '\(wiring.module)', or on an interface that does"
        }
        return """
            programs and tests that depend on '\(wiring.module)' directly do; a library asks for one: \
            "wiring": {"apps": {"\(name)": {"graph": "internal"}}}
            """
    }

    // MARK: One at a time

    private func report(_ what: String, at name: String, details: [String] = [], help: String?) -> ErrorReport {
        ErrorReport(code: .buildFailed, what: what, place: places.place(of: name), details: details, help: help)
    }

    private func settingsReport(_ what: String, _ name: String, details: [String] = [], help: String?) -> ErrorReport {
        let settings = configuration.wiring?.apps[app.name]
        let names = (settings?.bind.map(\.of) ?? []) + (settings?.given ?? []) + (settings?.ignored ?? [])
        let line = names.first { $0.name == name }?.line
        let file = configuration.file.map {
            $0.isInside(configuration.root) ? $0.relative(to: configuration.root) : $0.string
        }
        return ErrorReport(
            code: .buildFailed, what: what, place: file.map { f in line.map { "\(f):\($0)" } ?? f }, details: details,
            help: help)
    }

    var linked: Set<TargetID> { Set(graph.closure(of: [app])) }
    /// `App > Session.LoggedIn > Menu.Screen`
    private func path(_ scopes: [String]) -> String { ([app.name] + scopes).joined(separator: " > ") }

    private func needed(_ use: WiringFault.Use) -> String {
        "needed by \(use.type), parameter '\(use.parameter)' of \(use.initialiser)"
            + (use.scopes.isEmpty ? "" : ", in \(path(use.scopes))") + places.behind(use.type)
    }

    private func notOnPath(_ name: String, _ uses: [WiringFault.Use], _ elsewhere: [WiringFault.Placed])
        -> ErrorReport
    {
        let scopes = uses.first?.scopes ?? []
        let details =
            uses.map(needed)
            + elsewhere.map { "provided in \(path($0.scopes)): \($0.type)\(places.behind($0.type))" }
        return report(
            "nothing provides '\(name)' on the path \(path(scopes))", at: name, details: details,
            help: elsewhere.first.flatMap { placed in uses.first.flatMap { moving(placed, or: $0, for: name) } })
    }

    /// What of the two is to live in another scope.
    private func moving(_ placed: WiringFault.Placed, or use: WiringFault.Use, for name: String) -> String? {
        guard let home = placed.scopes.last else { return nil }
        if let begun = use.begun {
            return """
                let '\(placed.type)' live in the scope that the closure '\(use.parameter)' begins ('Scoped', with 'public \
                typealias Home = \(begun)'), or further outside
                """
        }
        return """
            let '\(use.type)' live there, too ('Scoped', with 'public typealias Home = \(home)'), or provide '\(name)' \
            further outside
            """
    }

    private func nothingProvides(_ name: String, _ uses: [WiringFault.Use], _ hidden: [String]) -> ErrorReport {
        var details = uses.map(needed)
        if uses.isEmpty, let through = way(to: name) {
            details.append("'\(app.name)' sees it through '\(through)'")
        }
        let unlinked = places.conforming(to: name, outside: linked)
        details += unlinked.map {
            "not linked: \($0.target.moduleName).\($0.head.name) in target '\($0.target.id.name)' (\($0.text))"
        }
        details += hidden.map { "not visible: \($0)\(places.behind($0))" }
        let help = fix(unlinked: unlinked.map(\.target), hidden: hidden) ?? declaring(name, uses)
        return report("nothing provides '\(name)' to '\(app.name)'", at: name, details: details, help: help)
    }

    private func declaring(_ name: String, _ uses: [WiringFault.Use]) -> String {
        let declare = "declare a public type that conforms to it in a target that '\(app.name)' depends on"
        if isAboutAccessors { return declare }
        // A scope may want one of its own.
        let extent = uses.contains { !$0.scopes.isEmpty } ? ", one for the whole graph" : ""
        return "\(declare), or list it in mono.json\(extent): \(setting("\"given\": [\"\(name)\"]"))"
    }

    /// What to write for a type that is bound and does not provide the protocol.
    private func instead(of type: String, for name: String, _ candidates: [String]) -> String? {
        if let unlinked = places.conforming(to: name, outside: linked).first(where: {
            "\($0.target.moduleName).\($0.head.name)" == type
        }) {
            return adding(unlinked.target)
        }
        return candidates.count == 1 ? "write \(setting("\"bind\": {\"\(name)\": \"\(candidates[0])\"}"))" : nil
    }

    private func nothingHandles(_ name: String, _ hidden: [String]) -> ErrorReport {
        let unlinked = places.handling(name, outside: linked)
        var details = unlinked.map { "not linked: target '\($0.id.name)' handles it" }
        details += hidden.map { "not visible: \($0)\(places.behind($0))" }
        let help =
            fix(unlinked: unlinked, hidden: hidden)
                ?? """
                declare a handler with 'public typealias Subject = \(name)', or list it in mono.json: \
                \(setting("\"ignored\": [\"\(name)\"]"))
                """
        return report("nothing in '\(app.name)' handles '\(name)'", at: name, details: details, help: help)
    }

    /// What is there and only not linked or not visible. Mocks come last, and are nothing for an app.
    private func fix(unlinked: [Target], hidden: [String]) -> String? {
        if let target = unlinked.first(where: { !isTesting($0.id) }) { return adding(target) }
        if let type = hidden.first { return "make '\(type)' public" }
        return takesMocks ? unlinked.first.map(adding) : nil
    }

    private func isTesting(_ target: TargetID) -> Bool { configuration.wiring?.isTesting(target.name) == true }

    /// A test does, and an example: a program that is linked with one already.
    var takesMocks: Bool { graph.targets[app]?.kind == .test || linked.contains(where: isTesting) }

    /// How the app comes to be linked with it.
    func adding(_ target: Target) -> String {
        DependencyWords(graph: graph, user: app).adding(target.id)
            ?? "let a library product of its package hold '\(target.id.name)', and '\(app.name)' depend on that"
    }

    private func several(_ what: String, _ name: String, _ candidates: [String]) -> ErrorReport {
        report(
            what, at: name, details: candidates.map { "\($0)\(places.behind($0))" },
            help: "choose one in mono.json: \(setting("\"bind\": {\"\(name)\": \"\(candidates[0])\"}"))")
    }

    func setting(_ text: String) -> String { "\"wiring\": {\"apps\": {\"\(app.name)\": {\(text)}}}" }

    private func cannotMake(_ type: String, _ purpose: String, _ obstacles: [WiringFault.Obstacle]) -> ErrorReport {
        let details = obstacles.map { obstacle in
            switch obstacle {
            case .isGeneric: "it is generic, and nothing says of what"
            case .noInitialiser: "it has no initialiser that others can see"
            case .hiddenInitialiser(let name, let access): "\(name) is \(access)"
            case .initialiser(let name, .failable): "\(name) may return nil"
            case .initialiser(let name, .generic): "\(name) is generic"
            case .initialiser(let name, .unavailable): "\(name) is unavailable"
            case .initialiser(let name, .isolated): "\(name) is bound to a global actor other than the main actor"
            case .initialiser(let name, .throwing):
                "\(name) may throw, and registries of routes and accessors make parts at once"
            case .initialiser(let name, .asynchronous):
                "\(name) is asynchronous, and registries of routes and accessors make parts at once"
            case .initialiser(let name, .scoped):
                "\(name) makes it for a scope, and registries of routes and accessors have none"
            case .initialiser(let name, .onMainActor):
                "\(name) is bound to the main actor, and accessors are asked on any thread: let it be nonisolated"
            case .unknownParameter(let use, let type):
                """
                nothing provides the '\(type)' that \(use.initialiser) takes as '\(use.parameter)', and it has no \
                default value
                """
            case .outsideOfScope(let use, let scope):
                """
                \(use.initialiser) takes '\(scope)' as '\(use.parameter)', which begins a scope, and the type is not \
                in it
                """
            case .takesValues(let use, let made, let values):
                """
                '\(use.parameter)' of \(use.initialiser) asks for \(made), which is made of values: take a closure \
                '(\(values.joined(separator: ", "))) -> …'
                """
            case .noParametersFor(let values):
                "closures make it of (\(values.joined(separator: ", "))), and its initialiser does not take these in this order"
            case .several(let names): "\(Words.alternatives(names, joint: "and")) take equally much of what is provided"
            }
        }
        return report(
            "'\(type)' provides '\(purpose)' to '\(app.name)', and cannot be made", at: type, details: details,
            help: making(type, obstacles))
    }

    /// What makes that a type can be made.
    private func making(_ type: String, _ obstacles: [WiringFault.Obstacle]) -> String {
        for case .outsideOfScope(_, let scope) in obstacles {
            return "let '\(type)' live there: 'Scoped', with 'public typealias Home = \(scope)'"
        }
        if obstacles.count == 1, case .hiddenInitialiser(let name, _) = obstacles[0] { return "make \(name) public" }
        return """
            give it one public initialiser that takes provided protocols ('any P', where P refines 'Provided'), the \
            value of its scope, and values with defaults
            """
    }

    private func cycle(_ uses: [WiringFault.Use]) -> ErrorReport {
        var details = uses.enumerated().map { index, use in
            """
            \(index == 0 ? "" : "needs ")\(use.type), by '\(use.parameter)' of \
            \(use.initialiser)\(places.behind(use.type))
            """
        }
        details.append("needs \(uses.first?.type ?? "")")
        return report(
            "\(Words.count(uses.count, "type")) of '\(app.name)' can only be made of each other",
            at: uses.first?.type ?? "", details: details,
            help: "let one of them ask late: a parameter of type '@escaping () -> any P' is called when it is needed")
    }

    /// The direct dependency through which the app sees the module of a name.
    private func way(to name: String) -> String? {
        let module = name.split(separator: ".").first.map(String.init) ?? name
        return graph.dependencies(of: app).sorted().first { id in
            graph.closure(of: [id]).contains { graph.targets[$0]?.moduleName == module }
        }?.name
    }
}

/// Tells of object graphs that cannot be built.
struct WiringReport: BuildObserver {
    let console: BuildConsole
    let graph: TargetGraph
    let configuration: WorkspaceConfiguration
    let files: any FileSystem

    func buildFinished(_ summary: BuildSummary) {
        // An object graph and accessors of one program lack the same part.
        var said: [TargetID: Set<WiringFault>] = [:]
        for failure in summary.failures {
            guard case .feature(.unwired(let faults)) = failure.failure, case .target(let app) = failure.action.subject
            else { continue }
            var wording = WiringWording(app: app, graph: graph, configuration: configuration, files: files)
            wording.isAboutAccessors = failure.action.kind == .wireAccessors
            for fault in faults where said[app, default: []].insert(fault).inserted {
                console.say(wording.report(fault))
            }
        }
    }
}
