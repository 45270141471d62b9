import Configuration
import Disk
import Testing

@Suite struct ArchitectureSettingsTests {
    private func read(_ architecture: String) throws(ConfigurationError) -> ArchitectureSettings {
        let files = InMemoryFileSystem(["/w/A/Package.swift": ""])
        let text = "{packages: ['A'],\narchitecture: \(architecture)}"
        return try WorkspaceConfiguration(Array(text.utf8), of: AbsolutePath("/w/mono.json"), files: files).architecture
    }

    @Test("everything that can be said")
    func whole() throws {
        let found = try read(
            """
            {
              features: { Menu: { source: 'MenuCore', interface: 'MenuAPI', testing: 'Mocks', tests: 'CoreTests', example: 'Demo' }, Cart: {} },
              layers: { foundation: 'Log', product: ['Features/*', 'Cart'] },
              interfaces: ['Models'],
              rules: [{ from: 'A', to: ['B', 'C*'], verdict: 'deny', transitive: true, reason: 'old' },
                      { from: ['kind:test'], to: 'B', verdict: 'allow', lifts: ['unused-dependency'] }],
              off: ['feature-cycle'], severity: {'interface-body': 'warning', 'edge-rule': 'off'}, enforce: true,
              baseline: 'lists/check.txt',
            }
            """)
        var names = ArchitectureSettings.FeatureNames()
        (names.source, names.interface, names.testing, names.tests, names.example) = (
            "MenuCore", "MenuAPI", "Mocks", "CoreTests", "Demo"
        )
        #expect(found.features == ["Menu": names, "Cart": ArchitectureSettings.FeatureNames()])
        #expect(found.layers == [.foundation: ["Log"], .product: ["Features/*", "Cart"]])
        #expect(found.interfaces == ["Models"])
        #expect(
            found.rules == [
                .init(from: ["A"], to: ["B", "C*"], verdict: .deny, isTransitive: true, reason: "old", line: 6),
                .init(from: ["kind:test"], to: ["B"], verdict: .allow, lifts: ["unused-dependency"], line: 7),
            ])
        #expect(found.isEnforced)
        #expect(found.baseline?.string == "/w/lists/check.txt")
        #expect(found.severities == ["feature-cycle": .off, "interface-body": .warning, "edge-rule": .off])
        #expect(try read("{}") == ArchitectureSettings())
    }

    @Test(
        "everything wrong is told with key path and line",
        arguments: [
            ("[]", "architecture", 2, ConfigurationError.Fact.wrongType(expected: .object, found: .array)),
            (
                "{\nfeature: {}}", "architecture.feature", 3,
                .unknownKey(
                    known: ["features", "layers", "interfaces", "rules", "off", "severity", "enforce", "baseline"])
            ),
            (
                "{features: {Menu: {mocks: 'x'}}}", "architecture.features.Menu.mocks", 2,
                .unknownKey(known: ["source", "interface", "testing", "tests", "example"])
            ),
            ("{features: {Menu: {},\nMenu: {}}}", "architecture.features.Menu", 3, .twice),
            ("{layers: {upper: []}}", "architecture.layers.upper", 2, .unknownKey(known: ["foundation", "product"])),
            (
                "{layers: {product: [1]}}", "architecture.layers.product[0]", 2,
                .wrongType(expected: .string, found: .integer)
            ),
            ("{rules: [{from: 'A', verdict: 'deny'}]}", "architecture.rules[0].to", 2, .missing),
            (
                "{rules: [{from: 'A', to: '', verdict: 'deny'}]}", "architecture.rules[0].to", 2,
                .badValue("", allowed: ["a name or a pattern"])
            ),
            (
                "{rules: [{from: 'A', to: 'B', verdict: 'forbid'}]}", "architecture.rules[0].verdict", 2,
                .badValue("forbid", allowed: ["allow", "deny"])
            ),
            (
                "{rules: [{from: 'A', to: 'B', verdict: 'deny', transitive: 1}]}", "architecture.rules[0].transitive",
                2, .wrongType(expected: .bool, found: .integer)
            ),
            (
                "{rules: [{from: 'A', to: 'B', verdict: 'allow', lifts: ['feature-edge']}]}",
                "architecture.rules[0].lifts[0]", 2,
                .badValue("feature-edge", allowed: ["undeclared-import", "unused-dependency", "type-by-name"])
            ),
            (
                "{rules: [{from: 'A', to: 'B', verdict: 'deny', lifts: ['type-by-name']}]}",
                "architecture.rules[0].lifts", 2,
                .unknownKey(known: ["from", "to", "verdict", "transitive", "reason"])
            ),
            (
                "{severity: {edges: 'error'}}", "architecture.severity.edges", 2,
                .unknownKey(known: ArchitectureSettings.ruleNames + ["edge-rule"])
            ),
            (
                "{severity: {'edge-rule': 'fatal'}}", "architecture.severity.edge-rule", 2,
                .badValue("fatal", allowed: ["error", "warning", "off"])
            ),
            (
                "{off: ['feature-edge'], severity: {'feature-edge': 'error'}}", "architecture.severity.feature-edge", 2,
                .twice
            ),
            ("{enforce: 'yes'}", "architecture.enforce", 2, .wrongType(expected: .bool, found: .string)),
            ("{off: ['edges']}", "architecture.off[0]", 2, .badValue("edges", allowed: ArchitectureSettings.ruleNames)),
        ])
    func mistakes(text: String, keyPath: String, line: Int, fact: ConfigurationError.Fact) {
        let expected = ConfigurationError(file: AbsolutePath("/w/mono.json"), keyPath: keyPath, line: line, fact: fact)
        #expect(throws: expected) { try read(text) }
    }
}
