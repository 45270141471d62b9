import Testing

@testable import Wiring

@Suite struct WiringResolverTests {
    private let net = SpecimenModule("NetInterface").adding(protocol: "Net", "Provided")
    private let http = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Provided")
    private let menu = SpecimenModule("MenuInterface").adding(protocol: "Menu", "Provided")
    private let cook = SpecimenModule("Menu")
        .adding(
            type: "Cook", "MenuInterface.Menu", "Provided", "Shared", inits: [.taking(.one("net", "NetInterface.Net"))])

    @Test func followsInitialisers() throws {
        let plan = try resolve([net, http, menu, cook]).get()
        #expect(plan.properties.map(\.name.full) == ["MenuInterface.Menu", "NetInterface.Net"])
        #expect(plan.properties.map(\.source) == [.one("s:Menu.Cook"), .one("s:Net.HTTP")])
        #expect(plan.providers.map(\.isShared) == [true, false])
        #expect(plan.providers[0].arguments == [.init(label: "net", value: .property("s:NetInterface.Net"))])
        #expect(!plan.isMainActor)
    }

    @Test func nothingProvides() {
        #expect(
            faults([net, menu, cook]) == [
                .nothingProvides(
                    "NetInterface.Net", uses: [.init(type: "Menu.Cook", initialiser: "init(net:)", parameter: "net")],
                    hidden: [])
            ])
        // Nobody asks for it by an initialiser, but the app's own code can.
        #expect(faults([net]) == [.nothingProvides("NetInterface.Net", uses: [], hidden: [])])
        let hidden = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Provided", access: .internal)
        #expect(faults([net, hidden]) == [.nothingProvides("NetInterface.Net", uses: [], hidden: ["Net.HTTP"])])
    }

    @Test func packageAccessIsSeenWithinThePackage() {
        let near = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Provided", access: .package)
        #expect(faults([net, near], package: ["Net"]).isEmpty)
        #expect(faults([net, near]).count == 1)
    }

    @Test func severalProvideUntilOneIsChosen() {
        let other = SpecimenModule("Other").adding(type: "Fast", "NetInterface.Net", "Provided")
        #expect(
            faults([net, http, other]) == [.severalProvide("NetInterface.Net", candidates: ["Net.HTTP", "Other.Fast"])])
        var settings = WiringSettings.App()
        settings.bind = [.init(of: .init("NetInterface.Net"), type: "Other.Fast")]
        #expect(
            try! resolve([net, http, other], settings: settings).get().properties[0].source == .one("s:Other.Fast"))
        settings.bind = [.init(of: .init("NetInterface.Net"), type: "Other.Slow")]
        #expect(
            faults([net, http, other], settings: settings) == [
                .noCandidate("Other.Slow", of: "NetInterface.Net", candidates: ["Net.HTTP", "Other.Fast"])
            ])
        settings.bind = [.init(of: .init("NetInterface.Nets"), type: "Net.HTTP")]
        #expect(
            faults([net, http], settings: settings) == [.unknownName("NetInterface.Nets", known: ["NetInterface.Net"])])
    }

    @Test func mocksStandBack() throws {
        let mock = SpecimenModule("NetTesting").adding(type: "Mock", "NetInterface.Net", "Provided")
        #expect(
            try resolve([net, http, mock], testing: ["NetTesting"]).get().properties[0].source == .one("s:Net.HTTP"))
        #expect(
            try resolve([net, mock], testing: ["NetTesting"]).get().properties[0].source == .one("s:NetTesting.Mock"))
    }

    @Test func givenAndIgnored() throws {
        var settings = WiringSettings.App()
        settings.given = [.init("NetInterface.Net")]
        let plan = try resolve([net, menu, cook], settings: settings).get()
        #expect(plan.properties.map(\.source) == [.one("s:Menu.Cook"), .given])
        settings = WiringSettings.App()
        settings.ignored = [.init("NetInterface.Net")]
        #expect(
            faults([net, menu, cook], settings: settings) == [
                .cannotMake(
                    "Menu.Cook", of: "MenuInterface.Menu",
                    obstacles: [
                        .unknownParameter(
                            .init(type: "Menu.Cook", initialiser: "init(net:)", parameter: "net"),
                            type: "any NetInterface.Net")
                    ])
            ])
        #expect(faults([net], settings: settings).isEmpty)
    }

    @Test func theInitialiserThatTakesMost() throws {
        func cook(_ inits: [Provisions.Initialiser]) -> SpecimenModule {
            SpecimenModule("Menu").adding(type: "Cook", "MenuInterface.Menu", "Provided", inits: inits)
        }
        let both = cook([
            .taking(), .taking(.one("net", "NetInterface.Net"), .value("retries", "Int", hasDefault: true)),
        ])
        #expect(try resolve([net, http, menu, both]).get().providers[0].arguments.map(\.label) == ["net"])
        let obstacles: [([Provisions.Initialiser], [WiringFault.Obstacle])] = [
            ([], [.noInitialiser]),
            ([.taking(access: .internal)], [.hiddenInitialiser("init()", access: .internal)]),
            ([.taking(obstacles: [.failable])], [.initialiser("init()", .failable)]),
            (
                [.taking(.value("retries", "Int"))],
                [
                    .unknownParameter(
                        .init(type: "Menu.Cook", initialiser: "init(retries:)", parameter: "retries"), type: "Int")
                ]
            ),
            (
                [.taking(.one("a", "NetInterface.Net")), .taking(.one("b", "NetInterface.Net"))],
                [.several(["init(a:)", "init(b:)"])]
            ),
        ]
        for (inits, expected) in obstacles {
            #expect(
                faults([net, http, menu, cook(inits)]) == [
                    .cannotMake("Menu.Cook", of: "MenuInterface.Menu", obstacles: expected)
                ])
        }
        let generic = SpecimenModule("Menu").adding(type: "Cook", "MenuInterface.Menu", "Provided", isGeneric: true)
        #expect(
            faults([menu, generic]) == [.cannotMake("Menu.Cook", of: "MenuInterface.Menu", obstacles: [.isGeneric])])
    }

    /// No compiler lets that pass; what is read from a cache is no compiler.
    @Test func aHiddenProtocolProvidesNothing() {
        let hidden = SpecimenModule("MenuInterface").adding(protocol: "Menu", "Provided").adding(
            protocol: "Secret", "Provided", access: .internal)
        let cook = SpecimenModule("Menu").adding(
            type: "Cook", "MenuInterface.Menu", "Provided", inits: [.taking(.one("secret", "MenuInterface.Secret"))])
        let use = WiringFault.Use(type: "Menu.Cook", initialiser: "init(secret:)", parameter: "secret")
        #expect(
            faults([hidden, cook]) == [
                .cannotMake(
                    "Menu.Cook", of: "MenuInterface.Menu",
                    obstacles: [.unknownParameter(use, type: "any MenuInterface.Secret")])
            ])
    }

    @Test func cyclesAreToldByTheirPath() {
        let http = SpecimenModule("Net").adding(
            type: "HTTP", "NetInterface.Net", "Provided", inits: [.taking(.one("menu", "MenuInterface.Menu"))])
        #expect(
            faults([net, http, menu, cook]) == [
                .cycle([
                    .init(type: "Menu.Cook", initialiser: "init(net:)", parameter: "net"),
                    .init(type: "Net.HTTP", initialiser: "init(menu:)", parameter: "menu"),
                ])
            ])
        let late = SpecimenModule("Net").adding(
            type: "HTTP", "NetInterface.Net", "Provided", inits: [.taking(.late("menu", "MenuInterface.Menu"))])
        #expect(faults([net, late, menu, cook]).isEmpty)
    }

    @Test func collectsAll() throws {
        let tools = SpecimenModule("ToolInterface").adding(protocol: "Tool", "Collected")
        let first = SpecimenModule("A").adding(type: "Saw", "ToolInterface.Tool", "Collected")
        let second = SpecimenModule("B").adding(type: "Axe", "ToolInterface.Tool", "Collected")
        let box = SpecimenModule("Box").adding(
            type: "Box", "MenuInterface.Menu", "Provided", inits: [.taking(.all("tools", "ToolInterface.Tool"))])
        let plan = try resolve([tools, second, first, menu, box]).get()
        #expect(plan.properties.last?.source == .all(["s:A.Saw", "s:B.Axe"]))
        #expect(try resolve([tools]).get().properties[0].source == .all([]))
        // Each of them can be in a cycle.
        let needy = SpecimenModule("A").adding(
            type: "Saw", "ToolInterface.Tool", "Collected", inits: [.taking(.one("menu", "MenuInterface.Menu"))])
        #expect(faults([tools, needy, menu, box]).count == 1)
    }

    private let router = SpecimenModule("RouterInterface").adding(protocol: "Route", "Handled").adding(
        protocol: "RouteHandler", "Handler", "Collected")
    private let routes = SpecimenModule("MenuInterface").adding(type: "MenuRoute", "RouterInterface.Route")

    private func handler(_ module: String, _ name: String, of subject: String? = "MenuInterface.MenuRoute")
        -> SpecimenModule
    {
        SpecimenModule(module).adding(type: name, "RouterInterface.RouteHandler", subject: subject)
    }

    @Test func everyRouteHasOneHandler() throws {
        let plan = try resolve([router, routes, handler("Menu", "H")]).get()
        #expect(plan.properties.map(\.source) == [.all(["s:Menu.H"])])
        #expect(plan.handlers.map(\.handler.full) == ["Menu.H"])
        #expect(faults([router, routes]) == [.nothingHandles("MenuInterface.MenuRoute", hidden: [])])
        #expect(
            faults([router, routes, handler("Menu", "H"), handler("Other", "I")])
                == [.severalHandle("MenuInterface.MenuRoute", candidates: ["Menu.H", "Other.I"])])
        #expect(faults([router, handler("Menu", "H", of: nil)]) == [.unknownSubject(handler: "Menu.H")])
    }

    @Test func whatNoParameterChoosesIsNotBoundByParameter() {
        var settings = WiringSettings.App()
        settings.bind = [
            .init(of: .init("MenuInterface.MenuRoute"), type: "Menu.H", label: "menu"),
            .init(of: .init("RouterInterface.RouteHandler"), type: "Menu.H"),
        ]
        #expect(
            faults([router, routes, handler("Menu", "H")], settings: settings) == [
                .misplacedChoice("MenuInterface.MenuRoute", .byParameter(types: ["Menu.H"])),
                .misplacedChoice("RouterInterface.RouteHandler", .collected),
            ])
    }

    @Test func aMockHandlerStandsBackInTheListToo() throws {
        let modules = [router, routes, handler("Menu", "H"), handler("MenuTesting", "Stub")]
        #expect(try resolve(modules, testing: ["MenuTesting"]).get().properties.map(\.source) == [.all(["s:Menu.H"])])
        let without = [router, routes, handler("MenuTesting", "Stub")]
        #expect(
            try resolve(without, testing: ["MenuTesting"]).get().properties.map(\.source) == [
                .all(["s:MenuTesting.Stub"])
            ])
    }

    @Test func markersReachThroughOtherProtocols() throws {
        let base = SpecimenModule("Base").adding(protocol: "Service", "Provided")
        let net = SpecimenModule("NetInterface").adding(protocol: "Net", "Base.Service")
        let http = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Base.Service", "Provided")
        var settings = WiringSettings.App()
        settings.ignored = [.init("Base.Service")]
        #expect(
            try resolve([base, net, http], settings: settings).get().properties.map(\.name.full) == ["NetInterface.Net"]
        )
    }
}
