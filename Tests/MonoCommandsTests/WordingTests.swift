import Configuration
import Disk
import PackageManifests
import Targets
import Testing
import Toolchains

@testable import MonoCommands

@Suite struct WordingTests {
    private func text(_ error: any Error) -> String { ErrorReport(error).rendered(Style(isColored: false)) }

    @Test("a report says what, where, why, and what to do")
    func form() {
        let report = ErrorReport(
            code: .workspace, what: "'a' is wrong", place: "b:1", details: ["because"], help: "do this")
        #expect(report.rendered(Style(isColored: false)) == "error: 'a' is wrong\n  at b:1\n  because\nhelp: do this")
        #expect(report.rendered(Style(isColored: true)).hasPrefix("\u{1B}[1;31merror:\u{1B}[0m "))
    }

    @Test("a circle is shown as the chain of needs that it is")
    func cycle() {
        let a = TargetID(PackageID("."), "A"), b = TargetID(PackageID("."), "B"),
            c = TargetID(PackageID("Packages/C"), "C")
        #expect(text(GraphError.cycle([a, b])).contains("\n  'A' needs 'B' needs 'A'\n"))
        #expect(text(GraphError.cycle([a, c])).contains("\n  '.:A' needs 'Packages/C:C' needs '.:A'\n"))
    }

    @Test("mistakes in mono.json name file, line, key and what was meant")
    func configuration() {
        let file = AbsolutePath("/w/mono.json")
        func error(_ path: String, _ fact: ConfigurationError.Fact) -> ManifestError {
            .configuration(ConfigurationError(file: file, keyPath: path, line: 3, fact: fact))
        }
        #expect(
            text(error("sharedCache.mod", .unknownKey(known: ["folder", "mode"])))
                == "error: mono.json has no key 'mod'\n  at /w/mono.json:3\n  at sharedCache.mod\nhelp: did you mean 'mode'?"
        )
        #expect(
            text(error("jobs", .wrongType(expected: .integer, found: .string)))
                == "error: 'jobs' is a whole number, and a text stands there\n  at /w/mono.json:3\n  at jobs")
        #expect(
            text(error("", .syntax(.colon, column: 7))).hasPrefix(
                "error: mono.json is no valid JSON5: ':' should stand here\n  at /w/mono.json:3:7"))
        #expect(ErrorReport(error("", .noPackages)).code == .workspace)
    }

    @Test("errors from everywhere have words, and exit codes of their own")
    func codes() {
        #expect(ErrorReport(ManifestError.noWorkspace(AbsolutePath("/x"))).code == .workspace)
        #expect(ErrorReport(ToolchainError.notFound(searched: ["/bin"])).code == .toolchain)
        let full = ErrorReport(FileError(.write, AbsolutePath("/x"), code: 28))
        #expect(full.code == .storage && full.what == "cannot write '/x': no space left on device")
        #expect(full.help?.contains("mono cache gc") == true)
        #expect(ErrorReport(ManifestError.cancelled).code.status == 130)
    }

    @Test("lists are sentences")
    func lists() {
        #expect(Words.alternatives(["a"]) == "'a'")
        #expect(Words.alternatives(["a", "b"]) == "'a' or 'b'")
        #expect(Words.alternatives(["a", "b", "c"], joint: "and") == "'a', 'b' and 'c'")
        #expect(Words.count(1, "target") == "1 target" && Words.count(0, "entry", "entries") == "0 entries")
    }

    @Test("what to do about a module that a compiler does not find")
    func missingModules() throws {
        let text = "a.swift:1:8: error: no such module 'Kit'\n1 | import Kit\n  | `- error: no such module 'Kit'\n"
        #expect(MissingModules.names(in: text + "b.swift:2:8: error: no such module 'Core'\n") == ["Kit", "Core"])
        let (app, other) = (PackageID("."), PackageID("Other"))
        func target(_ package: PackageID, _ name: String, needs: [TargetID] = []) -> Target {
            var target = Target(
                id: TargetID(package, name), kind: .library, language: .swift, folder: "Sources/\(name)", sources: [])
            target.dependencies = needs.map { Conditional(.target($0)) }
            return target
        }
        let hidden = target(other, "Hidden")
        let graph = try TargetGraph(
            packages: [
                Package(id: app, displayName: "App", identity: "app", folder: ".", toolsVersion: .init(6, 0)),
                Package(
                    id: other, displayName: "Other", identity: "other", folder: "Other",
                    manifest: "Other/Package.swift",
                    toolsVersion: .init(6, 0)),
            ],
            targets: [
                target(app, "App", needs: [TargetID(app, "Core")]), target(app, "Core"), target(app, "Net-Kit"),
                target(other, "Far"), hidden,
            ],
            products: [
                Product(
                    id: ProductID(other, "FarAway"), kind: .automaticLibrary, targets: [TargetID(other, "Far")])
            ])
        let modules = MissingModules(in: graph), id = TargetID(app, "App")
        #expect(modules.help(for: "Core", in: id) == nil, "it is declared")
        #expect(
            modules.help(for: "Net_Kit", in: id) == "add \"Net-Kit\" to the dependencies of 'App' in Package.swift")
        #expect(
            modules.help(for: "Far", in: id)
                == "add .product(name: \"FarAway\", package: \"Other\") to the dependencies of 'App' in Package.swift, "
                + "and .package(path: \"Other\") to its package's where that is missing")
        let strict = MissingModules(in: graph) { $1.name == "Far" ? "\($0.name) may not" : nil }
        #expect(strict.help(for: "Far", in: id) == "App may not")
        #expect(
            modules.help(for: "Hidden", in: TargetID(other, "Far"))
                == "add \"Hidden\" to the dependencies of 'Far' in Other/Package.swift")
        #expect(
            modules.help(for: "App", in: TargetID(app, "Core"))?.hasPrefix("remove the import: 'App' depends on")
                == true)
        #expect(modules.help(for: "Hidden", in: id)?.contains("no library product") == true)
        #expect(modules.help(for: "Cor", in: id)?.hasSuffix("did you mean 'Core'?") == true)
        #expect(modules.help(for: "Elsewhere", in: id)?.hasSuffix("does Package.swift lack a package?") == true)
    }
}
