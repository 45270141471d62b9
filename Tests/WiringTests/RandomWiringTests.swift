import Testing

@testable import Wiring

/// Whatever modules say of themselves, there is a source or there are faults.
@Suite struct RandomWiringTests {
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func anythingGivesASourceOrFaults() {
        var chance = Chance(state: 7), sources = 0, faulty = 0
        for _ in 0..<2000 {
            let (request, provisions) = world(&chance)
            switch WiringResolver.resolve(request, provisions: provisions) {
            case .success(let plan):
                sources += 1
                #expect(ObjectGraphSource.text(of: plan).hasSuffix("}\n"))
            case .failure(let error):
                faulty += 1
                #expect(!error.faults.isEmpty)
            }
        }
        // Both are tried.
        #expect(sources > 50 && faulty > 50)
    }

    /// Protocols and types that need each other, some of which nobody sees, or that are there twice, or not at all.
    private func world(_ chance: inout Chance) -> (WiringRequest, [Provisions]) {
        func one<T>(_ list: [T]) -> T { list.randomElement(using: &chance)! }
        let accesses: [Provisions.Access] = [.internal, .package, .public, .public, .public, .open]
        let names = ["P", "Q", "R"], markers = ["Provided", "Provided", "Collected", "Handled", "Other"]
        var modules: [SpecimenModule] = []
        for name in ["A", "B", "ATesting"].prefix(Int.random(in: 1...3, using: &chance)) {
            var module = SpecimenModule(name)
            for path in names where Bool.random(using: &chance) {
                module = module.adding(
                    protocol: path, one(markers), Bool.random(using: &chance) ? "A.P" : "Shared", access: one(accesses))
            }
            for index in 0..<Int.random(in: 0...3, using: &chance) {
                func parameter(_ chance: inout Chance) -> Provisions.Parameter {
                    let of = "\(["A", "B"].randomElement(using: &chance)!).\(names.randomElement(using: &chance)!)"
                    switch Int.random(in: 0..<6, using: &chance) {
                    case 0: return .one("x", of)
                    case 1: return .all("x", of)
                    case 2: return .late("x", of)
                    case 3: return .optional("x", of)
                    case 4: return .one(nil, of, hasDefault: true)
                    default: return .value("x", "Int", hasDefault: Bool.random(using: &chance))
                    }
                }
                var inits: [Provisions.Initialiser] = []
                for _ in 0..<Int.random(in: 0...2, using: &chance) {
                    let parameters = (0..<Int.random(in: 0...2, using: &chance)).map { _ in parameter(&chance) }
                    inits.append(
                        .init(
                            access: one(accesses), isMainActor: Bool.random(using: &chance), obstacles: [],
                            parameters: parameters))
                }
                module = module.adding(
                    type: one(["T\(index)", "A", "P"]), "\(one(["A", "B"])).\(one(names))",
                    one(markers + ["Handler", "Shared"]), access: one(accesses),
                    subject: Bool.random(using: &chance) ? "A.T0" : nil, inits: inits)
            }
            modules.append(module)
        }
        var settings = WiringSettings.App()
        if Int.random(in: 0..<4, using: &chance) == 0 { settings.given = [.init("A.P")] }
        if Int.random(in: 0..<4, using: &chance) == 0 { settings.ignored = [.init("A.\(one(names))")] }
        if Int.random(in: 0..<6, using: &chance) == 0 { settings.bind = [.init(of: .init("A.Q"), type: "B.T0")] }
        return (
            request(
                modules, testing: ["ATesting"], package: Bool.random(using: &chance) ? ["A"] : [], settings: settings),
            modules.map(\.provisions)
        )
    }
}
