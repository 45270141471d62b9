import Testing

@testable import PackageResolution

@Suite struct UmbrellaTests {
    private func range(_ low: Int, _ high: Int) -> Requirement { .range(Version(low, 0, 0), Version(high, 0, 0)) }

    private func wish(
        _ name: String, _ requirement: Requirement, owner: String = "apple", traits: [String] = ["default"]
    ) -> Umbrella.Wish {
        Umbrella.Wish(location: "https://example.com/\(owner)/\(name)", requirement: requirement, traits: traits)
    }

    @Test("two wishes for one package are one, if any version suits both")
    func united() {
        let first = wish("log", range(1, 3), traits: ["X"]), second = wish("log", range(2, 5))
        #expect(first.united(with: second) == wish("log", range(2, 3), traits: ["X", "default"]))
        #expect(first.united(with: wish("log", range(3, 4))) == nil)
        #expect(first.united(with: wish("log", range(1, 3), owner: "fork")) == nil)
    }

    @Test("the text is a manifest, in one order, with every kind of wish; quotes cannot break out of it")
    func text() {
        var found = Umbrella(wishes: [
            "log": wish("log", range(1, 2)), "nio": wish("nio", .exact(Version("1.0.0-rc.1")!)),
            "branch": wish("branch", .branch("a\"b\\")), "commit": wish("commit", .revision("ff"), traits: ["T"]),
        ])
        found.stands = ["system": []]
        #expect(
            found.text == #"""
                // swift-tools-version: 6.1
                import PackageDescription

                let package = Package(
                    name: "umbrella",
                    dependencies: [
                        .package(url: "https://example.com/apple/branch", branch: "a\"b\\"),
                        .package(url: "https://example.com/apple/commit", revision: "ff", traits: [.init(name: "T")]),
                        .package(url: "https://example.com/apple/log", "1.0.0"..<"2.0.0"),
                        .package(url: "https://example.com/apple/nio", exact: "1.0.0-rc.1"),
                        .package(path: "local/system"),
                    ]
                )

                """#)
    }

    @Test("without traits an older tools version will do")
    func toolsVersion() {
        #expect(Umbrella(wishes: ["log": wish("log", range(1, 2))]).text.hasPrefix("// swift-tools-version: 6.0\n"))
    }

    @Test("what stands for a local package has its traits, so that others may ask for them")
    func stand() {
        var found = Umbrella(wishes: [:])
        found.stands["kit"] = [
            .init(name: "A", enables: ["B"]), .init(name: "B", enables: []), .init(name: "default", enables: ["A"]),
        ]
        let text = found.standText(for: "kit")
        #expect(
            text.contains(
                #"traits: [.trait(name: "A", enabledTraits: ["B"]), .trait(name: "B", enabledTraits: []), .default(enabledTraits: ["A"])]"#
            ))
    }

    @Test(
        "addresses of one repository are one",
        arguments: [
            "https://github.com/apple/swift-nio", "https://github.com/apple/swift-nio.git",
            "https://GitHub.com/Apple/swift-nio/", "git@github.com:apple/swift-nio.git",
            "ssh://git@github.com/apple/swift-nio", "https://user:secret@github.com:443/apple/swift-nio.git",
        ])
    func canonical(location: String) { #expect(Umbrella.canonical(location) == "github.com/apple/swift-nio") }

    @Test("others are others")
    func different() {
        #expect(
            Umbrella.canonical("https://github.com/fork/swift-nio")
                != Umbrella.canonical("https://github.com/apple/swift-nio"))
        #expect(Umbrella.canonical("/a/swift-nio") == "/a/swift-nio")
    }
}
