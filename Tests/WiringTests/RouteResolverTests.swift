import Testing

@testable import Wiring

@Suite struct RouteResolverTests {
    private let router = SpecimenModule("RouterServiceInterface").adding(protocol: "Route").adding(
        protocol: "RouteHandler"
    ).adding(protocol: "Feature").adding(protocol: "RouterServiceProtocol")
    private let service = SpecimenModule("RouterService").adding(
        type: "RouterService", "RouterServiceInterface.RouterServiceProtocol")
    private let interface = SpecimenModule("MenuInterface").adding(type: "MenuRoute", "RouterServiceInterface.Route")
    private let net = SpecimenModule("Net").adding(protocol: "Client").adding(type: "HTTP", "Net.Client")

    private func resolve(
        _ modules: [SpecimenModule], _ sources: [String: String], testing: Set<String> = [],
        settings: WiringSettings.App = .init(), program: RouteLists? = nil
    ) -> Result<RoutePlan, RouteFaults> {
        let all = [router, service, interface, net] + modules
        let lists =
            sources.map { module, source in
                var lists = RouteLists(module: module)
                lists.add(Array(source.utf8))
                return lists
            } + [program].compactMap { $0 }
        let request = RouteRequest(
            router: .init(),
            program: .init(
                app: "App", markers: "Wiring", settings: settings,
                members: all.map {
                    .init(module: $0.provisions.module, isTesting: testing.contains($0.provisions.module))
                }),
            hasObjectGraph: false)
        return RouteResolver.resolve(request, provisions: all.map(\.provisions), lists: lists)
    }

    private func faults(_ result: Result<RoutePlan, RouteFaults>) -> [RouteFault] {
        if case .failure(let error) = result { error.faults } else { [] }
    }

    private func menu(_ name: String = "Menu") -> SpecimenModule {
        SpecimenModule(name).adding(type: "MenuHandler", "RouterServiceInterface.RouteHandler")
    }

    @Test func findsHandlersAndDependencies() throws {
        let menu = menu().adding(type: "MenuFeature", "RouterServiceInterface.Feature", access: .internal, inits: [])
            .adding(
                type: "MenuFeature.Dependencies", access: .internal,
                inits: [
                    .taking(
                        .one("client", "Net.Client"), .one("router", "RouterServiceInterface.RouterServiceProtocol"),
                        access: .internal)
                ])
        let plan = try resolve([menu], ["Menu": "struct MenuHandler { let routes = [MenuRoute.self] }"]).get()
        #expect(plan.entries.map(\.handler.full) == ["Menu.MenuHandler"])
        #expect(plan.entries.flatMap(\.routes).map(\.full) == ["MenuInterface.MenuRoute"])
        #expect(plan.dependencies == ["s:Net.Client", "s:RouterServiceInterface.RouterServiceProtocol"])
        #expect(plan.serviceProtocols == ["s:RouterServiceInterface.RouterServiceProtocol"])
        let text = RouteRegistrySource.text(of: plan)
        #expect(text.contains("(Menu.MenuHandler.self, [MenuInterface.MenuRoute.self], 1),"))
        #expect(text.contains("forType: (any Net.Client).self)"))
    }

    /// A program names what registers its handlers. A comment is no name; text that may be cut in another way may hold
    /// one.
    @Test(arguments: [
        ("router.registerRoutes()", true), ("router.\u{60}registerRoutes\u{60}()", true),
        ("RouteRegistry().register(in: router)", true), ("_ = RouterService.registerRoutes", true),
        (#"print("\(router.registerRoutes())")"#, true), ("// router.registerRoutes()", false),
        ("/* router.registerRoutes() */ let registerRoutesLater = 1", false), ("", false), ("let text = \"", true),
    ])
    func seesWhetherAProgramRegisters(_ source: String, _ registers: Bool) throws {
        var program = RouteLists(module: "App", isProgram: true)
        program.add(Array("import Menu".utf8))
        program.add(Array(source.utf8))
        #expect(program.registers == registers)
        #expect(RouteLists(text: program.text) == program)
        var library = RouteLists(module: "Menu")
        library.add(Array(source.utf8))
        #expect(library.registers == nil)

        let list = ["Menu": "struct MenuHandler { let routes = [MenuRoute.self] }"]
        #expect(
            faults(resolve([menu()], list, program: program)) == (registers ? [] : [.neverRegisters(handlers: 1)]))
        var settings = WiringSettings.App()
        settings.ignored = [.init("MenuInterface.MenuRoute")]
        #expect(faults(resolve([], [:], settings: settings, program: program)) == [])
    }

