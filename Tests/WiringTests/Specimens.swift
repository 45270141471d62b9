@testable import Wiring

/// Modules as a test needs them, in few words: `s:Module.Name` is the symbol of each declaration.
struct SpecimenModule {
    var provisions: Provisions

    init(_ name: String) { provisions = Provisions(module: name) }

    static func reference(_ name: String) -> Provisions.Reference { .init(symbol: "s:" + name, name: name) }

    func adding(protocol name: String, _ refines: String..., access: Provisions.Access = .public) -> Self {
        var copy = self
        copy.provisions.protocols.append(
            .init(
                symbol: "s:\(provisions.module).\(name)", path: name, access: access,
                refines: refines.map { SpecimenModule.reference($0.contains(".") ? $0 : "Wiring.\($0)") }))
        return copy
    }

    func adding(
        type name: String, _ conformances: String..., access: Provisions.Access = .public, isGeneric: Bool = false,
        isMainActor: Bool = false,
        subject: String? = nil, inits: [Provisions.Initialiser] = [.taking()]
    ) -> Self {
        var copy = self
        copy.provisions.types.append(
            .init(
                symbol: "s:\(provisions.module).\(name)", path: name, access: access, isGeneric: isGeneric,
                isMainActor: isMainActor,
                conformances: conformances.map { SpecimenModule.reference($0.contains(".") ? $0 : "Wiring.\($0)") },
                subject: subject.map(SpecimenModule.reference), initialisers: inits))
        return copy
    }
}

extension Provisions.Initialiser {
    static func taking(
        _ parameters: Provisions.Parameter..., access: Provisions.Access = .public, obstacles: [Obstacle] = []
    ) -> Self {
        .init(access: access, isMainActor: false, obstacles: obstacles, parameters: parameters)
    }
}

extension Provisions.Parameter {
    static func one(_ label: String?, _ name: String, hasDefault: Bool = false) -> Self {
        .init(
            label: label, need: .one("s:" + name), hasDefault: hasDefault,
            type: .init(form: "any \(name)", text: "any \(name)"))
    }
    static func all(_ label: String, _ name: String) -> Self {
        .init(
            label: label, need: .all("s:" + name), hasDefault: false,
            type: .init(form: "[any \(name)]", text: "[any \(name)]"))
    }
    static func late(_ label: String, _ name: String) -> Self {
        .init(
            label: label, need: .late("s:" + name), hasDefault: false,
            type: .init(form: "@escaping () -> any \(name)", text: "@escaping () -> any \(name)"))
    }
    static func optional(_ label: String, _ name: String) -> Self {
        .init(
            label: label, need: .optional("s:" + name), hasDefault: false,
            type: .init(form: "(any \(name))?", text: "(any \(name))?"))
    }
    static func value(_ label: String, _ type: String, hasDefault: Bool = false) -> Self {
        .init(label: label, need: .value, hasDefault: hasDefault, type: .init(form: type, text: type))
    }
}

func request(
    _ modules: [SpecimenModule], testing: Set<String> = [], package: Set<String> = [],
    settings: WiringSettings.App = .init()
) -> WiringRequest {
    WiringRequest(
        app: "App", markers: "Wiring", settings: settings,
        members: modules.map {
            .init(
                module: $0.provisions.module, isTesting: testing.contains($0.provisions.module),
                sharesPackage: package.contains($0.provisions.module))
        })
}

func resolve(
    _ modules: [SpecimenModule], testing: Set<String> = [], package: Set<String> = [],
    settings: WiringSettings.App = .init()
) -> Result<ObjectGraphPlan, WiringFaults> {
    WiringResolver.resolve(
        request(modules, testing: testing, package: package, settings: settings), provisions: modules.map(\.provisions))
}

func faults(
    _ modules: [SpecimenModule], testing: Set<String> = [], package: Set<String> = [],
    settings: WiringSettings.App = .init()
) -> [WiringFault] {
    if case .failure(let error) = resolve(modules, testing: testing, package: package, settings: settings) {
        error.faults
    } else {
        []
    }
}
