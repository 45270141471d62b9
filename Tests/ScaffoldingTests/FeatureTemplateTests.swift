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
}