    /// A registry makes parts of parts, at once and once: anything else is a fault, not another registry.
    @Test func refusesWhatRegistriesCannotMake() throws {
        let list = ["Menu": "struct MenuHandler { let routes = [MenuRoute.self] }"]
        func menu(_ parameters: Provisions.Parameter..., effects: Provisions.Effects = []) -> SpecimenModule {
            var initialiser = Provisions.Initialiser.taking()
            (initialiser.parameters, initialiser.effects) = (parameters, effects)
            return SpecimenModule("Menu").adding(
                type: "MenuHandler", "RouterServiceInterface.RouteHandler", inits: [initialiser]
            ).adding(protocol: "Repo").adding(type: "Ints", "Menu.Repo")
        }
        func obstacle(_ menu: SpecimenModule) -> WiringFault.Obstacle? {
            guard case .wiring(.cannotMake("Menu.MenuHandler", _, let obstacles)) = faults(resolve([menu], list)).first
            else { return nil }
            return obstacles.first
        }
        #expect(obstacle(menu(effects: .throws)) == .initialiser("init()", .throwing))
        #expect(obstacle(menu(effects: .async)) == .initialiser("init()", .asynchronous))

        let text = Provisions.WrittenType(form: "s:SS", text: "String")
        let values = Provisions.Parameter(
            label: "make", need: .factory("s:Net.Client", of: [text]), hasDefault: false,
            type: .init(form: "(s:SS)->s:Net.Client", text: "(String) -> any Client"))
        guard case .unknownParameter(_, "(String) -> any Client") = obstacle(menu(values)) else {
            Issue.record("a closure with values")
            return
        }
        let instance = Provisions.Parameter(
            label: "repo", need: .one("s:Menu.Repo<s:Si>"), hasDefault: false,
            type: .init(form: "s:Menu.Repo<s:Si>", text: "any Repo<Int>"))
        guard case .unknownParameter(_, "any Repo<Int>") = obstacle(menu(instance)) else {
            Issue.record("a generic protocol's instance")
            return
        }
        // Types that no protocol names keep their default values.
        let plan = try resolve([menu(.one("ints", "Menu.Ints", hasDefault: true))], list).get()
        #expect(plan.graph.providers.first { $0.name.full == "Menu.MenuHandler" }?.arguments == [])

        let scoped = SpecimenModule("Wiring").adding(protocol: "Scoped")
        let basket = self.menu().adding(type: "MenuFeature", "RouterServiceInterface.Feature", inits: []).adding(
            type: "MenuFeature.Dependencies", inits: [.taking(.one("basket", "Menu.Basket"))]
        ).adding(protocol: "Basket").adding(type: "TheBasket", "Menu.Basket", "Wiring.Scoped")
        #expect(
            faults(resolve([scoped, basket], list)) == [
                .wiring(
                    .cannotMake("Menu.TheBasket", of: "Menu.Basket", obstacles: [.initialiser("init()", .scoped)]))
            ])
    }

    @Test func refusesChoicesByParameter() {
        let menu = menu().adding(type: "MenuFeature", "RouterServiceInterface.Feature", inits: []).adding(
            type: "MenuFeature.Dependencies", inits: [.taking(.one("client", "Net.Client"))])
        let list = ["Menu": "struct MenuHandler { let routes = [MenuRoute.self] }"]
        var settings = WiringSettings.App()
        settings.bind = [.init(of: .init("Net.Client"), type: "Net.HTTP", label: "client")]
        #expect(
            faults(resolve([menu], list, settings: settings)).contains(
                .wiring(.misplacedChoice("Net.Client", .byParameter(types: ["Net.HTTP"])))))
        settings.bind = [.init(of: .init("MenuInterface.MenuRoute"), type: "Menu.MenuHandler", label: "menu")]
        #expect(
            faults(resolve([menu], list, settings: settings)) == [
                .wiring(.misplacedChoice("MenuInterface.MenuRoute", .byParameter(types: ["Menu.MenuHandler"])))
            ])
    }

    @Test func mocksStandBack() throws {
        let list = "struct MenuHandler { let routes = [MenuRoute.self] }"
        let mock = menu("MenuTesting")
        let alone = try resolve([mock], ["MenuTesting": list], testing: ["MenuTesting"]).get()
        #expect(alone.entries.map(\.handler.full) == ["MenuTesting.MenuHandler"])
        let both = try resolve([menu(), mock], ["Menu": list, "MenuTesting": list], testing: ["MenuTesting"]).get()
        #expect(both.entries.map(\.handler.full) == ["Menu.MenuHandler"])
        #expect(
            faults(resolve([menu(), mock], ["Menu": list, "MenuTesting": list]))
                == [
                    .severalHandlers(
                        "MenuInterface.MenuRoute", handlers: ["Menu.MenuHandler", "MenuTesting.MenuHandler"])
                ])
        var settings = WiringSettings.App()
        settings.bind = [.init(of: .init("MenuInterface.MenuRoute"), type: "MenuTesting.MenuHandler")]
        let chosen = try resolve([menu(), mock], ["Menu": list, "MenuTesting": list], settings: settings).get()
        #expect(chosen.entries.map(\.handler.full) == ["MenuTesting.MenuHandler"])
    }

    @Test func aHandlerThatComesAlongIsASecondOne() {
        let other = SpecimenModule("Other").adding(type: "OtherRoute", "RouterServiceInterface.Route").adding(
            type: "OtherHandler", "RouterServiceInterface.RouteHandler")
        var settings = WiringSettings.App()
        settings.bind = [.init(of: .init("MenuInterface.MenuRoute"), type: "Menu.MenuHandler")]
        let found = resolve(
            [menu(), other],
            [
                "Menu": "struct MenuHandler { let routes = [MenuRoute.self] }",
                "Other": "struct OtherHandler { let routes = [OtherRoute.self, MenuRoute.self] }",
            ], settings: settings)
        #expect(
            faults(found) == [
                .severalHandlers("MenuInterface.MenuRoute", handlers: ["Menu.MenuHandler", "Other.OtherHandler"])
            ])
    }

    @Test func ownNamesComeFirst() throws {
        let own = menu().adding(type: "MenuRoute", "RouterServiceInterface.Route", access: .internal)
        let list = "struct MenuHandler { let routes = [MenuRoute.self, MenuInterface.MenuRoute.self] }"
        let plan = try resolve([own], ["Menu": list]).get()
        #expect(plan.entries.map(\.routes.count) == [1])
        #expect(plan.entries.map(\.count) == [2])
        let second = SpecimenModule("Second").adding(type: "MenuRoute", "RouterServiceInterface.Route")
        #expect(
            faults(resolve([menu(), second], ["Menu": "struct MenuHandler { let routes = [MenuRoute.self] }"])) == [
                .ambiguousRoute(
                    handler: "Menu.MenuHandler", written: "MenuRoute",
                    candidates: ["MenuInterface.MenuRoute", "Second.MenuRoute"])
            ])
    }

    @Test func saysWhatIsWrong() {
        #expect(faults(resolve([], [:])) == [.noHandler("MenuInterface.MenuRoute", hidden: [])])
        #expect(
            faults(resolve([menu()], ["Menu": "struct MenuHandler {}"])) == [.unreadList("Menu.MenuHandler", .absent)])
        #expect(faults(resolve([menu()], ["Menu": "struct MenuHandler {"])) == [.unreadList("Menu.MenuHandler", .file)])
        let twice =
            "struct MenuHandler { let routes = [MenuRoute.self] }\nextension MenuHandler { var routes: [X.Type] { [] } }"
        #expect(faults(resolve([menu()], ["Menu": twice])) == [.unreadList("Menu.MenuHandler", .several)])
        let none = "struct MenuHandler { let routes: [any Route.Type] = [] }"
        #expect(faults(resolve([menu()], ["Menu": none])) == [.handlesNothing("Menu.MenuHandler")])
    }

    @Test func listsAreKeptAsTexts() throws {
        var lists = RouteLists(module: "Menu")
        lists.add(Array("struct A { let routes = [B.self, C.D.self]; static let identifier = \"a b\" }".utf8))
        lists.add(Array("struct E { var routes: [X.Type] { f() } }".utf8))
        lists.add(Array("struct {".utf8))
        #expect(RouteLists(text: lists.text) == lists)
        #expect(RouteLists(text: lists.text + "what\tis\tthis\n") == nil)
        #expect(RouteLists(text: "") == nil)
    }
}
