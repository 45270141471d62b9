import Configuration
import Disk
import FakeTools
import PackageResolution
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import PackageManifests

@Suite struct WorkspaceLoaderTests {
    private let workspace = FakeWorkspace()

    /// An app that uses a library of its own and one of another package, which uses a third.
    private func putApp() throws {
        try workspace.put(
            ".",
            DumpText(
                name: "app", dependencies: [DumpText.remote("kit")],
                targets: [
                    DumpText.target(
                        "App", "executable", needs: [DumpText.byName("Core"), DumpText.product("Kit", "kit")]),
                    DumpText.target("Core"),
                ]),
            files: ["Sources/App/main.swift": "", "Sources/Core/core.swift": ""])
        workspace.offer("kit", "1.2.0", kit, files: kitFiles)
        workspace.offer("base", "1.0.5", base, files: ["Sources/Base/base.swift": "", "Sources/Unused/u.swift": ""])
    }

    private let kit = DumpText(
        name: "kit", dependencies: [DumpText.remote("base")],
        products: [DumpText.library("Kit"), DumpText.library("KitExtras")],
        targets: [
            DumpText.target("Kit", needs: [DumpText.product("Base", "base")]), DumpText.target("KitExtras"),
            DumpText.target("KitTests", "test", needs: [DumpText.byName("Kit")]),
        ])
    private let kitFiles = ["Sources/Kit/kit.swift": "", "Sources/KitExtras/e.swift": "", "Tests/KitTests/t.swift": ""]
    private let base = DumpText(
        name: "base", products: [DumpText.library("Base")],
        targets: [DumpText.target("Base"), DumpText.target("Unused")])

    @Test("a package, what it uses of others, and nothing else of them")
    func graph() throws {
        try putApp()
        let loaded = try workspace.load()
        #expect(loaded.graph.order.map(\.description) == [".:Core", "@base:Base", "@kit:Kit", ".:App"])
        #expect(loaded.graph.packages[.external("kit")]?.folder == ".mono/checkouts/kit")
        #expect(loaded.graph.packages[.external("kit")]?.version == "1.2.0")
        #expect(loaded.graph.packages[PackageID(".")]?.folder == ".")
        #expect(loaded.graph.products.keys.sorted().map(\.description) == [".:App", "@base:Base", "@kit:Kit"])
        #expect(loaded.graph.products[ProductID(PackageID("."), "App")]?.isDeclared == false)
        #expect(loaded.pins.map(\.identity) == ["base", "kit"])
        #expect(loaded.lockFile == AbsolutePath("/w/Package.resolved"))
    }

    @Test("what was loaded once starts nothing again: here, after a clean, in a fresh clone elsewhere")
    func remembered() throws {
        try putApp()
        #expect(try workspace.load().swiftPMRuns == 4)
        #expect(
            Set(workspace.takeRuns()) == [
                "dump-package .", "resolve .mono/swiftpm/umbrella", "dump-package .mono/checkouts/base",
                "dump-package .mono/checkouts/kit",
            ])
        let again = try workspace.load()
        #expect(again.swiftPMRuns == 0 && again.notes == [])
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        #expect(try workspace.load().swiftPMRuns == 0)
        #expect(workspace.files.isFile(AbsolutePath("/w/.mono/checkouts/kit/Sources/Kit/kit.swift")))

