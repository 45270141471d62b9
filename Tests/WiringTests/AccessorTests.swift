import Testing

@testable import Wiring

@Suite("Accessors")
struct AccessorTests {
    private let brain = SpecimenModule("BrainInterface").adding(protocol: "Brain", "Accessible")
    private let net = SpecimenModule("NetInterface").adding(protocol: "Net", "Provided")

    private func list(_ module: String, _ names: String...) -> AccessorList {
        var list = AccessorList(module: module)
        for name in names { list.add(Array("public protocol \(name): Accessible {}".utf8), markers: "Wiring") }
        return list
    }

    private func resolve(
        _ modules: [SpecimenModule], _ lists: AccessorList..., isTest: Bool = false, testing: Set<String> = [],
        settings: WiringSettings.App = .init()
    ) -> Result<AccessorPlan, WiringFaults> {
        AccessorResolver.resolve(
            .init(program: request(modules, testing: testing, settings: settings), isTest: isTest),
            provisions: modules.map(\.provisions), lists: lists)
    }

    private func faults(_ result: Result<AccessorPlan, WiringFaults>) -> [WiringFault] {
        if case .failure(let error) = result { error.faults } else { [] }
    }

    @Test("are those of public protocols that are marked, and a source says which")
    func lists() {
        var list = AccessorList(module: "M")
        list.add(
            Array(
                """
                public protocol B: Accessible {}
                public protocol A: Wiring.Accessible, Sendable {}
                public protocol C: Other.Accessible {}
                public protocol D: Provided {}
                protocol E: Accessible {}
                #if DEBUG
                public protocol F: Accessible {}
                #endif
                public protocol g: Accessible {}
                @_spi(X) public protocol H: Accessible {}
                """.utf8), markers: "Wiring")
        list.add(Array("protocol P {".utf8), markers: "Wiring")
        #expect(list.names == ["A", "B"])
        #expect(AccessorList(source: list.source, module: "M") == list)
        #expect(AccessorList(source: AccessorList(module: "M").source, module: "M")?.names == [])
        #expect(AccessorList(source: "let a = 1", module: "M") == nil)
        #expect(list.source.contains("public nonisolated var a: any A {"))
        #expect(list.source.contains("@_silgen_name(\"mono.accessor.M.B\")"))
    }

    @Test("hand out what is provided, and make nothing that they do not need")
    func values() throws {
        let client = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Shared")
        let own = SpecimenModule("Brain").adding(
            type: "RealBrain", "BrainInterface.Brain", inits: [.taking(.one("net", "NetInterface.Net"))])
        let unprovided = SpecimenModule("Other").adding(protocol: "Store", "Provided").adding(
            type: "Screen", "Shared", isMainActor: true)
        let plan = try resolve([brain, net, client, own, unprovided], list("BrainInterface", "Brain")).get()
        #expect(plan.entries.map(\.symbol) == ["s:BrainInterface.Brain"])
        #expect(plan.graph.providers.map(\.name.full).sorted() == ["Brain.RealBrain", "Net.HTTP"])
        #expect(!plan.graph.isMainActor)
        let text = AccessorValuesSource.text(of: plan)
        #expect(text.contains("final class AccessorGraph {"))
        #expect(text.contains("let value = accessorValues.value { $0.brain }"))
        #expect(!text.contains("Screen"))
    }

    @Test("are asked under the lock by closures, too")
    func late() throws {
        let client = SpecimenModule("Net").adding(type: "HTTP", "NetInterface.Net", "Shared")
        let own = SpecimenModule("Brain").adding(
            type: "RealBrain", "BrainInterface.Brain", inits: [.taking(.late("net", "NetInterface.Net"))])
        let plan = try resolve([brain, net, client, own], list("BrainInterface", "Brain")).get()
        let text = AccessorValuesSource.text(of: plan)
        #expect(text.contains("Brain.RealBrain(net: { accessorValues.value { $0.net } })"))
        #expect(!text.contains("self.net"))
    }

