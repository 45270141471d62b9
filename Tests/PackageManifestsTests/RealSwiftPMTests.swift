import ArtifactCache
import Configuration
import Digests
import Disk
import Glibc
import JSON
import Subprocesses
import Targets
import Testing

@testable import PackageManifests

/// One small workspace, read through the real SwiftPM with a real repository behind it.
@Suite struct RealSwiftPMTests {
    private let files = LocalFileSystem()

    private static let libraryManifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Library",
            products: [.library(name: "Shapes", targets: ["Shapes", "CShapes"]), .executable(name: "draw", targets: ["Draw"])],
            traits: [.default(enabledTraits: ["Colour"]), .trait(name: "Colour")],
            targets: [
                .target(
                    name: "Shapes", dependencies: ["CShapes"], exclude: ["Notes"],
                    swiftSettings: [.define("COLOUR", .when(traits: ["Colour"])), .enableUpcomingFeature("ExistentialAny"), .defaultIsolation(nil)]),
                .target(
                    name: "CShapes", cSettings: [.headerSearchPath("private"), .define("DEEP", to: "1", .when(configuration: .debug)), .treatAllWarnings(as: .error)],
                    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux])), .linkedFramework("UIKit", .when(platforms: [.iOS]))]),
                .executableTarget(name: "Draw", dependencies: ["Shapes"]),
                .testTarget(name: "ShapesTests", dependencies: ["Shapes"]),
            ]
        )
        """

    private static let appManifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "App", dependencies: [.package(path: "../Library"), .package(url: "file://REPOSITORY", from: "1.0.0")],
            targets: [.executableTarget(name: "App", dependencies: [.product(name: "Shapes", package: "Library"), .product(name: "Greeting", package: "greeting")])]
        )
        """

    private static let greetingManifest = """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
            name: "Greeting", products: [.library(name: "Greeting", targets: ["Greeting"])],
            targets: [.target(name: "Greeting"), .testTarget(name: "GreetingTests", dependencies: ["Greeting"])]
        )
        """

    /// Where a program lies; nil where it does not.
    private func find(_ program: String) -> AbsolutePath? {
        String(cString: getenv("PATH")).split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map {
            AbsolutePath(String($0)) / program
        }
        .first { files.isFile($0) }
    }

    @Test("a workspace is read as SwiftPM reads it, and remembered", .timeLimit(.minutes(5)))
    func workspace() throws {
        var template = Array("/tmp/mono-tests-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let scratch = try #require(files.resolve(AbsolutePath(String(cString: made))))
        defer { try? files.remove(scratch) }
        let swift = try #require(find("swift")), git = try #require(find("git"))
        let environment = [
            "PATH": String(cString: getenv("PATH")), "HOME": (scratch / "home").string, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        ]
        try files.makeFolder(scratch / "home")

        let repository = scratch / "greeting"
        try files.write(RealSwiftPMTests.greetingManifest, to: repository / "Package.swift")
        try files.write("public func greet() {}", to: repository / "Sources/Greeting/two words.swift")
        try files.write("", to: repository / "Tests/GreetingTests/t.swift")
        for arguments in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"], ["tag", "1.0.0"]] {
            let result = try LocalCommandRunner().run(
                Command(git.string, arguments, folder: repository.string, environment: environment, timeLimit: 60))
            try #require(result.succeeded, "\(String(decoding: result.errors, as: UTF8.self))")
        }

        let root = scratch / "work space"
        try files.write("{packages: ['Packages/*']}", to: root / "mono.json")
        let app = RealSwiftPMTests.appManifest.split(separator: "REPOSITORY").joined(separator: repository.string)
        try files.write(app, to: root / "Packages/App/Package.swift")
        try files.write("@main struct App { static func main() {} }", to: root / "Packages/App/Sources/App/App.swift")
        let library = root / "Packages/Library"
        try files.write(RealSwiftPMTests.libraryManifest, to: library / "Package.swift")
        for path in [
            "Sources/Shapes/circle.swift", "Sources/Shapes/Über/ellipse.swift", "Sources/Shapes/Notes/x.swift",
            "Sources/Shapes/.hidden.swift",
            "Sources/CShapes/c.c", "Sources/CShapes/include/CShapes.h", "Sources/CShapes/private/p.h",
            "Sources/Draw/main.swift", "Sources/Draw/more.swift",
            "Tests/ShapesTests/t.swift", "Snippets/Small.swift",
        ] { try files.write("", to: library / path) }

        func load(_ root: AbsolutePath) throws -> LoadedWorkspace {
            let cache = TieredCache(local: scratch / "cache", shared: nil, files: files)
            let loader = WorkspaceLoader(
                files: files, commands: LocalCommandRunner(), cache: cache, swift: swift,
                toolchain: ContentDigest(of: "the one in use"), environment: environment)
            return try loader.load(try WorkspaceConfiguration.find(from: root / "Packages/App/Sources", files: files))
        }

        let loaded = try load(root)
        #expect(loaded.root == root && loaded.swiftPMRuns == 4)
        #expect(loaded.pins.map(\.identity) == ["greeting"] && loaded.pins.map(\.shownState) == ["1.0.0"])
        #expect(
            loaded.graph.targets.keys.sorted().map(\.description) == [
                "@greeting:Greeting", "Packages/App:App", "Packages/Library:CShapes", "Packages/Library:Draw",
                "Packages/Library:Shapes", "Packages/Library:ShapesTests",
                "Packages/Library:Small",
            ])
        let shapes = try #require(loaded.graph.targets[TargetID(PackageID("Packages/Library"), "Shapes")])
        #expect(
            shapes.settings.map(\.value) == [
                .swift(.define("COLOUR")), .swift(.upcomingFeature("ExistentialAny")), .swift(.defaultIsolation(nil)),
            ])
        let cShapes = try #require(loaded.graph.targets[TargetID(PackageID("Packages/Library"), "CShapes")])
        #expect(
            cShapes.settings == [
                Conditional(.clangHeaderSearchPath(.c, "Sources/CShapes/private")),
                Conditional(.clangDefine(.c, "DEEP=1"), when: .debug),
                Conditional(.clangWarning(.c, nil, asError: true)), Conditional(.linkedLibrary("m")),
            ])
        #expect(loaded.graph.targets[TargetID(PackageID("Packages/App"), "App")]?.hasMainAttribute == true)
        // Nobody's folders are touched but mono's own, and the lock file beside `mono.json`.
        #expect(try files.list(library).map(\.name) == ["Package.swift", "Snippets", "Sources", "Tests"])
        #expect(try files.list(root).map(\.name) == [".mono", "Package.resolved", "Packages", "mono.json"])

        try compare(loaded.graph, PackageID("Packages/Library"), with: describe(library, swift, environment, scratch))

        #expect(try load(root).swiftPMRuns == 0)
        // A fresh clone in another folder: nothing is started at all.
        let clone = scratch / "clone"
        for entry in try files.list(root) where entry.name != ".mono" {
            try files.rename(root / entry.name, to: clone / entry.name, makingFolders: true)
        }
        let cloned = try load(clone)
        #expect(cloned.swiftPMRuns == 0 && cloned.graph.targets == loaded.graph.targets)
        #expect(files.isFile(clone / ".mono/checkouts/greeting/Sources/Greeting/two words.swift"))
    }

    private func describe(
        _ package: AbsolutePath, _ swift: AbsolutePath, _ environment: [String: String], _ scratch: AbsolutePath
    ) throws -> JSONValue {
        let arguments = [
            "package", "--package-path", package.string, "--scratch-path", (scratch / "oracle").string, "describe",
            "--type", "json",
        ]
        let result = try LocalCommandRunner().run(
            Command(swift.string, arguments, folder: package.string, environment: environment, timeLimit: 120))
        try #require(result.succeeded, "\(String(decoding: result.errors, as: UTF8.self))")
        return try JSONParser.parse(result.output)
    }

    /// SwiftPM's own account of names, kinds, folders and sources.
    private func compare(_ graph: TargetGraph, _ package: PackageID, with described: JSONValue) throws {
        let targets = try #require(described["targets"]?.array)
        #expect(targets.count == graph.targets.keys.count { $0.package == package })
        for target in targets {
            let name = try #require(target["name"]?.string)
            let mine = try #require(graph.targets[TargetID(package, name)])
            #expect(mine.moduleName == target["c99name"]?.string)
            #expect("\(mine.kind)" == target["type"]?.string)
            #expect((mine.language == .swift ? "SwiftTarget" : "ClangTarget") == target["module_type"]?.string)
            // Of a snippet it tells the file's name alone.
            guard mine.kind != .snippet, let folder = target["path"]?.string else { continue }
            let sources = try #require(target["sources"]?.array).compactMap(\.string).map {
                PackagePath.joined(folder, $0)
            }
            #expect(mine.sources == sources.sorted(by: PackagePath.precedes))
        }
    }
}

extension LocalFileSystem {
    fileprivate func rename(_ source: AbsolutePath, to target: AbsolutePath, makingFolders: Bool) throws(FileError) {
        if makingFolders { try makeFolder(target.parent) }
        try rename(source, to: target)
    }
}
