import Foundation
import Testing

/// What documents tell people to run is what tests run.
@Suite struct RecipeTests {
    @Test("the script in Docs/CI.md is the one that a test runs")
    func continuousIntegration() throws {
        let script = try compare("Docs/CI.md", from: "#!/bin/sh", with: "ci.sh", of: "ci-recipe.txt")
        let file = try House().root.appendingPathComponent("Docs/Examples/CI/ci.sh")
        #expect(try String(contentsOf: file, encoding: .utf8) == script.joined(separator: "\n") + "\n")
    }

    @Test("nginx's configuration in Docs/Remote.md is the one that a test runs")
    func webServer() throws {
        try compare("Docs/Remote.md", from: "server {", with: "nginx.conf", of: "remote-nginx.txt")
    }

    /// The block of a page that starts with the line, and the file of a script.
    @discardableResult
    private func compare(
        _ page: String, from line: String, with file: String, of script: String
    ) throws -> [Substring] {
        let root = try House().root
        func lines(_ path: String) throws -> [Substring] {
            try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
        }
        let told = try lines(page).drop { $0 != "    " + line }.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        let run = try lines("Tests/ScriptTests/Scripts/" + script).drop { $0 != "-- \(file) --" }.dropFirst().prefix {
            !$0.hasPrefix("-- ")
        }
        #expect(told.count > 5)
        #expect(Array(told) == Array(run))
        return Array(told)
    }

    @Test("each line of Docs/Security.md is held by a script or a test that is there, and each such script holds one")
    func security() throws {
        let root = try House().root, files = FileManager.default
        let page = try String(contentsOf: root.appendingPathComponent("Docs/Security.md"), encoding: .utf8)
        let folder = root.appendingPathComponent("Tests/ScriptTests/Scripts")
        let scripts: Set<String> = Set(
            try files.contentsOfDirectory(atPath: folder.path).map { $0.replacing(".txt", with: "") })
        let below = files.enumerator(atPath: root.appendingPathComponent("Tests").path)?.allObjects ?? []
        let tests: Set<String> = Set(
            below.compactMap { ($0 as? String)?.split(separator: "/").last.map { $0.replacing(".swift", with: "") } }
                .map { String($0) })
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("| attack") && !$0.hasPrefix("| what happens")
        }
        var named: Set<String> = []
        for row in rows {
            let holders = row.split(separator: "|").last.map { $0.matches(of: /`([^`]+)`/).map { String($0.1) } } ?? []
            #expect(!holders.isEmpty || row.contains("see below"), "\(row)")
            for name in holders { #expect(scripts.contains(name) || tests.contains(name), "\(name)") }
            named.formUnion(holders)
        }
        #expect(rows.count > 25)
        for script in scripts where script.hasPrefix("security-") { #expect(named.contains(script), "\(script)") }
    }
}