    @Test("of a program are none that the compiler does not know as provided")
    func unknown() throws {
        let other = SpecimenModule("BrainInterface").adding(protocol: "Brain", "BrainInterface.Accessible")
        let failed = faults(resolve([other], list("BrainInterface", "Brain")))
        #expect(failed == [.nothingProvides("BrainInterface.Brain", uses: [], hidden: [])])
        let unseen = SpecimenModule("Brain").adding(type: "RealBrain", "BrainInterface.Brain", access: .internal)
        #expect(
            faults(resolve([brain, unseen], list("BrainInterface", "Brain"))) == [
                .nothingProvides("BrainInterface.Brain", uses: [], hidden: ["Brain.RealBrain"])
            ])
        let plan = try resolve([other], list("BrainInterface", "Brain"), isTest: true).get()
        #expect(plan.entries.map(\.symbol) == [nil])
    }

    @Test("of a program are all there; those of a test may be missing")
    func missing() throws {
        let own = SpecimenModule("Brain").adding(
            type: "RealBrain", "BrainInterface.Brain", inits: [.taking(.one("net", "NetInterface.Net"))])
        let clock = SpecimenModule("Clock").adding(protocol: "Clock", "Accessible").adding(
            type: "SystemClock", "Clock.Clock")
        let modules = [brain, net, own, clock], lists = [list("BrainInterface", "Brain"), list("Clock", "Clock")]
        let failed = faults(resolve(modules, lists[0], lists[1]))
        #expect(failed.map(\.subject) == ["NetInterface.Net"])
        let plan = try resolve(modules, lists[0], lists[1], isTest: true).get()
        #expect(plan.entries.map(\.symbol) == [nil, "s:Clock.Clock"])
        #expect(AccessorValuesSource.text(of: plan).contains("withBrain(…)"))

        var settings = WiringSettings.App()
        settings.ignored = [.init("BrainInterface.Brain")]
        #expect(try resolve(modules, lists[0], lists[1], settings: settings).get().entries[0].symbol == nil)
    }

    @Test("take mocks where nothing else provides, and the type that settings choose")
    func choices() throws {
        let mock = SpecimenModule("BrainTesting").adding(type: "MockBrain", "BrainInterface.Brain")
        let one = SpecimenModule("One").adding(type: "A", "BrainInterface.Brain")
        let two = SpecimenModule("Two").adding(type: "B", "BrainInterface.Brain")
        let lists = list("BrainInterface", "Brain")
        func provider(_ modules: [SpecimenModule], _ settings: WiringSettings.App = .init()) throws -> String? {
            try resolve([brain] + modules, lists, testing: ["BrainTesting"], settings: settings).get().graph.providers
                .first?.name.full
        }
        #expect(try provider([mock]) == "BrainTesting.MockBrain")
        #expect(try provider([mock, one]) == "One.A")
        #expect(faults(resolve([brain, one, two], lists)).map(\.subject) == ["BrainInterface.Brain"])
        var settings = WiringSettings.App()
        settings.bind = [
            .init(of: .init("BrainInterface.Brain"), type: "Two.B"), .init(of: .init("Other.P"), type: "X.Y"),
        ]
        #expect(try provider([one, two], settings) == "Two.B")
    }

    @Test("cannot hand out what only some code can make")
    func obstacles() {
        func fault(_ type: SpecimenModule) -> [WiringFault] {
            faults(resolve([brain, type], list("BrainInterface", "Brain")))
        }
        var throwing = Provisions.Initialiser.taking()
        throwing.effects = [.throws]
        var waiting = Provisions.Initialiser.taking()
        waiting.effects = [.async]
        let module = SpecimenModule("Brain")
        for (type, obstacle) in [
            (
                module.adding(type: "T", "BrainInterface.Brain", isMainActor: true),
                Provisions.Initialiser.Obstacle.onMainActor
            ),
            (module.adding(type: "T", "BrainInterface.Brain", inits: [throwing]), .throwing),
            (module.adding(type: "T", "BrainInterface.Brain", inits: [waiting]), .asynchronous),
            (module.adding(type: "T", "BrainInterface.Brain", "Scoped"), .scoped),
        ] {
            #expect(
                fault(type) == [
                    .cannotMake("Brain.T", of: "BrainInterface.Brain", obstacles: [.initialiser("init()", obstacle)])
                ])
        }
    }
}
