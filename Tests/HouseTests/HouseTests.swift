import Foundation
import Testing

/// The layers are law: these tests read the sources and compare them with the table in Package.swift and with
/// `HouseRules`.
@Suite struct HouseTests {
    let house: House

    init() throws { house = try House() }

    @Test("the table is read, and names every folder of Sources once")
    func table() throws {
        #expect(house.layers.first?.name == "Digests" && house.layers.last?.name == "MonoCommands")
        let known = house.layers.map(\.name) + house.modulesInC + ["mono", "mono-remote"]
        #expect(try house.modules() == known.sorted())
    }

    @Test("a row names only rows above it")
    func order() {
        for (index, layer) in house.layers.enumerated() {
            let above = Set(house.layers[..<index].map(\.name)).union(house.modulesInC)
            #expect(Set(layer.imports).isSubset(of: above), "\(layer.name)")
        }
    }

    @Test("a file imports only what its module's row allows")
    func imports() throws {
        var rows = Dictionary(uniqueKeysWithValues: house.layers.map { ($0.name, Set($0.imports)) })
        rows["mono"] = ["MonoCommands"]
        rows["mono-remote"] = ["CallFrames"]
        for file in try house.files(in: "Sources") {
            let allowed = (rows[file.module] ?? []).union(HouseRules.systemLibraries[file.module] ?? []).union(
                HouseRules.standardLibrary)
            for name in file.imports { #expect(allowed.contains(name), "\(file.path) imports \(name)") }
        }
    }

    @Test("a row permits nothing that no file of its module imports")
    func permissions() throws {
        #expect(House.idlePermissions(in: house.layers, of: try house.files(in: "Sources")).isEmpty)
    }

    /// With `MONO_DRAW_LAYERS` set, this writes the picture instead of comparing it.
    @Test("the picture of the layers in Docs/Architecture.md is that of the table")
    func picture() throws {
        let file = house.root.appendingPathComponent("Docs/Architecture.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "```mermaid\nflowchart TD"))
        let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        let wanted = LayerPicture(layers: house.layers).text()
        if ProcessInfo.processInfo.environment["MONO_DRAW_LAYERS"] != nil {
            try text.replacingCharacters(in: start.lowerBound..<end.upperBound, with: wanted)
                .write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(
                text[start.lowerBound..<end.upperBound] == wanted, "MONO_DRAW_LAYERS=1 swift test --filter HouseTests")
        }
    }

    @Test("the picture leaves out what a longer way says")
    func longerWay() {
        let layers = [("A", []), ("B", ["A", "InC"]), ("C", ["A", "B"]), ("D", ["A", "C"]), ("E", ["A"])]
        #expect(
            LayerPicture(layers: layers).text() == """
                ```mermaid
                flowchart TD
                    A
                    B --> A & InC
                    C --> B
                    D --> C
                    E --> A
                ```
                """)
    }

    @Test("an idle permission is found, whoever else imports that module, and whatever comments and strings say")
    func idlePermissions() {
        let layers = [("A", []), ("B", ["A"]), ("C", ["A", "B", "D"]), ("D", ["A"])]
        let files = [
            House.File(path: "Sources/B/b.swift", text: "// import A\nlet text = \"\"\"\nimport A\n\"\"\"\n"),
            House.File(path: "Sources/C/Folder/c.swift", text: "import struct B.Name\n"),
            House.File(path: "Sources/C/d.swift", text: "let quoted = \"\\\"\"; import A\n@testable import A\n"),
        ]
        #expect(House.idlePermissions(in: layers, of: files) == ["B: A", "C: D", "D: A"])
    }

    @Test("what is reserved for a few files stands in no other")
    func reserved() throws {
        let files = try house.files(in: "Sources").map {
            (path: String($0.path.dropFirst("Sources/".count)), code: $0.code)
        }
        for rule in HouseRules.reserved {
            let regex = try Regex(rule.pattern)
            for file in files where !rule.allowed.contains(where: file.path.hasPrefix) {
                let found = file.code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                    .first { $0.element.contains(regex) }
                #expect(found == nil, "\(rule.what) in \(file.path):\((found?.offset ?? 0) + 1)")
            }
        }
    }

    @Test("a file holds one thing: past 400 lines it needs a reason")
    func length() throws {
        var long: Set<String> = []
        for file in try house.files(in: "Sources") + house.files(in: "Tests")
        where file.lines.count > HouseRules.longestFile + 1 {
            long.insert(file.path)
        }
        #expect(long == Set(HouseRules.longFiles.keys))
        #expect(HouseRules.longFiles.values.allSatisfy { !$0.isEmpty })
    }

    @Test("every file of tests expects something")
    func expectations() throws {
        for file in try house.files(in: "Tests") where file.path.hasSuffix("Tests.swift") {
            #expect(file.code.contains(/#expect|#require|Issue\.record/), "\(file.path)")
        }
    }
}