        // A fresh clone: what git has, which is everything but mono's folder.
        for path in ["Package.swift", "Package.resolved", "Sources/App/main.swift", "Sources/Core/core.swift"] {
            try workspace.files.write(
                try workspace.files.read(AbsolutePath("/w/" + path)), to: AbsolutePath("/elsewhere/clone/" + path))
        }
        let loader = WorkspaceLoader(
            files: workspace.files, commands: workspace.commands,
            cache: .init(local: workspace.cache, shared: nil, files: workspace.files),
            swift: AbsolutePath("/usr/bin/swift"),
            toolchain: .init(of: "6.3.1"), environment: ["HOME": "/home/you", "PATH": "/elsewhere/bin"])
        let clone = try loader.load(
            try WorkspaceConfiguration.find(from: AbsolutePath("/elsewhere/clone"), files: workspace.files))
        #expect(clone.swiftPMRuns == 0 && workspace.takeRuns().isEmpty)
        #expect(clone.graph.order == again.graph.order && clone.graph.targets == again.graph.targets)
    }

    @Test("another toolchain asks again")
    func toolchain() throws {
        try putApp()
        _ = try workspace.load()
        #expect(try workspace.load(toolchain: "6.4").swiftPMRuns == 4)
    }

    @Test("an edit of a manifest that changes no wish evaluates that manifest alone")
    func editedManifest() throws {
        try putApp()
        _ = try workspace.load()
        _ = workspace.takeRuns()
        try workspace.put(
            ".",
            DumpText(
                name: "app", dependencies: [DumpText.remote("kit")],
                targets: [DumpText.target("App", "executable", needs: [DumpText.product("KitExtras", "kit")])]))
        let loaded = try workspace.load()
        #expect(workspace.takeRuns() == ["dump-package ."])
        #expect(loaded.graph.order.map(\.description) == ["@kit:KitExtras", ".:App"])
    }

    @Test("variables that a manifest names are passed on and remembered apart; others change nothing")
    func variables() throws {
        let manifest = "// swift-tools-version: 6.0\nContext.environment[\"MODE\"]"
        try workspace.put(
            ".", DumpText(name: "app", targets: [DumpText.target("Core")]), manifest: manifest,
            files: ["Sources/Core/c.swift": ""])
        func run(_ variables: [String: String]) throws -> [[String: String]] {
            _ = try workspace.load(environment: variables)
            defer { workspace.commands.forgetCommands() }
            return workspace.commands.commands.map(\.environment)
        }
        #expect(try run(["HOME": "/h", "SECRET": "x"]) == [["HOME": "/h"]])
        #expect(try run(["HOME": "/other", "SECRET": "y"]) == [])
        #expect(try run(["HOME": "/h", "MODE": "1"]) == [["HOME": "/h", "MODE": "1"]])
        #expect(try run(["HOME": "/h", "MODE": "2"]) == [["HOME": "/h", "MODE": "2"]])
        #expect(try run(["HOME": "/h", "MODE": "1"]) == [])
        #expect(try run(["HOME": "/h"]) == [])
    }

    @Test("a manifest that looks at what no key can hold is evaluated each time, and that is said")
    func notRemembered() throws {
        let manifest = "// swift-tools-version: 6.0\nFileManager.default"
        try workspace.put(
            ".", DumpText(name: "app", targets: [DumpText.target("Core")]), manifest: manifest,
            files: ["Sources/Core/c.swift": ""])
        for _ in 0..<2 {
            let loaded = try workspace.load()
            #expect(loaded.swiftPMRuns == 1)
            #expect(
                loaded.notes == [.manifestNotRemembered(PackageID("."), manifest: AbsolutePath("/w/Package.swift"))])
        }
    }

    @Test("a manifest that is edited while SwiftPM reads it is not remembered as what it was")
    func editedMeanwhile() throws {
        try workspace.put(
            ".", DumpText(name: "one", targets: [DumpText.target("One")]),
            files: ["Sources/One/a.swift": "", "Sources/Two/b.swift": ""])
        let first = try workspace.files.read(AbsolutePath("/w/Package.swift"))
        let once = Mutex(true)
        let slow = ScriptedCommandRunner()
        slow.answer(where: { _ in true }) { [workspace] command, cancellation throws(CommandError) in
            if once.withLock({ first in
                defer { first = false }
                return first
            }) {
                try? workspace.put(".", DumpText(name: "two", targets: [DumpText.target("Two")]))
            }
            return try workspace.commands.run(command, cancellation: cancellation)
        }
        let loader = WorkspaceLoader(
            files: workspace.files, commands: slow,
            cache: .init(local: workspace.cache, shared: nil, files: workspace.files),
            swift: AbsolutePath("/usr/bin/swift"), toolchain: .init(of: "6.3.1"),
            environment: ["HOME": "/home/me", "PATH": "/bin"])
        let configuration = try WorkspaceConfiguration.find(from: workspace.root, files: workspace.files)
        #expect(try loader.load(configuration).graph.order.map(\.name) == ["Two"])
        try workspace.files.write(first, to: AbsolutePath("/w/Package.swift"))
        #expect(try loader.load(configuration).graph.order.map(\.name) == ["One"])
    }

    @Test("a manifest that SwiftPM refuses is told with what SwiftPM said")
    func broken() throws {
        try workspace.files.write("nonsense", to: AbsolutePath("/w/Package.swift"))
        #expect(
            throws: ManifestError.brokenManifest(
                PackageID("."), manifest: AbsolutePath("/w/Package.swift"), diagnostics: "error: no such manifest\n")
        ) {
            try workspace.load()
        }
    }

    @Test("several packages: paths between them, one of them not listed")
    func members() throws {
        try workspace.files.write("{packages: ['Apps/*', 'Libs/A']}", to: AbsolutePath("/w/mono.json"))
        try workspace.put(
            "Apps/one",
            DumpText(
                name: "one", dependencies: [DumpText.path("/w/Libs/A", identity: "a")],
                targets: [DumpText.target("One", "executable", needs: [DumpText.product("A", "a")])]),
            files: ["Sources/One/main.swift": ""])
        try workspace.put(
            "Libs/A",
            DumpText(
                name: "A", dependencies: [DumpText.path("/w/Hidden/B", identity: "b")],
                products: [DumpText.library("A")],
                targets: [DumpText.target("A", needs: [DumpText.product("B", "B")]), DumpText.target("Extra")]),
            files: ["Sources/A/a.swift": "", "Sources/Extra/e.swift": ""])
        try workspace.put(
            "Hidden/B",
            DumpText(
                name: "B", products: [DumpText.library("B")],
                targets: [DumpText.target("B"), DumpText.target("BTests", "test")]),
            files: ["Sources/B/b.swift": "", "Tests/BTests/t.swift": ""])
        let loaded = try workspace.load()
        // Of a package that is not listed, only what is used counts.
        #expect(loaded.graph.order.map(\.description) == ["Hidden/B:B", "Libs/A:Extra", "Libs/A:A", "Apps/one:One"])
        #expect(loaded.pins == [] && loaded.lockFile == nil)
    }

    @Test("a listed folder without a package, and a path that leaves the workspace, are errors")
    func strayFolders() throws {
        try workspace.files.write("{packages: [\n'none']}", to: AbsolutePath("/w/mono.json"))
        #expect(
            throws: ManifestError.noManifest(
                AbsolutePath("/w/none"), namedBy: .configuration(file: AbsolutePath("/w/mono.json"), line: 2))
        ) {
            try workspace.load()
        }
        try workspace.put("none", DumpText(name: "n", dependencies: [DumpText.path("/w/gone", identity: "gone")]))
        #expect(throws: ManifestError.noManifest(AbsolutePath("/w/gone"), namedBy: .package(PackageID("none")))) {
            try workspace.load()
        }
        try workspace.put("none", DumpText(name: "n", dependencies: [DumpText.path("/outside", identity: "outside")]))
        #expect(throws: ManifestError.outsideWorkspace(AbsolutePath("/outside"), neededBy: PackageID("none"))) {
            try workspace.load()
        }
    }

    @Test("a product that nobody offers is told with what could be meant")
    func unknownProduct() throws {
        try putApp()
        try workspace.put(
            ".",
            DumpText(
                name: "app", dependencies: [DumpText.remote("kit")],
                targets: [DumpText.target("App", needs: [DumpText.product("Kid", "kit")])]))
        #expect(
            throws: ManifestError.unknownProduct(
                UnknownProduct(
                    name: "Kid", package: "kit", neededBy: TargetID(PackageID("."), "App"),
                    manifest: AbsolutePath("/w/Package.swift"),
                    candidates: ["App", "Kit", "KitExtras"], offered: ["Kit", "KitExtras"]))
        ) { try workspace.load() }
    }

    @Test("cancelling is no error of SwiftPM's")
    func cancelled() throws {
        try putApp()
        let cancellation = Cancellation()
        cancellation.request()
        let loader = WorkspaceLoader(
            files: workspace.files, commands: workspace.commands,
            cache: .init(local: workspace.cache, shared: nil, files: workspace.files),
            swift: AbsolutePath("/usr/bin/swift"), toolchain: .init(of: "x"), environment: [:])
        let configuration = try WorkspaceConfiguration.find(from: workspace.root, files: workspace.files)
        #expect(throws: ManifestError.cancelled) { try loader.load(configuration, cancellation: cancellation) }
    }

    @Test("whoever waits is told what for, and nothing where there is nothing to wait for")
    func steps() throws {
        try putApp()
        func steps() throws -> Set<LoadingStep> {
            let seen = Mutex<Set<LoadingStep>>([])
            _ = try workspace.load(observe: { step in seen.withLock { _ = $0.insert(step) } })
            return seen.withLock { $0 }
        }
        let asked: Set<LoadingStep> = [
            .evaluating(PackageID(".")), .resolving, .evaluating(.external("base")), .evaluating(.external("kit")),
        ]
        #expect(try steps() == asked.union(placing()))
        #expect(try steps() == [])
        try workspace.files.remove(AbsolutePath("/w/.mono"))
        #expect(try steps() == placing())
    }

    private func placing() throws -> Set<LoadingStep> {
        let lock = try #require(LockFile(try workspace.files.read(AbsolutePath("/w/Package.resolved"))))
        return Set(lock.pins.map(LoadingStep.placing))
    }

    @Test("git is told to leave mono's folder alone")
    func ignored() throws {
        try putApp()
        _ = try workspace.load()
        #expect(try workspace.files.read(AbsolutePath("/w/.mono/.gitignore")) == Array("*\n".utf8))
    }
}
