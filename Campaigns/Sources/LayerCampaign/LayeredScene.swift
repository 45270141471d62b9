import EditedPackages
import Measuring
import RandomModules

/// A scene as a package: a module over two others, a module over it, and clients of both, each in several sources.
struct LayeredScene {
    /// A target above the module that is edited: what chance made of it stays, mostly, and other sources are edited.
    private struct Layer {
        let name: String
        let dependencies: [String]
        var sources: [String: String]

        mutating func toggleImport() {
            guard let text = sources["Shared.swift"] else { return }
            let without = text.replacing(LayeredScene.imported, with: "")
            sources["Shared.swift"] = without == text ? LayeredScene.imported + text : without
        }
    }

    private let scene: UsedScene
    private let lid: String
    private var base: [String]
    private var layers: [Layer]
    private var numbers = 0

    /// Layers in which a source was edited in the last step.
    private(set) var edited: Set<String> = []

    private static let mostClients = 5
    static let module = "Base"

    init(_ trial: UsedTrial, _ random: inout SeededGenerator) {
        scene = trial.scene
        lid = trial.lid
        base = scene.base
        let below = ["Low", "Lid", LayeredScene.module]
        layers = [
            LayeredScene.layer("Middle", below, "Middle.swift", scene.middle, values: [])
        ]
        let clients = trial.clients.map(\.client).filter { $0.module != .Middle }.shuffled(using: &random)
        for (number, client) in clients.prefix(LayeredScene.mostClients).enumerated() {
            let isTop = client.module == .Top
            layers.append(
                LayeredScene.layer(
                    "Client\(number)", below + (isTop ? ["Middle"] : []), "Uses.swift", client.text,
                    values: client.values, of: isTop ? "Middle" : LayeredScene.module))
        }
    }

    /// `values`: what one source stores, and another one uses without a word of whose type it is.
    private static func layer(
        _ name: String, _ dependencies: [String], _ file: String, _ text: String, values: [String],
        of module: String = LayeredScene.module
    ) -> Layer {
        let stored = values.enumerated().map { "let shared\($0) = \($1)\n" }.joined()
        let used = values.indices.map { "func useShared\($0)() { let r = shared\($0); eat(r) }\n" }.joined()
        return Layer(
            name: name, dependencies: dependencies,
            sources: [
                file: text + used, "Own.swift": "func own() -> Int { 0 }\n",
                "Shared.swift": "\(imported)import \(module)\n\(stored)",
                "Marks.swift": "func mark() -> Int { 3.lidMark }\n",
            ])
    }

    /// In one source, for a member that another one uses.
    private static let imported = "import Lid\n"

    var targets: [EditedPackage.Target] {
        [
            EditedPackage.Target("Low", sources: ["Low.swift": Room.low]),
            EditedPackage.Target("Lid", sources: ["Lid.swift": lid]),
            EditedPackage.Target(
                LayeredScene.module, dependencies: ["Low", "Lid"],
                sources: Dictionary(uniqueKeysWithValues: zip(RandomModule.files, base))),
        ] + layers.map { EditedPackage.Target($0.name, dependencies: $0.dependencies, sources: $0.sources) } + [program]
    }

    /// Links all of it.
    private var program: EditedPackage.Target {
        let names = layers.map(\.name)
        return EditedPackage.Target(
            "App", dependencies: names,
            sources: ["main.swift": names.map { "import \($0)\n" }.joined() + "print(1)\n"], isProgram: true)
    }

    /// Leaves out clients that do not compile as targets.
    mutating func remove(_ names: Set<String>) { layers.removeAll { $0.name != "Middle" && names.contains($0.name) } }

    /// Something of the module below, and of some of what is above it.
    mutating func edit(_ random: inout SeededGenerator) {
        // What was there before may be back.
        base = random.chance(10) ? scene.base : scene.edited(&random)?.base ?? base
        edited = []
        for index in layers.indices where random.chance(75) {
            numbers += 1
            edited.insert(layers[index].name)
            let isWithout = layers[index].sources["Shared.swift"]?.contains(LayeredScene.imported) == false
            if random.chance(isWithout ? 70 : 5) {
                layers[index].toggleImport()
                continue
            }
            let file = random.chance(70) ? "Own.swift" : random.one(of: layers[index].sources.keys.sorted())
            if file == "Own.swift" {
                layers[index].sources[file] = "func own() -> Int { \(numbers) }\n"
            } else {
                layers[index].sources[file]! += "func more\(numbers)() -> Int { \(numbers) }\n"
            }
        }
    }
}
