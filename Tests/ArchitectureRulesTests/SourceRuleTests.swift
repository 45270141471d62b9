import ArchitectureRules
import Targets
import Testing

@Suite struct SourceRuleTests {
    @Test("what is imported and not declared, with the way by which it is found")
    func undeclared() throws {
        var world = FeatureWorld("A\nB: A\nC: B\nD")
        world.sources["C"] =
            "import B\nimport Swift\n\n@testable import A\nimport A\nimport D\n#if os(macOS)\nimport Metal\n#endif"
        let found = try world.findings()
        #expect(try world.told() == ["undeclared-import C -> A", "undeclared-import C -> D"])
        #expect(found.map(\.line) == [4, 6])
        #expect(found.map(\.file) == ["Sources/C/C.swift", "Sources/C/C.swift"])
        #expect(found[0].fact == .undeclared(FeatureWorld.id("A"), way: ["C", "B", "A"].map(FeatureWorld.id)))
        #expect(found[1].fact == .undeclared(FeatureWorld.id("D"), way: []))
    }

    @Test("an import that Linux does not compile is a use, and no reason to declare")
    func inactive() throws {
        var world = FeatureWorld("A\nB: A\nC: B")
        world.sources["B"] = "#if os(macOS)\nimport A\n#endif"
        world.sources["C"] = "import B\n#if canImport(Darwin)\nimport A\n#endif"
        #expect(try world.told() == [])
    }

    @Test("some targets alone, and the cycles that they are a part of")
    func aboutSome() throws {
        var world = FeatureWorld(
            "MenuInterface\nCartInterface\nMenu: MenuInterface CartInterface\nCart: CartInterface MenuInterface\nA\nB: A"
        )
        world.sources["B"] = ""
        #expect(try world.findings().map(\.rule) == ["feature-cycle", "unused-dependency"])
        #expect(try world.findings(about: [FeatureWorld.id("B")]).map(\.rule) == ["unused-dependency"])
        #expect(try world.findings(about: [FeatureWorld.id("Menu")]).map(\.rule) == ["feature-cycle"])
        #expect(try world.findings(about: [FeatureWorld.id("A")]) == [])
    }

