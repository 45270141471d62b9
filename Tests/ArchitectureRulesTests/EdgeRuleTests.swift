import ArchitectureRules
import Configuration
import Testing

@Suite struct EdgeRuleTests {
    static let good = """
        MenuInterface
        Menu: MenuInterface CartInterface Log
        MenuTesting: MenuInterface
        MenuTests: Menu MenuTesting MenuInterface CartTesting
        MenuExample: Menu MenuTesting CartTesting
        PayInterface
        Pay: PayInterface
        CartInterface: PayInterface
        Cart: CartInterface
        CartTesting: CartInterface
        CartTests: Cart CartTesting
        LogInterface
        Log: LogInterface
        app: Menu Cart MenuInterface CartInterface Log
        """

    private var layers: ArchitectureSettings {
        var settings = ArchitectureSettings()
        settings.layers = [.foundation: ["Log"], .product: ["Menu", "Cart"]]
        return settings
    }

    /// The good workspace with more dependencies: `Menu: Cart`.
    private func told(
        adding lines: String..., off: Set<String> = [], settings change: (inout ArchitectureSettings) -> Void = { _ in }
    ) throws -> [String] {
        var world = FeatureWorld(EdgeRuleTests.good)
        world.settings = layers
        for rule in off { world.settings.severities[rule] = .off }
        change(&world.settings)
        for line in lines {
            let added = FeatureWorld(line).targets[0]
            if let at = world.targets.firstIndex(where: { $0.name == added.name }) {
                world.targets[at].needs += added.needs
            } else {
                world.targets.append(added)
            }
        }
        return try world.told()
    }

