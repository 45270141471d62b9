import Configuration
import Scaffolding
import Testing

@Suite struct FeatureTemplateTests {
    @Test("names that may be a module and a type")
    func names() {
        for name in ["Menu", "CartV2", "X"] { #expect(FeatureTemplate.isValid(name)) }
        for name in [
            "", "menu", "2Cart", "My Menu", "Menu/../..", "Menü", "Menu-2", "Menu\n", String(repeating: "M", count: 61),
        ] {
            #expect(!FeatureTemplate.isValid(name))
        }
    }

    @Test("each target has sources in the folder that SwiftPM looks in", arguments: ArchitectureSettings.Layer.allCases)
    func folders(_ layer: ArchitectureSettings.Layer) {
        let template = FeatureTemplate(name: "Menu", layer: layer)
        for target in template.targets {
            let folder = target.hasSuffix("Tests") ? "Tests" : "Sources"
            #expect(template.files.contains { $0.path.hasPrefix("\(folder)/\(target)/") })
            #expect(template.files.first { $0.path == "Package.swift" }?.text.contains("name: \"\(target)\"") == true)
        }
        #expect(Set(template.files.map(\.path)).count == template.files.count)
        #expect(template.files.contains { $0.path.hasSuffix("MenuScreen.swift") } == (layer == .product))
    }

    @Test("where markers are known, the interface's protocol is provided, and its type shared")
    func wiring() throws {
        let markers = FeatureWiring(
            module: "Marks", product: "Marks", package: "Wiring", folder: "../../Foundation/Wiring")
        let files = Dictionary(
            uniqueKeysWithValues: FeatureTemplate(name: "Menu", layer: .product, wiring: markers).files.map {
                ($0.path, $0.text)
            })
        let manifest = try #require(files["Package.swift"])
        #expect(manifest.contains(#"dependencies: [.package(path: "../../Foundation/Wiring")],"#))
        let dependency = #".product(name: "Marks", package: "Wiring")"#
        #expect(manifest.contains(#".target(name: "MenuInterface", dependencies: [\#(dependency)])"#))
        #expect(manifest.contains(#".target(name: "Menu", dependencies: ["MenuInterface", \#(dependency)])"#))
        let service = try #require(files["Sources/MenuInterface/MenuService.swift"])
        #expect(service.hasPrefix("import Marks\n\n/// "))
        #expect(service.contains("public protocol MenuService: Provided, Sendable {"))
        let type = try #require(files["Sources/Menu/InMemoryMenu.swift"])
        #expect(type.hasPrefix("import MenuInterface\nimport Marks\n\n/// "))
        #expect(type.contains("public actor InMemoryMenu: MenuService, Shared {"))
        // No other file knows of it, and without markers none does.
        #expect(files.values.count { $0.contains("Marks") } == 3)
        let plain = FeatureTemplate(name: "Menu", layer: .product).files
        #expect(!plain.contains { $0.text.contains("Provided") || $0.text.contains("Shared") })
        #expect(plain.contains { $0.text.hasPrefix("/// What others can do with Menu.\npublic protocol") })
        #expect(
            plain.contains { $0.text.hasPrefix("import MenuInterface\n\n/// Keeps the entries as long as it lives.\n") }
        )
    }
}