    @Test("an import that no rule would let the target declare")
    func undeclaredAndRefused() throws {
        var world = FeatureWorld("LogInterface\nLog: LogInterface\nMenuInterface\nMenu: MenuInterface\napp: Menu")
        world.sources["Menu"] = "import Log\nimport MenuInterface"
        world.sources["MenuInterface"] = "import Log"
        let found = try world.findings()
        #expect(
            try world.told() == ["undeclared-import Menu -> Log", "undeclared-import MenuInterface -> Log"])
        let interfaces = found.map { finding -> String? in
            switch finding.fact {
            case .undeclared(_, _, refused: .concreteEdge(_, let feature, _)),
                .undeclared(_, _, refused: .interfaceEdge(_, let feature?)):
                feature.targets[.interface]?.name
            default: nil
            }
        }
        #expect(interfaces == ["LogInterface", "LogInterface"])
    }

    @Test("what is declared and not imported")
    func unused() throws {
        var world = FeatureWorld("A\nB: A\nT\nTTests: T B\napp: A B")
        world.sources["app"] = "import struct A.Value\nprint(1)"
        world.sources["TTests"] = "@testable import T\nimport B"
        world.manifest = """
            let package = Package(name: "w", products: [.library(name: "A", targets: ["A"])], targets: [
                .target(name: "A"),
                .target(name: "B", dependencies: ["A"]),
                .executableTarget(
                    name: "app",
                    dependencies: [
                        .target(name: "A"),
                        .byName(name: "B"),
                    ]),
            ])
            """
        let found = try world.findings()
        #expect(try world.told() == ["unused-dependency app -> B"])
        #expect(found.map(\.file) == ["Package.swift"])
        #expect(found.map(\.line) == [8])
        // To allow an edge is not to leave it unused.
        world.settings.rules = [.init(from: ["app"], to: ["B"], verdict: .allow)]
        #expect(try world.told() == ["unused-dependency app -> B"])
        world.settings.rules[0].lifts = ["unused-dependency"]
        #expect(try world.told() == [])
    }

    @Test("a string that names a type of a module is a use of it, and a finding of its own")
    func namedInStrings() throws {
        var world = FeatureWorld("Brain\nFace: Brain\nOther: Brain\napp: Face Brain\nlone")
        world.sources["Brain"] = "public final class Calculator { class Inner {} }"
        world.sources["Face"] = """
            func make() -> AnyClass? { NSClassFromString("Brain.Calculator") }
            func again() -> AnyClass? { NSClassFromString("Brain.Calculator") }
            """
        world.sources["Other"] = #"let name = "Brain.\(kind)""#
        world.sources["app"] = """
            import Face
            let known = "Brain.Calculator", title = "brain.title", missing = _typeByName("Brain.Calculater")
            """
        world.sources["lone"] = #"let a = "Brain.Calculator", b = "Brain.Nothing", c = "Brain""#
        let found = try world.findings()
        #expect(
            try world.told() == [
                "type-by-name Face -> Brain.Calculator", "type-by-name Other -> Brain.",
                "type-by-name app -> Brain.Calculater", "type-by-name app -> Brain.Calculator",
                "type-by-name lone -> Brain.Calculator",
            ])
        let brain = FeatureWorld.id("Brain")
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(found.first { $0.target.name == "Face" }?.line == 1)
        #expect(
            found.filter { $0.target.name == "app" }.map(\.fact) == [
                .named(text: "Brain.Calculater", brain, .unknownType(known: ["Calculator"]), isLinked: true),
                .named(text: "Brain.Calculator", brain, .type, isLinked: true),
            ])
        world.settings.severities["type-by-name"] = .off
        #expect(try world.told() == [])
    }

    @Test("what is imported may be named in strings")
    func namedAndImported() throws {
        var world = FeatureWorld("Brain\nTests: Brain")
        world.sources["Brain"] = "public struct Calculator {}; let title = \"Brain.Calculator\""
        world.sources["Tests"] = "import Brain\nlet text = \"Brain.Calculator\", title = \"Brain\""
        #expect(try world.told() == [])
    }

    @Test("an interface that carries something out")
    func interfaceBody() throws {
        var world = FeatureWorld("MenuInterface\nMenu: MenuInterface")
        let code = (0..<11).map { "    print(\($0))" }.joined(separator: "\n")
        world.sources["MenuInterface"] = "public protocol P { func f() }\nextension P {\n  func f() {\n\(code)\n  }\n}"
        world.sources["Menu"] = "import MenuInterface\nfunc long() {\n\(code)\n}"
        #expect(try world.told() == ["interface-body MenuInterface -> f 11"])
        #expect(try world.findings().map(\.line) == [3])
    }

    @Test("global instances, in the foundation alone")
    func globals() throws {
        var world = FeatureWorld("LogInterface\nLog: LogInterface\nMenuInterface\nMenu: MenuInterface")
        let text = """
            public final class Logger { public static let shared = Logger() }
            public struct Level { public static let high = Level(); public static var current = Level() }
            public let maker: any Making = Factory()
            actor Factory {}
            let inner = Factory()
            """
        world.sources["Log"] = "import LogInterface\n" + text
        world.sources["Menu"] = "import MenuInterface\n" + text
        #expect(try world.told() == [])
        world.settings.layers = [.foundation: ["Log"]]
        #expect(
            try world.told() == [
                "global-instance Log -> current", "global-instance Log -> maker", "global-instance Log -> shared",
            ])
    }

    @Test("global instances that a call makes")
    func globalsByCalls() throws {
        var world = FeatureWorld("LogInterface\nLog: LogInterface")
        world.settings.layers = [.foundation: ["Log"]]
        world.sources["Log"] = """
            import LogInterface
            final class Logger { static func standard() -> Logger { Logger() } }
            func makeLogger() -> Logger { Logger() }
            func makeLevel() -> Int { 1 }
            public let made = makeLogger(), level = 1
            public let number = makeLevel()
            public let typed: any Sendable = Logger.standard()
            public let closed = { Logger() }()
            """
        #expect(
            try world.told() == [
                "global-instance Log -> closed", "global-instance Log -> made", "global-instance Log -> typed",
            ])
    }

    @Test("a baseline knows findings by what they are about, not by their lines")
    func baseline() throws {
        var world = FeatureWorld("A\nB: A\nC: B\nD: B")
        world.sources["C"] = "import A\nimport B"
        let baseline = try #require(Baseline(text: Baseline(try world.findings()).text))
        world.sources["C"] = "import B\n\n\nimport A"
        world.sources["D"] = "import A\nimport B"
        let now = try world.findings()
        #expect(now.filter(baseline.holds).map(\.target.name) == ["C"])
        #expect(now.filter { !baseline.holds($0) }.map(\.target.name) == ["D"])
        #expect(baseline.countGone(since: now) == 0)
        #expect(baseline.countGone(since: []) == 1)
        #expect(Baseline(text: "anything") == nil)
    }
}