    @Test("features as they should be: nothing is told")
    func good() throws { #expect(try told() == []) }

    /// Targets of no feature are free, as long as no layer has them.
    @Test func plainLibrariesOfLayers() throws {
        let banner = "Banner: Menu CartInterface Log"
        #expect(try told(adding: banner) == [])
        #expect(
            try told(adding: banner) { $0.layers[.product]?.append("Banner") } == ["feature-edge Banner -> Menu"])
        #expect(
            try told(adding: banner) { $0.layers[.foundation]?.append("Ban*") } == [
                "feature-layer Banner -> CartInterface", "feature-layer Banner -> Menu",
            ])
        #expect(
            try told(adding: "BannerTests: Menu Banner", banner) { $0.layers[.product]?.append("BannerTests") } == [])
        #expect(
            try told(adding: banner) {
                $0.layers[.product]?.append("Banner")
                $0.rules = [.init(from: ["layer:product"], to: ["Log"], verdict: .deny, reason: "r", line: 1)]
            }.contains("edge-rule Banner -> Log (r)"))
    }

    @Test(
        "each edge that features may not have",
        arguments: [
            ("Menu: Cart", "feature-edge Menu -> Cart"),
            ("Menu: MenuTesting", "feature-edge Menu -> MenuTesting"),
            ("MenuTesting: Menu", "feature-edge MenuTesting -> Menu"),
            ("Menu: CartTesting", "feature-edge Menu -> CartTesting"),
            ("MenuTesting: CartTesting", "feature-edge MenuTesting -> CartTesting"),
            ("MenuTests: Cart", "feature-edge MenuTests -> Cart"),
            ("MenuExample: Cart", "feature-edge MenuExample -> Cart"),
            ("LogTests: MenuExample", "feature-layer LogTests -> MenuExample"),
            ("CartTests: MenuExample", "feature-edge CartTests -> MenuExample"),
            ("CartInterface: Log", "interface-dependency CartInterface -> Log"),
            ("CartInterface: Plain", "interface-dependency CartInterface -> Plain"),
            ("CartInterface: MenuTesting", "interface-dependency CartInterface -> MenuTesting"),
        ])
    func edge(_ added: String, _ expected: String) throws {
        let extra = added.hasSuffix("Plain") ? "Plain" : "app"
        #expect(try told(adding: extra, added, off: ["feature-cycle"]) == [expected])
    }

    @Test("apps and plain libraries use no mocks; what is called so may")
    func mocks() throws {
        #expect(try told(adding: "app: MenuTesting") == ["feature-edge app -> MenuTesting"])
        #expect(try told(adding: "Plain: MenuTesting") == ["feature-edge Plain -> MenuTesting"])
        #expect(try told(adding: "PlainTesting: MenuTesting") == [])
        #expect(try told(adding: "AllTests: MenuTesting") == [])
        #expect(
            try told(adding: "app: MenuTesting") {
                $0.rules = [.init(from: ["app"], to: ["*Testing"], verdict: .allow)]
            } == [])
    }

    @Test("the line is that of the dependency, not of its package")
    func places() throws {
        var world = FeatureWorld(
            "CartInterface\nCart: CartInterface\nMenuInterface\nMenu: MenuInterface CartInterface Cart")
        world.manifest = """
            let package = Package(name: "w", targets: [
                .target(name: "Menu", dependencies: [
                    "MenuInterface",
                    .product(name: "CartInterface", package: "Cart"),
                    .product(name: "Cart", package: "Cart"),
                ]),
            ])
            """
        let found = try world.findings().filter { $0.rule == "feature-edge" }
        #expect(found.map(\.line) == [5])
    }

    @Test("the foundation stands below the product, by any of its targets")
    func layer() throws {
        #expect(try told(adding: "Log: CartInterface") == ["feature-layer Log -> CartInterface"])
        #expect(try told(adding: "LogInterface: CartInterface") == ["feature-layer LogInterface -> CartInterface"])
        #expect(try told(adding: "LogTests: Menu", "LogTests: Log") == ["feature-layer LogTests -> Menu"])
    }

    @Test("features that need each other, through interfaces too")
    func cycle() throws {
        #expect(
            try told(adding: "Other: OtherInterface MenuInterface", "OtherInterface", "Menu: OtherInterface") == [
                "feature-cycle Menu -> Menu Other"
            ])
        #expect(
            try told(
                adding: "Other: OtherInterface MenuInterface", "OtherInterface", "Menu: OtherInterface",
                off: ["feature-cycle"]) == [])
        // Tests may use whom they want.
        #expect(try told(adding: "CartTests: MenuTesting") == [])
    }

    @Test("a rule that is off tells nothing")
    func off() throws {
        #expect(try told(adding: "Menu: Cart", off: ["feature-edge"]) == [])
    }

    @Test("what is denied by default can be allowed within each package")
    func samePackage() throws {
        let deny = ArchitectureSettings.EdgeRule(from: ["*"], to: ["*"], verdict: .deny)
        #expect(try !told { $0.rules = [deny] }.isEmpty)
        #expect(
            try told { $0.rules = [.init(from: ["*"], to: ["package:same"], verdict: .allow), deny] } == [])
    }

    @Test("the owners' rules stand above the built-in ones, the first that fits decides")
    func ownRules() throws {
        #expect(
            try told(adding: "Menu: Cart") { $0.rules = [.init(from: ["Menu"], to: ["Cart"], verdict: .allow)] } == [])
        let deny = ArchitectureSettings.EdgeRule(from: ["feature:*"], to: ["Log"], verdict: .deny, reason: "quiet")
        #expect(try told { $0.rules = [deny] } == ["edge-rule Menu -> Log (quiet)"])
        #expect(try told { $0.rules = [.init(from: ["Menu"], to: ["Log"], verdict: .allow), deny] } == [])
        #expect(
            try told { $0.rules = [.init(from: ["kind:executable"], to: ["layer:foundation"], verdict: .deny)] } == [
                "edge-rule app -> Log"
            ])
        #expect(
            try told { $0.rules = [.init(from: ["package:."], to: ["Cart?nterface"], verdict: .deny)] }
                == [
                    "edge-rule Cart -> CartInterface", "edge-rule CartTesting -> CartInterface",
                    "edge-rule Menu -> CartInterface", "edge-rule app -> CartInterface",
                ])
    }

    @Test("a transitive rule tells the way")
    func transitive() throws {
        let rule = ArchitectureSettings.EdgeRule(from: ["MenuExample"], to: ["Log"], verdict: .deny, isTransitive: true)
        #expect(try told { $0.rules = [rule] } == ["edge-rule MenuExample -> Menu Log"])
        #expect(try told { $0.rules = [.init(from: ["MenuExample"], to: ["Log"], verdict: .deny)] } == [])
    }

    @Test("features that mono.json names; an interface for everybody")
    func named() throws {
        var world = FeatureWorld("Api\nImpl: Api Tools\nOther: OtherInterface Impl\nOtherInterface: Tools\nTools")
        #expect(try world.told() == ["interface-dependency OtherInterface -> Tools"])
        var names = ArchitectureSettings.FeatureNames()
        (names.source, names.interface) = ("Impl", "Api")
        world.settings.features = ["Thing": names]
        world.settings.interfaces = ["Tools"]
        #expect(try world.told() == ["feature-edge Other -> Impl"])
    }
}
