import Scaffolding
import Testing

@Suite struct InterfaceSplitTests {
    private func edited(_ manifest: String, path: String? = nil) throws(InterfaceSplit.Failure) -> String {
        try InterfaceSplit(manifest: Array(manifest.utf8)).edited(
            target: "Menu", interface: "MenuInterface", path: path)
    }

    @Test("a target, what it depends on, and a product")
    func whole() throws {
        let text = try edited(
            """
            let package = Package(
                name: "shop",  // .target(name: "Menu")
                products: [
                    .library(name: "Shop", targets: ["Menu", "Cart"]),
                ],
                targets: [
                    .target(name: "Cart", dependencies: [.target(name: "Menu")]),
                    .target(
                        name: "Menu",
                        dependencies: ["Log", .product(name: "NIO", package: "swift-nio")],
                        resources: [.copy("dependencies")]),
                ]
            )
            """)
        #expect(
            text == """
                let package = Package(
                    name: "shop",  // .target(name: "Menu")
                    products: [
                        .library(name: "MenuInterface", targets: ["MenuInterface"]),
                        .library(name: "Shop", targets: ["Menu", "Cart"]),
                    ],
                    targets: [
                        .target(name: "Cart", dependencies: [.target(name: "Menu")]),
                        .target(name: "MenuInterface"),
                        .target(
                            name: "Menu",
                            dependencies: ["MenuInterface", "Log", .product(name: "NIO", package: "swift-nio")],
                            resources: [.copy("dependencies")]),
                    ]
                )
                """)
    }

    @Test("without dependencies, with none of them, with a path")
    func small() throws {
        #expect(
            try edited("[.target(name: \"Menu\")]")
                == "[.target(name: \"MenuInterface\"),\n.target(name: \"Menu\", dependencies: [\"MenuInterface\"])]")
        #expect(
            try edited("[.target(name: \"Menu\", dependencies: [], path: \"m\")]", path: "mi")
                == "[.target(name: \"MenuInterface\", path: \"mi\"),\n.target(name: \"Menu\", dependencies: [\"MenuInterface\"], path: \"m\")]"
        )
    }

    @Test("what is not written down is not edited")
    func failures() {
        #expect(throws: InterfaceSplit.Failure.noTarget("Menu")) {
            try edited("targets: names.map { .target(name: $0) }")
        }
        #expect(throws: InterfaceSplit.Failure.noTarget("Menu")) { try edited("[.executableTarget(name: \"Menu\")]") }
        #expect(throws: InterfaceSplit.Failure.computedDependencies(line: 2)) {
            try edited("[.target(name: \"Menu\",\n dependencies: common)]")
        }
        #expect(throws: InterfaceSplit.Failure.computedDependencies(line: 1)) {
            try edited("[.target(name: \"Menu\", dependencies: [\"A\"] + common)]")
        }
        #expect(throws: InterfaceSplit.Failure.taken("MenuInterface")) {
            try edited("[.target(name: \"Menu\"), .target(name: \"MenuInterface\")]")
        }
        #expect(throws: InterfaceSplit.Failure.notUnderstood) { try edited("[.target(name: \"Menu)]") }
        for text in [
            "[.target(name: \"Menu\"", ".target(", "[.target(name: \"Menu\", dependencies: [",
            ".library(name: \"a\", targets: [\"Menu\"].target(name: \"Menu\")",
        ] {
            _ = try? edited(text)
        }
    }
}
